// @ts-check
/** Keys that do the same as buttons. */

/** All keys of a table, with what they do, for the help page. */
export const KEYS = /** @type {const} */ ([
  ["1 to 5", "take the open card at this place"],
  ["d", "draw from the deck"],
  ["t", "draw tickets"],
  ["c", "claim: type the name of a city, choose a track"],
  ["s", "build a station: type the name of a city"],
  ["b", "go to the board; arrow keys go from track to track, Enter claims"],
  ["k", "go to your tickets"],
  ["l", "go to the log"],
  ["h", "hint"],
  ["u", "undo"],
  ["Enter", "confirm, go on"],
  ["Space", "show the rest at once; when watching: pause"],
  ["→", "when watching: one step, then pause"],
  ["← →", "in a replay: one step back or on; Page up and down ten; Home and End"],
  ["Escape", "close what is open; take a choice back"],
  ["?", "help"],
]);

/**
 * Call a function when its key is pressed and nobody is typing.
 * @param {Record<string, (event: KeyboardEvent) => void>} actions
 * @returns {() => void} call it to listen no more
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
