// @ts-check
/** The score sheet: where every player's points come from. */

import { element } from "../kit/element.js";
import { seatBadge } from "../kit/signs.js";

const BONUSES = {
  longest_path: "Longest path",
  globetrotter: "Most tickets",
  stations: "Stations left",
  passengers: "Passengers",
};

/** @param {number} points */
const plain = (points) => (points < 0 ? `−${-points}` : String(points));
/** @param {number} points */
const signed = (points) => (points < 0 ? plain(points) : `+${points}`);

/** @param {any} result @param {string[]} names */
export function scoreSheet(result, names) {
  const order = names.map((_, seat) => seat).sort((a, b) => result.scores[b] - result.scores[a]);
  const column = (/** @type {(seat: number) => Node | string} */ cell) =>
    order.map((seat) => element("td", {}, cell(seat)));
  const head = element(
    "tr",
    {},
    element("td"),
    ...order.map((seat) =>
      element(
        "th",
        { scope: "col", class: result.winners.includes(seat) ? "winner" : "" },
        seatBadge(seat),
        element("span", {}, names[seat]),
        result.winners.includes(seat) && element("span", { class: "tag on" }, "won"),
      ),
    ),
  );
  const line = (
    /** @type {string} */ name,
    /** @type {(seat: number) => Node | string} */ cell,
    /** @type {string} */ kind = "",
  ) => element("tr", { class: kind }, element("th", { scope: "row" }, name), ...column(cell));
  const bonuses = Object.keys(result.bonuses[0] ?? {});
  return element(
    "table",
    { class: "score-sheet" },
    element("caption", { class: "unseen" }, "Score sheet"),
    element("thead", {}, head),
    element(
      "tbody",
      {},
      line("Tracks", (seat) => String(result.routes[seat])),
      line("Tickets", (seat) => ticketCell(result, seat)),
      ...bonuses.map((name) =>
        line(BONUSES[/** @type {keyof typeof BONUSES} */ (name)] ?? name, (seat) => bonusCell(result, name, seat)),
      ),
      line("Total", (seat) => plain(result.scores[seat]), "total"),
    ),
  );
}

/** @param {any} result @param {string} name @param {number} seat */
function bonusCell(result, name, seat) {
  const points = result.bonuses[seat][name];
  const length =
    name === "longest_path" ? element("span", { class: "quiet" }, ` (${result.longest_path[seat]} trains)`) : "";
  return element("span", {}, points ? signed(points) : "–", length);
}

/** @param {any} result @param {number} seat */
function ticketCell(result, seat) {
  const item = (/** @type {[string, string, number]} */ [a, b, points], /** @type {boolean} */ isDone) =>
    element(
      "li",
      { class: isDone ? "done" : "failed" },
      element("span", {}, `${a} – ${b}`),
      element("b", {}, signed(isDone ? points : -points)),
    );
  const list = element(
    "ul",
    { class: "score-tickets" },
    ...result.completed[seat].map((/** @type {any} */ ticket) => item(ticket, true)),
    ...result.failed[seat].map((/** @type {any} */ ticket) => item(ticket, false)),
  );
  return element("div", {}, element("div", { class: "sum" }, signed(result.tickets[seat])), list);
}
