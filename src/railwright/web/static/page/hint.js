// @ts-check
/** What the best player would do, as the body of a sheet. */

import { element } from "./element.js";
import { pointing } from "./tickets.js";

/**
 * @param {{words: string, choices: {action: number, words: string, win_chance: number, points: number}[]}} hint
 * @param {{point: (action: number | null) => void, act: (action: number) => void}} press
 */
export function hintBody(hint, { point, act }) {
  const [first] = hint.words.split(". Next best");
  const choices = hint.choices.map(({ action, words, win_chance: chance, points }) => {
    const meter = element("meter", { min: 0, max: 1, value: chance, "aria-label": `${percent(chance)} to win` });
    const node = element(
      "button",
      { type: "button", class: "choice hint-choice", click: () => act(action) },
      element("span", { class: "hint-words" }, capital(words)),
      meter,
      element("span", { class: "quiet" }, `${percent(chance)} to win, ${Math.round(points)} points`),
    );
    pointing(
      node,
      () => point(action),
      () => point(null),
    );
    return node;
  });
  return [element("p", { class: "hint-sentence" }, `${first.replace(/\.$/, "")}.`), ...choices];
}

/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)}%`;

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
