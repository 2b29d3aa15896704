// @ts-check
/** The body of the sheet with a hint. */

import { element } from "../kit/element.js";
import { percent } from "../kit/numbers.js";
import { say, spokenOf } from "../kit/say.js";
import { pointing } from "../panels/tickets.js";

/**
 * @typedef {{action: number, words: string, reason: string, win_chance: number, is_about_equal: boolean}} Opinion
 * @param {{choices: Opinion[], words: string}} hint
 * @param {{point: (action: number | null) => void, act: (action: number) => void}} press
 */
export function hintBody(hint, { point, act }) {
  const choices = hint.choices.map((opinion, place) => {
    const { action, win_chance: value, is_about_equal: isEqual } = opinion;
    const chance = percent(value);
    const toWin = say("{chance} to win", { chance });
    const rank = place > 0 && isEqual ? say("{chance} to win, about equal", { chance }) : toWin;
    const meter = element("meter", { min: 0, max: 1, value, "aria-label": toWin });
    const node = element(
      "button",
      { type: "button", class: "choice hint-choice", click: () => act(action) },
      element("span", { class: "hint-words" }, spokenOf(opinion, "words")),
      element("span", { class: "hint-reason" }, spokenOf(opinion, "reason")),
      meter,
      element("span", { class: "quiet" }, rank),
    );
    pointing(
      node,
      () => point(action),
      () => point(null),
    );
    return node;
  });
  return [element("p", { class: "hint-sentence" }, spokenOf(hint, "words")), ...choices];
}
