// @ts-check
/** Colours and numbers of cards, in words. */

import { say } from "./say.js";

/** @type {Record<string, string>} */
const NAMES = {
  pink: say("pink"),
  white: say("white"),
  blue: say("blue"),
  yellow: say("yellow"),
  orange: say("orange"),
  black: say("black"),
  red: say("red"),
  green: say("green"),
  gray: say("gray"),
  locomotive: say("locomotive"),
};

/** The name of a colour of cards, tracks or passengers. @param {string} color */
export const colorName = (color) => NAMES[color] ?? color;

/** Such as "3 red" or "2 locomotives". @param {string} color @param {number} count */
export const cardCount = (color, count) =>
  color === "locomotive"
    ? say("{count, plural, one {# locomotive} other {# locomotives}}", { count })
    : say("{count} {color}", { count, color: colorName(color) });
