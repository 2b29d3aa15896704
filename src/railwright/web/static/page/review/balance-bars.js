// @ts-check
/** Luck and skill: what took every seat from an equal share of the win to its result. */

import { element } from "../kit/element.js";
import { nameValue } from "../kit/names.js";
import { say } from "../kit/say.js";

/** @type {Record<string, string>} */
const SOURCES = {
  deal: say("Luck: the deal"),
  cards: say("Luck: train cards"),
  tickets: say("Luck: offers of tickets"),
  tunnels: say("Luck: tunnels"),
  hidden: say("Luck: what was hidden"),
};

/** A share in percentage points with its sign. @param {number} share */
export const points = (share) => {
  const rounded = Math.round(100 * share);
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : "0";
};

/** @param {any[]} seats @param {string[]} names */
export function balanceBars(seats, names) {
  const most = Math.max(
    0.05,
    ...seats.flatMap((seat) => [seat.skill, seat.others, ...Object.values(seat.luck_by_source)].map(Math.abs)),
  );
  return element(
    "section",
    { class: "review-balance" },
    element("h3", {}, say("Luck and skill")),
    element(
      "p",
      { class: "quiet review-note" },
      say("In percentage points of the chance to win. Equal share + these = result."),
    ),
    ...seats.map((seat, i) => seatBars(seat, names[i], most)),
  );
}

/** @param {any} seat @param {string} name @param {number} most */
function seatBars(seat, name, most) {
  const luck = Object.entries(SOURCES).filter(([source]) => source in seat.luck_by_source);
  /** @type {[string, string, number][]} */
  const rows = [
    ["skill", say("Own decisions"), seat.skill],
    ["others", say("Decisions of others"), seat.others],
    ...luck.map(([source, words]) => {
      return /** @type {[string, string, number]} */ (["luck", words, seat.luck_by_source[source]]);
    }),
  ];
  return element(
    "div",
    { class: "balance" },
    element(
      "h4",
      {},
      say("{name}: {share} → {result}, luck {luck}", {
        name: nameValue(name),
        share: Math.round(100 * seat.equal_share),
        result: Math.round(100 * seat.result),
        luck: points(seat.luck),
      }),
    ),
    element(
      "table",
      {},
      element("caption", { class: "unseen" }, say("Luck and skill of {name}", { name: nameValue(name) })),
      element("tbody", {}, ...rows.map(([kind, words, share]) => bar(kind, words, share, most))),
    ),
  );
}

/** @param {string} kind @param {string} words @param {number} share @param {number} most */
function bar(kind, words, share, most) {
  const filled = element("span", { class: `bar ${kind} ${share < 0 ? "down" : "up"}` });
  filled.style.width = `${(50 * Math.abs(share)) / most}%`;
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, words),
    element("td", { class: "bar-cell", "aria-hidden": "true" }, filled),
    element("td", { class: "number" }, points(share)),
  );
}
