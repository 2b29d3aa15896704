// @ts-check
/** Cards and tickets of all seats, when all cards are open. */

import { cardCount } from "../kit/colors.js";
import { element } from "../kit/element.js";
import { shownName } from "../kit/names.js";
import { say } from "../kit/say.js";
import { chip, seatBadge } from "../kit/signs.js";
import { ticketNode } from "../panels/tickets.js";

/**
 * @param {import("../kit/places.js").About} about
 * @param {{seat: number, hand: Record<string, number>, tickets: {ticket: number, state: string}[]}[]} open
 * @param {string[]} names
 * @param {{isOver?: boolean}} [options] when the game is over, open tickets count as failed
 */
export function openHands(about, open, names, { isOver = false } = {}) {
  return element(
    "div",
    { class: "open-hands" },
    ...open.map(({ seat, hand, tickets }) => {
      const cards = Object.entries(hand)
        .filter(([, count]) => count)
        .map(([color, count]) => {
          const node = chip(color, String(count));
          node.title = cardCount(color, count);
          return node;
        });
      return element(
        "section",
        { class: "open-hand" },
        element("h3", {}, seatBadge(seat), shownName(names[seat])),
        element(
          "div",
          { class: "chips" },
          ...(cards.length ? cards : [element("span", { class: "quiet" }, say("no cards"))]),
        ),
        element(
          "ul",
          { class: "ticket-list" },
          ...tickets.map(({ ticket, state }) =>
            element("li", {}, ticketNode(about, ticket, isOver && state === "open" ? "failed" : state)),
          ),
        ),
      );
    }),
  );
}
