// @ts-check
/** The body of the sheet with a hint. */

import { element } from "../kit/element.js";
import { percent } from "../kit/numbers.js";
import { say, spokenOf } from "../kit/say.js";
import { pointing } from "../panels/tickets.js";

/**
 * @typedef {{action: number, words: string, reason: string, win_chance: number, is_about_equal: boolean}} Opinion
 * @param {{choices: Opinion[]}} hint
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
  const [best, next] = hint.choices;
  return [element("p", { class: "hint-sentence" }, compared(best, next)), ...choices];
}

/**
 * The best choice, and how much better it is than the next one.
 * @param {Opinion} best
 * @param {Opinion | undefined} next
 */
function compared(best, next) {
  const action = spokenOf(best, "words");
  if (!next) return say("{action}. Nothing else is worth trying.", { action });
  const points = Math.round(100 * (best.win_chance - next.win_chance));
  if (next.is_about_equal) return say("{action}. The next best is about as good.", { action });
  if (points <= 0) return say("{action}. The next best is a little worse.", { action });
  return say(
    "{action}. The chance to win is about {points, plural, one {# percentage point} other {# percentage points}} " +
      "higher than with the next best.",
    { action, points },
  );
}
