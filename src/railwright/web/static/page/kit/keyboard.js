// @ts-check
/** Keyboard shortcuts. */

import { say } from "./say.js";

/** All keys and what they do, for the help page. */
export const KEYS = [
  [say("1 to 5"), say("take the face-up card in this place")],
  ["d", say("draw from the deck")],
  ["t", say("draw tickets")],
  ["c", say("claim a track: type the name of a city, then choose")],
  ["s", say("build a station: type the name of a city")],
  ["b", say("go to the board; arrow keys move between tracks, Enter claims")],
  ["k", say("go to your tickets")],
  ["l", say("go to the log")],
  ["h", say("hint")],
  ["g", say("in the guided game: go to the guide")],
  ["u", say("undo")],
  ["Enter", say("confirm, continue")],
  [say("Space"), say("skip the animations; when watching: pause")],
  ["→", say("when watching: one step, then pause")],
  ["← →", say("in a replay: one step back or forward; Page Up and Page Down: ten steps; Home and End")],
  [say("Escape"), say("close a dialog; undo a choice")],
  ["?", say("help")],
];

/**
 * Call a function when its key is pressed, unless somebody is typing in a field.
 * @param {Record<string, (event: KeyboardEvent) => void>} actions
 * @returns {() => void} a function that stops listening
 */
export function listen(actions) {
  const hear = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input:not([type=checkbox]), select, textarea, .curtain")) return;
    const isPressing = event.key === "Enter" || event.key === " ";
    if (isPressing && target.closest("button, a, input, [role=button], summary")) return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action(event);
  };
  document.addEventListener("keydown", hear);
  return () => document.removeEventListener("keydown", hear);
}
