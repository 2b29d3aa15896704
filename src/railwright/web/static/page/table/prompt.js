// @ts-check
/** The line that says what is going on, and the buttons of every turn. */

import { button, element, setText } from "../kit/element.js";
import { say } from "../kit/say.js";

/**
 * @typedef {object} PromptButton
 * @property {string} name
 * @property {string} text
 * @property {string} key
 * @property {() => void} press
 */

/** Keys whose names in attributes differ from those on buttons. @type {Record<string, string>} */
const KEY_NAMES = { "→": "ArrowRight" };

/** Keys that have other names in other languages. @type {Record<string, string>} */
const SHOWN_KEYS = { Space: say("Space"), Escape: say("Escape") };

export class Prompt {
  /** @param {PromptButton[]} buttons */
  constructor(buttons) {
    this._text = element("p", { class: "prompt-text" });
    this._main = button("", () => this._pressMain(), { class: "main-button", hidden: true });
    /** @type {() => void} */
    this._pressMain = () => undefined;
    /** @type {Map<string, HTMLButtonElement>} */
    this._buttons = new Map();
    for (const { name, text, key, press } of buttons) {
      const node = button(text, press, {
        class: "tool",
        "data-tool": name,
        "aria-keyshortcuts": key ? (KEY_NAMES[key] ?? key) : null,
      });
      this._buttons.set(name, node);
      node.dataset.key = SHOWN_KEYS[key] ?? key;
    }
    this.node = element(
      "section",
      { class: "prompt", "aria-label": say("Turn") },
      element("div", { class: "prompt-line" }, this._text, this._main),
      element("div", { class: "tools" }, ...this._buttons.values()),
    );
  }

  /**
   * @param {string | Node[]} text
   * @param {{text: string, press: () => void} | null} main the most likely button
   */
  show(text, main = null) {
    if (typeof text === "string") setText(this._text, text);
    else this._text.replaceChildren(...text);
    this._main.hidden = !main;
    if (!main) return;
    this._pressMain = main.press;
    setText(this._main, main.text);
  }

  /**
   * Enable or disable a button; its title may say why.
   * @param {string} name
   * @param {{isOn: boolean, title?: string, isThere?: boolean, isLoud?: boolean}} how
   */
  allow(name, { isOn, title = "", isThere = true, isLoud = false }) {
    const node = this._buttons.get(name);
    if (!node) return;
    node.hidden = !isThere;
    node.setAttribute("aria-disabled", String(!isOn));
    node.classList.toggle("loud", isLoud);
    node.title = node.dataset.key ? `${title || node.textContent} (${node.dataset.key})` : title;
  }

  /** @param {string} name @param {string} text */
  rename(name, text) {
    const node = this._buttons.get(name);
    if (node) setText(node, text);
  }

  /** Press the main button, if there is one. @returns {boolean} whether there was one */
  pressMain() {
    if (this._main.hidden) return false;
    this._pressMain();
    return true;
  }

  focusMain() {
    this._main.focus();
  }
}
