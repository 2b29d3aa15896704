// @ts-check
/** The form for a custom game. */

import { boardPictureAddress } from "../kit/api.js";
import { HERE, begin } from "./beginning.js";
import { element } from "../kit/element.js";
import { Seating } from "./seating.js";
import { theme } from "../kit/settings.js";

/**
 * @typedef {{board: string, title: string, cities: number, tracks: number, decks: Record<string, number>,
 *   deck: string, ruleset: string, rulesets: string[], seats: [number, number]}} BoardFacts
 */

const FIRST = "usa";
const GRACES = [
  ["", "3 seconds"],
  ["0", "none"],
  ["10", "10 seconds"],
];

export class NewGame {
  /** @param {{boards: BoardFacts[], players: any[]}} catalog */
  constructor({ boards, players }) {
    this._boards = [...boards].sort((a, b) => Number(b.board === FIRST) - Number(a.board === FIRST));
    this._list = element("div", { class: "board-list", role: "radiogroup", "aria-label": "Board" });
    this._decks = element("select", { id: "deck" });
    this._rules = element("select", { id: "rules" });
    this._grace = element(
      "select",
      { id: "grace" },
      ...GRACES.map(([value, text]) => element("option", { value }, text)),
    );
    this._chosen = this._boards[0];
    const seats = [
      { who: HERE, name: "" },
      { who: "express:iterations=200", name: "" },
      { who: "rule", name: "" },
    ];
    this._seating = new Seating(players, seats, { low: 2, high: 5 });
    const field = (/** @type {string} */ id, /** @type {string} */ label, /** @type {Node} */ node) =>
      element("div", { class: "field" }, element("label", { for: id }, label), node);
    this.node = element(
      "form",
      { class: "card-panel new-game", submit: (/** @type {Event} */ event) => this._begin(event) },
      element("h2", {}, "New game"),
      this._list,
      element(
        "div",
        { class: "form-columns" },
        element("fieldset", {}, element("legend", {}, "Players"), this._seating.node),
        element(
          "fieldset",
          {},
          element("legend", {}, "Game"),
          field("deck", "Tickets", this._decks),
          field("rules", "Rules", this._rules),
          field("grace", "Time to undo before computers act", this._grace),
          element("button", { type: "submit", class: "main-button" }, "Start"),
        ),
      ),
    );
    this._drawBoards();
  }

  /** @param {BoardFacts} board */
  addBoard(board) {
    this._boards = [board, ...this._boards.filter((one) => one.board !== board.board)];
    this._chosen = board;
    this._drawBoards();
  }

  _drawBoards() {
    this._list.replaceChildren(...this._boards.map((board) => this._boardNode(board)));
    this._choose(this._chosen);
  }

  /** @param {BoardFacts} board */
  _boardNode(board) {
    const radio = element("input", { type: "radio", name: "board", value: board.board, "aria-label": board.title });
    radio.checked = board === this._chosen;
    radio.addEventListener("change", () => this._choose(board));
    return element(
      "label",
      { class: "board-choice" },
      radio,
      element("img", {
        src: boardPictureAddress(board.board, theme()),
        alt: "",
        loading: "lazy",
        width: 280,
        height: 180,
      }),
      element("span", { class: "board-title" }, board.title),
      element("span", { class: "quiet" }, `${board.cities} cities, ${board.tracks} tracks`),
    );
  }

  /** @param {BoardFacts} board */
  _choose(board) {
    this._chosen = board;
    const option = (/** @type {string} */ value, /** @type {string} */ text) => element("option", { value }, text);
    this._decks.replaceChildren(
      ...Object.entries(board.decks).map(([deck, count]) => option(deck, `${deck.replaceAll("_", " ")} (${count})`)),
    );
    this._decks.value = board.deck;
    this._rules.replaceChildren(
      ...board.rulesets.map((name) => option(name, name === board.ruleset ? `${name} (official)` : name)),
    );
    this._rules.value = board.ruleset;
    this._seating.bound({ low: board.seats[0], high: board.seats[1] });
  }

  /** @param {Event} event */
  _begin(event) {
    event.preventDefault();
    const { board, title } = this._chosen;
    begin({
      board,
      title,
      tickets: this._decks.value || null,
      ruleset: this._rules.value || null,
      seats: this._seating.wishes(),
      grace: this._grace.value === "" ? null : Number(this._grace.value),
    });
  }
}
