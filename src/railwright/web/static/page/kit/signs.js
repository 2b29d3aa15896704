// @ts-check
/** Colours and marks of cards and seats. They come from the server, so they match the drawn boards. */

import { drawing } from "./api.js";
import { cardCount, colorName } from "./colors.js";
import { drawn, element } from "./element.js";
import { listed, say } from "./say.js";

export const CARDS = ["pink", "white", "blue", "yellow", "orange", "black", "red", "green", "locomotive"];

/** @typedef {{fill: string, ink: string, mark: string}} Sign */
/** @type {{cards: Record<string, Sign>, seats: Sign[], station: string}} */
export const signs = { cards: {}, seats: [], station: "" };

/** Fetch the signs and make their colours available to the style sheets. */
export async function loadSigns() {
  Object.assign(signs, await drawing());
  const rules = [
    ...Object.entries(signs.cards).map(([name, sign]) => rule(`[data-color="${name}"]`, sign)),
    ...signs.seats.map((sign, seat) => rule(`[data-seat="${seat}"]`, sign)),
  ];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join("\n"));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** @param {string} selector @param {Sign} sign */
const rule = (selector, sign) => `${selector}{--fill:${sign.fill};--ink:${sign.ink}}`;

/** @param {number} seat @returns {Sign} */
export const seatSign = (seat) => signs.seats[seat % signs.seats.length];

/** The mark of a card's colour. @param {string} color */
export function cardMark(color) {
  const path = drawn("path", { d: signs.cards[color]?.mark ?? "" });
  return drawn("svg", { class: "mark", viewBox: "-1.1 -1.1 2.2 2.2", "aria-hidden": "true" }, path);
}

/** A card, face up. @param {string} color */
export function card(color) {
  return element(
    "span",
    { class: "card", "data-color": color },
    cardMark(color),
    element("span", { class: "card-name" }, shortName(color)),
  );
}

/** A name that fits on a card. @param {string} color */
export const shortName = (color) => (color === "locomotive" ? say("loco") : colorName(color));

/** A number of cards of one colour, inside a sentence. @param {string} color @param {string} text */
export function chip(color, text) {
  return element("span", { class: "chip", "data-color": color }, cardMark(color), text);
}

/** The number of a seat on its colour. @param {number} seat */
export function seatBadge(seat) {
  const path = drawn("path", { class: "stroked", d: seatSign(seat).mark });
  const mark = drawn("svg", { class: "mark", viewBox: "-1.3 -1.3 2.6 2.6", "aria-hidden": "true" }, path);
  return element("span", { class: "seat-badge", "data-seat": seat % signs.seats.length }, mark);
}

/** Such as "3 red and 1 locomotive". @param {Record<string, number>} cards */
export const cardWords = (cards) => listed(Object.entries(cards).map(([color, count]) => cardCount(color, count)));
