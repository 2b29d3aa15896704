// @ts-check
/** The face-up cards, the deck and the ticket deck. */

import { colorName } from "../kit/colors.js";
import { button, element, setText } from "../kit/element.js";
import { say } from "../kit/say.js";
import { card } from "../kit/signs.js";

/** What is written on a button whose name says more. */
const UNSPOKEN = { "aria-hidden": "true" };

export class Market {
  /**
   * @param {{row: (place: number) => void, deck: () => void, tickets: () => void}} press
   * @param {number} places
   */
  constructor(press, places) {
    this.row = Array.from({ length: places }, (_, place) =>
      button("", () => press.row(place), { class: "card-button", "data-place": place }),
    );
    this._deckCount = element("span", { class: "count", ...UNSPOKEN });
    this.deck = button("", () => press.deck(), { class: "card-button" });
    this.deck.append(
      back("back", say("deck", {}, "on a card")),
      this._deckCount,
    );
    this._ticketCount = element("span", { class: "count", ...UNSPOKEN });
    this.tickets = button("", () => press.tickets(), { class: "card-button" });
    this.tickets.append(
      back("ticket-back", say("tickets", {}, "on a card")),
      this._ticketCount,
    );
    this.node = element(
      "section",
      { class: "market", "aria-label": say("Cards to draw") },
      element("div", { class: "row", role: "group", "aria-label": say("Face-up cards") }, ...this.row),
      element("div", { class: "row" }, this.deck, this.tickets),
    );
  }

  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{row: Set<number>, deck: boolean, tickets: boolean}} choices
   */
  show(scene, choices) {
    this.row.forEach((node, place) => {
      const color = scene.row[place] ?? null;
      if (node.dataset.color !== (color ?? "")) {
        node.dataset.color = color ?? "";
        const picture = color ? card(color) : element("span", { class: "card empty" });
        picture.setAttribute("aria-hidden", "true");
        node.replaceChildren(picture);
      }
      const number = place + 1;
      const name = color
        ? say("Take the {color} card, place {place}", { color: colorName(color), place: number })
        : say("Place {place} is empty", { place: number });
      allow(node, choices.row.has(place), name, String(number));
    });
    setText(this._deckCount, String(scene.deck));
    allow(this.deck, choices.deck, say("Draw from the deck, {count} cards left", { count: scene.deck }), "d");
    const { short, long } = scene.ticketsLeft;
    setText(this._ticketCount, long ? `${short}+${long}` : String(short));
    allow(this.tickets, choices.tickets, say("Draw tickets, {count} left", { count: short + long }), "t");
  }

  /** Highlight what a choice takes, or nothing. @param {import("../table/choices.js").Choice | undefined} choice */
  point(choice) {
    const pointed = choice && { row: this.row[choice.value ?? 0], deck: this.deck, tickets: this.tickets }[choice.kind];
    for (const node of [...this.row, this.deck, this.tickets]) node.classList.toggle("pointed", node === pointed);
  }
}

/** The back of a card. @param {string} kind @param {string} name */
const back = (kind, name) =>
  element("span", { class: `card ${kind}`, ...UNSPOKEN }, element("span", { class: "card-name" }, name));

/** @param {HTMLButtonElement} node @param {boolean} isLegal @param {string} name @param {string} key */
function allow(node, isLegal, name, key) {
  node.classList.toggle("legal", isLegal);
  node.setAttribute("aria-disabled", String(!isLegal));
  node.setAttribute("aria-label", name);
  node.setAttribute("aria-keyshortcuts", key);
  node.title = isLegal ? `${name} (${key})` : name;
}
