// @ts-check
/** The cards in hand: one pile per colour. */

import { colorName } from "../kit/colors.js";
import { element, setText } from "../kit/element.js";
import { say } from "../kit/say.js";
import { CARDS, card } from "../kit/signs.js";

export class Hand {
  constructor() {
    /** @type {Map<string, {node: HTMLElement, count: HTMLElement}>} */
    this._piles = new Map();
    for (const color of CARDS) {
      const count = element("span", { class: "count" });
      const node = element("li", { class: "pile" }, card(color), count);
      this._piles.set(color, { node, count });
    }
    this._title = element("h2", {}, say("Your cards"));
    this._list = element("ul", { class: "piles" }, ...[...this._piles.values()].map(({ node }) => node));
    this.node = element("section", { class: "hand", "aria-label": say("Cards in hand") }, this._title, this._list);
  }

  /** @param {Record<string, number> | null} hand @param {string} [title] */
  show(hand, title = say("Your cards")) {
    this.node.hidden = hand === null;
    if (!hand) {
      for (const { count } of this._piles.values()) setText(count, "");
      return;
    }
    const all = Object.values(hand).reduce((sum, number) => sum + number, 0);
    setText(this._title, `${title} (${all})`);
    for (const [color, { node, count }] of this._piles) {
      const number = hand[color] ?? 0;
      const before = Number(count.textContent || 0);
      setText(count, String(number));
      node.classList.toggle("none", number === 0);
      node.dataset.depth = String(Math.min(number, 4));
      node.setAttribute("aria-label", say("{count} {color}", { count: number, color: colorName(color) }));
      if (number > before) restart(node, "gained");
    }
  }

  /** The pile of a colour. @param {string} color */
  pile(color) {
    return this._piles.get(color)?.node;
  }
}

/** Restart an animation. @param {HTMLElement} node @param {string} name class that has the animation */
function restart(node, name) {
  node.classList.remove(name);
  void node.offsetWidth;
  node.classList.add(name);
}
