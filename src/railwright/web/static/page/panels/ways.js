// @ts-check
/** What a ticket still takes: trains and cards for its cheapest way, or that it is blocked. */

import { cardCount } from "../kit/colors.js";
import { element } from "../kit/element.js";
import { say, sayNodes } from "../kit/say.js";
import { chip } from "../kit/signs.js";

/**
 * @typedef {{ticket: number, tracks: number[] | null, trains: number | null, missing: Record<string, number> | null}} Way
 * @typedef {{trains: number, stations: number}} Left what the seat has left
 */

/** How many cards are missing. @param {Record<string, number>} missing */
const number = (missing) => Object.values(missing).reduce((sum, count) => sum + count, 0);

/** In words, for screen readers. @param {Way} way @param {Left} left */
export function wayWords({ trains, missing }, left) {
  if (trains === null || missing === null)
    return left.stations ? say("blocked without a station") : say("blocked", {}, "ticket");
  const items = Object.entries(missing).map(([color, count]) =>
    color === "any" ? say("{count} of any colour", { count }) : cardCount(color, count),
  );
  const values = { trains, left: left.trains, cards: { items, between: ", " }, count: number(missing) };
  if (trains > left.trains)
    return items.length
      ? say(
          "{trains, plural, one {# train} other {# trains}} to go, you have {left}, " +
            "{count, plural, other {missing {cards}}}",
          values,
        )
      : say("{trains, plural, one {# train} other {# trains}} to go, you have {left}, you have all cards", values);
  return items.length
    ? say("{trains, plural, one {# train} other {# trains}} to go, {count, plural, other {missing {cards}}}", values)
    : say("{trains, plural, one {# train} other {# trains}} to go, you have all cards", values);
}

/** For the ticket itself. @param {Way} way @param {Left} left @returns {Node[]} */
export function wayNodes(way, left) {
  const { trains, missing } = way;
  if (trains === null || missing === null)
    return [element("strong", { class: "blocked" }, `✗ ${wayWords(way, left)}`)];
  const toGo = element("span", {}, say("{trains, plural, one {# train} other {# trains}} to go,", { trains }));
  const have = say("you have {trains};", { trains: left.trains });
  const short = trains > left.trains ? [element("strong", { class: "blocked" }, have)] : [];
  const items = Object.entries(missing).map(([color, count]) =>
    color === "any"
      ? element("span", { class: "any-color" }, say("{count} any", { count }))
      : chip(color, String(count)),
  );
  const lack = items.length
    ? sayNodes("{count, plural, other {missing {cards}}}", { count: number(missing), cards: { items, between: "" } })
    : [say("all cards in hand")];
  const parts = lack.map((part) => (part instanceof Node ? part : element("span", {}, part)));
  return [toGo, ...short, ...parts];
}
