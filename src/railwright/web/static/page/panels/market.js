// @ts-check
/** The face-up cards, the deck and the ticket deck. */

import { button, element, setText } from "../kit/element.js";
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
      element("span", { class: "card back", ...UNSPOKEN }, element("span", { class: "card-name" }, "deck")),
      this._deckCount,
    );
    this._ticketCount = element("span", { class: "count", ...UNSPOKEN });
    this.tickets = button("", () => press.tickets(), { class: "card-button" });
    this.tickets.append(
      element("span", { class: "card ticket-back", ...UNSPOKEN }, element("span", { class: "card-name" }, "tickets")),
      this._ticketCount,
    );
    this.node = element(
      "section",
      { class: "market", "aria-label": "Cards to draw" },
      element("div", { class: "row", role: "group", "aria-label": "Face-up cards" }, ...this.row),
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
      allow(
        node,
        choices.row.has(place),
        color ? `Take the ${color} card, place ${place + 1}` : `Place ${place + 1} is empty`,
        String(place + 1),
      );
    });
    setText(this._deckCount, String(scene.deck));
    allow(this.deck, choices.deck, `Draw from the deck, ${scene.deck} cards left`, "d");
    const { short, long } = scene.ticketsLeft;
    setText(this._ticketCount, long ? `${short}+${long}` : String(short));
    allow(this.tickets, choices.tickets, `Draw tickets, ${short + long} left`, "t");
  }

  /** Highlight what a choice takes, or nothing. @param {import("../table/choices.js").Choice | undefined} choice */
  point(choice) {
    const pointed = choice && { row: this.row[choice.value ?? 0], deck: this.deck, tickets: this.tickets }[choice.kind];
    for (const node of [...this.row, this.deck, this.tickets]) node.classList.toggle("pointed", node === pointed);
  }
}

/** @param {HTMLButtonElement} node @param {boolean} isLegal @param {string} name @param {string} key */
function allow(node, isLegal, name, key) {
  node.classList.toggle("legal", isLegal);
  node.setAttribute("aria-disabled", String(!isLegal));
  node.setAttribute("aria-label", name);
  node.setAttribute("aria-keyshortcuts", key);
  node.title = isLegal ? `${name} (${key})` : name;
}
