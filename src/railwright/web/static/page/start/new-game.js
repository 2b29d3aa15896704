// @ts-check
/** The form for a custom game. */

import { boardPictureAddress, removeBoard } from "../kit/api.js";
import { HERE, LINK, begin } from "./beginning.js";
import { button, element } from "../kit/element.js";
import { notify } from "../kit/notice.js";
import { AbsenceForm } from "../people/absence-form.js";
import { ClockForm } from "../people/clock-form.js";
import { Seating } from "./seating.js";
import { say, spoken, spokenIn } from "../kit/say.js";
import { theme } from "../kit/settings.js";

/**
 * @typedef {{board: string, title: string, cities: number, tracks: number, decks: Record<string, number>,
 *   decks_said?: Record<string, import("../kit/say.js").Said>, deck: string, ruleset: string,
 *   rulesets: Record<string, string>, seats: [number, number], is_yours: boolean}} BoardFacts
 */

const FIRST = "usa";
const OWN_RULES = "";
const GRACES = [
  ["", say("{seconds, plural, one {# second} other {# seconds}}", { seconds: 3 })],
  ["0", say("none", {}, "time to undo")],
  ["10", say("{seconds, plural, one {# second} other {# seconds}}", { seconds: 10 })],
];

export class NewGame {
  /** @param {import("./opponents.js").Catalog & {boards: BoardFacts[]}} catalog @param {number} level */
  constructor(catalog, level) {
    const { boards, levels } = catalog;
    this._boards = [...boards].sort((a, b) => Number(b.board === FIRST) - Number(a.board === FIRST));
    this._list = element("div", { class: "board-list", role: "radiogroup", "aria-label": say("Board") });
    this._decks = element("select", { id: "deck" });
    this._rules = element("select", { id: "rules" });
    this._grace = element(
      "select",
      { id: "grace" },
      ...GRACES.map(([value, text]) => element("option", { value }, text)),
    );
    this._chosen = this._boards[0];
    const near = levels.find(({ number }) => number === level + 1) ?? levels[level - 2];
    const seats = [HERE, levels[level - 1].player, near.player].map((who) => ({ who, name: "" }));
    this._seating = new Seating(catalog, seats, { low: 2, high: 5 });
    this._absence = new AbsenceForm();
    this._clock = new ClockForm();
    this._research = element("input", { type: "checkbox", id: "research" });
    this._research.addEventListener("change", () => {
      this._seating.list(this._research.checked);
      this._listRules();
    });
    const field = (/** @type {string} */ id, /** @type {string} */ label, /** @type {Node} */ node) =>
      element("div", { class: "field" }, element("label", { for: id }, label), node);
    this.node = element(
      "form",
      { class: "card-panel new-game", submit: (/** @type {Event} */ event) => this._begin(event) },
      element("h2", {}, say("New game")),
      this._list,
      element(
        "div",
        { class: "form-columns" },
        element("fieldset", {}, element("legend", {}, say("Players")), this._seating.node),
        element(
          "fieldset",
          {},
          element("legend", {}, say("Game")),
          field("deck", say("Tickets"), this._decks),
          field("rules", say("Rules"), this._rules),
          field("grace", say("Time to undo before computers act"), this._grace),
          this._clock.node,
          this._absence.node,
          element("label", { class: "check" }, this._research, say("List more players and rules, from research")),
          element("button", { type: "submit", class: "main-button" }, say("Start")),
        ),
      ),
    );
    this.node.addEventListener("change", () => this._offer());
    this._drawBoards();
  }

  /** Offer what concerns people who join from elsewhere, or several people. */
  _offer() {
    const people = this._seating.wishes().filter(({ who }) => who === LINK || who === HERE);
    this._absence.show(people.some(({ who }) => who === LINK));
    this._clock.show(people.length > 1);
  }

  /** @param {BoardFacts} board */
  addBoard(board) {
    this._boards = [board, ...this._boards.filter((one) => one.board !== board.board)];
    this._chosen = board;
    this._drawBoards();
  }

  /** Remove a board that was uploaded from here. @param {BoardFacts} board */
  async _removeBoard(board) {
    try {
      await removeBoard(board.board);
    } catch (error) {
      return notify(/** @type {Error} */ (error).message);
    }
    this._boards = this._boards.filter((one) => one !== board);
    if (this._chosen === board) this._chosen = this._boards[0];
    this._drawBoards();
    notify(say("{board} was removed from the list of boards.", { board: board.title }));
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
    const remove = button("×", () => this._removeBoard(board), {
      class: "remove-board",
      "aria-label": say("Remove the board {board}", { board: board.title }),
      title: say("Remove this board"),
    });
    return element(
      "label",
      { class: "board-choice" },
      radio,
      board.is_yours && remove,
      element("img", {
        src: boardPictureAddress(board.board, theme()),
        alt: "",
        loading: "lazy",
        width: 280,
        height: 180,
      }),
      element("span", { class: "board-title" }, board.title),
      element("span", { class: "quiet" }, sizeWords(board)),
    );
  }

  /** @param {BoardFacts} board */
  _choose(board) {
    this._chosen = board;
    const option = (/** @type {string} */ value, /** @type {string} */ text) => element("option", { value }, text);
    this._decks.replaceChildren(
      ...Object.entries(board.decks).map(([deck, count]) =>
        option(deck, say("{deck} ({count})", { deck: deckName(board, deck), count })),
      ),
    );
    this._decks.value = board.deck;
    this._listRules();
    this._seating.bound({ low: board.seats[0], high: board.seats[1] });
  }

  /** List the rules of the chosen board: its own, shorter games, and those from research only if asked for. */
  _listRules() {
    const { ruleset, rulesets } = this._chosen;
    const before = this._rules.value;
    const isListed = (/** @type {string} */ name) => name === `${ruleset}-short` || this._research.checked;
    const others = Object.entries(rulesets).filter(([name]) => name !== ruleset && isListed(name));
    this._rules.replaceChildren(
      element("option", { value: OWN_RULES }, ruleset in rulesets ? say("Official") : say("Those of the board")),
      ...others.map(([name]) => element("option", { value: name }, spokenIn(this._chosen, "rulesets", name))),
    );
    this._rules.value = others.some(([name]) => name === before) ? before : OWN_RULES;
  }

  /** @param {Event} event */
  _begin(event) {
    event.preventDefault();
    this._offer();
    const { board, title } = this._chosen;
    begin({
      board,
      title,
      tickets: this._decks.value || null,
      ruleset: this._rules.value || null,
      seats: this._seating.wishes(),
      grace: this._grace.value === "" ? null : Number(this._grace.value),
      absent: this._absence.wish(),
      clock: this._clock.wish(),
    });
  }
}

/** @param {BoardFacts} board @param {string} deck */
function deckName({ decks_said: names }, deck) {
  return names?.[deck] ? spoken(names[deck]) : deck.replaceAll("_", " ");
}

/** @param {BoardFacts} board */
const sizeWords = ({ cities, tracks }) =>
  say(
    "{cities, plural, one {# city} other {# cities}}, {tracks, plural, one {# track} other {# tracks}}",
    { cities, tracks },
  );
