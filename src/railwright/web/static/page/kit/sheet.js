// @ts-check
/** A small dialog that asks something. The style sheet places it next to the board and the hand, never over them. */

import { button, element } from "./element.js";
import { say } from "./say.js";

export class Sheet {
  /** @param {string} name class name of the sheet, which the style sheet uses to place it */
  constructor(name) {
    const id = `sheet-title-${name}`;
    this._title = element("h2", { class: "sheet-title", id });
    this._close = button("×", () => this._cancel?.(), {
      class: "sheet-close",
      "aria-label": say("Close"),
      title: say("Close (Escape)"),
    });
    this._body = element("div", { class: "sheet-body" });
    this.node = element(
      "section",
      { class: `sheet ${name}`, role: "dialog", "aria-labelledby": id, hidden: true },
      element("div", { class: "sheet-head" }, this._title, this._close),
      this._body,
    );
    /** @type {string} */
    this._asked = "";
    /** @type {(() => void) | null} */
    this._cancel = null;
    this.node.addEventListener("keydown", (event) => this._key(event));
  }

  get isOpen() {
    return !this.node.hidden;
  }

  /**
   * Ask a question. Asking the question of the same name again leaves the sheet unchanged.
   * @param {{name: string, title: string, body: Node[], cancel?: (() => void) | null}} question
   */
  ask({ name, title, body, cancel = null }) {
    if (this.isOpen && this._asked === name) return;
    this._asked = name;
    this._cancel = cancel;
    this._title.textContent = title;
    this._close.hidden = !cancel;
    this._body.replaceChildren(...body);
    this.node.hidden = false;
    this._body.scrollTop = 0;
    if (isCovered(this.node)) this.node.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement | null} */ (this._body.querySelector("input, select, button, [tabindex]"))?.focus({
      preventScroll: true,
    });
  }

  hide() {
    if (!this.isOpen) return;
    const had = this.node.contains(document.activeElement);
    this.node.hidden = true;
    this._body.replaceChildren();
    this._asked = "";
    if (had) document.getElementById("screen")?.focus({ preventScroll: true });
  }

  /** Whether the question of this name is being asked. @param {string} name */
  isAbout(name) {
    return this._asked === name;
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.key === "Escape" && this._cancel) {
      event.preventDefault();
      event.stopPropagation();
      this._cancel();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const stops = /** @type {HTMLElement[]} */ ([...this._body.querySelectorAll("input, button")]).filter(
      (stop) => stop.offsetParent !== null,
    );
    const now = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (now < 0) return;
    event.preventDefault();
    stops[(now + step + stops.length) % stops.length].focus();
  }
}

/** Whether a node is outside the window or behind what sticks to its top. @param {HTMLElement} node */
function isCovered(node) {
  const { top, bottom } = node.getBoundingClientRect();
  return top < parseFloat(getComputedStyle(node).scrollMarginTop) || bottom > innerHeight;
}
