// @ts-check
/** What a ticket still takes: trains and cards for its cheapest way, or that it is blocked. */

import { element } from "../kit/element.js";
import { chip } from "../kit/signs.js";
import { counted } from "../kit/words.js";

/**
 * @typedef {{ticket: number, tracks: number[] | null, trains: number | null, missing: Record<string, number> | null}} Way
 * @typedef {{trains: number, stations: number}} Left what the seat has left
 */

/** In words, for screen readers. @param {Way} way @param {Left} left */
export function wayWords({ trains, missing }, left) {
  if (trains === null || missing === null) return left.stations ? "blocked without a station" : "blocked";
  const cards = Object.entries(missing).map(([color, count]) => `${count} ${color === "any" ? "of any colour" : color}`);
  const toGo = `${counted(trains, "train")} to go`;
  const short = trains > left.trains ? `, you have ${left.trains}` : "";
  return `${toGo}${short}, ${cards.length ? `missing ${cards.join(", ")}` : "you have all cards"}`;
}

/** For the ticket itself. @param {Way} way @param {Left} left @returns {Node[]} */
export function wayNodes(way, left) {
  const { trains, missing } = way;
  if (trains === null || missing === null)
    return [element("strong", { class: "blocked" }, `✗ ${wayWords(way, left)}`)];
  const toGo = element("span", {}, `${counted(trains, "train")} to go,`);
  const short =
    trains > left.trains ? [element("strong", { class: "blocked" }, `you have ${left.trains};`)] : [];
  const cards = Object.entries(missing).map(([color, count]) =>
    color === "any" ? element("span", { class: "any-color" }, `${count} any`) : chip(color, String(count)),
  );
  const lack = cards.length ? [element("span", {}, "missing"), ...cards] : [element("span", {}, "all cards in hand")];
  return [toGo, ...short, ...lack];
}
