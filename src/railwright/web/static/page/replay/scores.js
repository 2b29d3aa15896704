// @ts-check
/** Where every player's points come from: as a table, and as cards for narrow windows. */

import { colorName } from "../kit/colors.js";
import { element } from "../kit/element.js";
import { shownName } from "../kit/names.js";
import { signed } from "../kit/numbers.js";
import { numeral, say } from "../kit/say.js";
import { chip, seatBadge } from "../kit/signs.js";

const BONUSES = {
  longest_path: say("Longest path"),
  globetrotter: say("Most tickets"),
  stations: say("Stations left"),
  passengers: say("Passengers"),
};

/** @typedef {{name: string, cell: (seat: number) => Node | string, kind?: string}} Line */

/**
 * The scores of a finished game, with the best first.
 * @param {any} state
 * @returns {Node[]} a table, and the same as cards; the style sheet shows one of them
 */
export function scores({ result, names, passenger_points: passengers = null }) {
  const order = names
    .map((/** @type {string} */ _, /** @type {number} */ seat) => seat)
    .sort((/** @type {number} */ a, /** @type {number} */ b) => result.scores[b] - result.scores[a]);
  const bonuses = Object.keys(result.bonuses[0] ?? {});
  /** @type {Line[]} */
  const lines = [
    { name: say("Tracks"), cell: (seat) => String(result.routes[seat]) },
    { name: say("Tickets"), cell: (seat) => ticketCell(result, seat) },
    ...bonuses.map((name) => ({
      name: BONUSES[/** @type {keyof typeof BONUSES} */ (name)] ?? name,
      cell: (/** @type {number} */ seat) => bonusCell(result, name, seat, passengers?.[seat] ?? {}),
    })),
  ];
  const total = { name: say("Total"), cell: (/** @type {number} */ seat) => numeral(result.scores[seat]), kind: "total" };
  const head = (/** @type {number} */ seat) => [
    seatBadge(seat),
    element("span", {}, shownName(names[seat])),
    result.winners.includes(seat) && element("span", { class: "tag on" }, say("won")),
  ];
  return [scoreSheet(order, [...lines, total], head, result), scoreCards(order, lines, total, head)];
}

/**
 * @param {number[]} order
 * @param {Line[]} lines
 * @param {(seat: number) => (Node | false)[]} head
 * @param {any} result
 */
function scoreSheet(order, lines, head, result) {
  const heads = order.map((seat) =>
    element("th", { scope: "col", class: result.winners.includes(seat) ? "winner" : "" }, ...head(seat)),
  );
  const rows = lines.map(({ name, cell, kind = "" }) =>
    element(
      "tr",
      { class: kind },
      element("th", { scope: "row" }, name),
      ...order.map((seat) => element("td", {}, cell(seat))),
    ),
  );
  return element(
    "table",
    { class: "score-sheet" },
    element("caption", { class: "unseen" }, say("Score sheet")),
    element("thead", {}, element("tr", {}, element("td"), ...heads)),
    element("tbody", {}, ...rows),
  );
}

/**
 * @param {number[]} order
 * @param {Line[]} lines
 * @param {Line} total
 * @param {(seat: number) => (Node | false)[]} head
 */
function scoreCards(order, lines, total, head) {
  const cards = order.map((seat) =>
    element(
      "li",
      { class: "score-card" },
      element("div", { class: "score-card-head" }, ...head(seat), element("b", { class: "sum" }, total.cell(seat))),
      element("dl", {}, ...lines.flatMap(({ name, cell }) => [element("dt", {}, name), element("dd", {}, cell(seat))])),
    ),
  );
  return element("ol", { class: "score-cards", "aria-label": say("Scores") }, ...cards);
}

/** @param {any} result @param {string} name @param {number} seat @param {Record<string, number>} passengers */
function bonusCell(result, name, seat, passengers) {
  const points = result.bonuses[seat][name];
  const length =
    name === "longest_path"
      ? element("span", { class: "quiet" }, " ", trainsInBrackets(result.longest_path[seat]))
      : "";
  const colors = name === "passengers" ? Object.entries(passengers) : [];
  const each = colors.map(([color, part]) =>
    chip(color, say("{color} {points}", { color: colorName(color), points: signed(part) })),
  );
  return element(
    "span",
    {},
    points ? signed(points) : "–",
    length,
    each.length ? element("span", { class: "chips" }, ...each) : "",
  );
}

/** @param {number} count */
const trainsInBrackets = (count) => say("({count, plural, one {# train} other {# trains}})", { count });

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
