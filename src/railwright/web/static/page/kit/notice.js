// @ts-check
/** Short messages at the edge of the page. */

import { button, element } from "./element.js";
import { say } from "./say.js";

const SHOWN_MS = 6000;

/** @returns {HTMLElement} */
function place() {
  const found = document.querySelector(".notices");
  if (found) return /** @type {HTMLElement} */ (found);
  const node = element("div", { class: "notices", role: "alert" });
  document.body.append(node);
  return node;
}

/** Show a message for a few seconds. @param {string} text */
export function notify(text) {
  if ([...place().children].some((node) => node.firstChild?.textContent === text)) return;
  const node = element(
    "div",
    { class: "notice" },
    element("span", {}, text),
    button("×", () => node.remove(), { "aria-label": say("Close this message") }),
  );
  place().append(node);
  setTimeout(() => node.remove(), SHOWN_MS);
}

/** Show a message until the returned function is called. @param {string} text @returns {() => void} */
export function standing(text) {
  const node = element("div", { class: "notice standing" }, element("span", {}, text));
  place().append(node);
  return () => node.remove();
}
