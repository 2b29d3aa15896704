// @ts-check
/** The body of the sheet with a hint. */

import { element } from "../kit/element.js";
import { capital, counted, percent } from "../kit/words.js";
import { pointing } from "../panels/tickets.js";

/**
 * @typedef {{action: number, words: string, reason: string, win_chance: number, is_about_equal: boolean}} Opinion
 * @param {{choices: Opinion[]}} hint
 * @param {{point: (action: number | null) => void, act: (action: number) => void}} press
 */
export function hintBody(hint, { point, act }) {
  const choices = hint.choices.map(({ action, words, reason, win_chance: chance, is_about_equal: isEqual }, place) => {
    const meter = element("meter", { min: 0, max: 1, value: chance, "aria-label": `${percent(chance)} to win` });
    const node = element(
      "button",
      { type: "button", class: "choice hint-choice", click: () => act(action) },
      element("span", { class: "hint-words" }, capital(words)),
      element("span", { class: "hint-reason" }, reason),
      meter,
      element("span", { class: "quiet" }, `${percent(chance)} to win${place > 0 && isEqual ? ", about equal" : ""}`),
    );
    pointing(
      node,
      () => point(action),
      () => point(null),
    );
    return node;
  });
  const [best, next] = hint.choices;
  const sentences = [`${capital(best.words)}.`, compared(best, next)];
  return [element("p", { class: "hint-sentence" }, sentences.join(" ")), ...choices];
}

/** How much better the best choice is than the next one. @param {Opinion} best @param {Opinion | undefined} next */
function compared(best, next) {
  if (!next) return "Nothing else is worth trying.";
  const chance = Math.round(100 * (best.win_chance - next.win_chance));
  if (next.is_about_equal) return "The next best is about as good.";
  if (chance <= 0) return "The next best is a little worse.";
  return `The chance to win is about ${counted(chance, "percentage point")} higher than with the next best.`;
}
