// @ts-check
/** The guide of a first game: a panel at the table that explains one step at a time, and rings what it is about. */

import { adviceFor, currentStep, paragraph, STEPS } from "./steps.js";
import { button, element, setText } from "../kit/element.js";
import { listen } from "../kit/keyboard.js";
import { nameValue } from "../kit/names.js";
import { progressOf } from "./progress.js";
import { keep, keptGame } from "../kit/saved-games.js";
import { say } from "../kit/say.js";
import { tell } from "../panels/log.js";

/** @typedef {{skipped: string[]}} Lessons the names of the steps that were skipped */

export class Guide {
  /** @param {import("../table/table.js").Table} table @param {Lessons} lessons */
  constructor(table, lessons) {
    this._table = table;
    this._skipped = lessons.skipped;
    this._moment = "";
    /** @type {import("./steps.js").Step | null} */
    this._step = null;
    this._begunAt = 0; // turns of the game before this step
    /** @type {Element[]} */
    this._ringed = [];
    this._number = element("span", { class: "guide-number" });
    this._title = element("h2");
    this._done = element("p", { class: "guide-done" });
    this._why = element("p", { class: "guide-why" });
    this._now = element("p", { class: "guide-now" });
    this._dots = STEPS.map(() => element("span", { class: "dot" }));
    this.node = element(
      "section",
      { class: "panel guide", "aria-label": say("Your first game"), tabindex: "-1", hidden: true },
      element("div", { class: "guide-head" }, this._title, this._number),
      element("div", { class: "dots", "aria-hidden": "true" }, ...this._dots),
      this._done,
      this._why,
      this._now,
      element(
        "div",
        { class: "guide-buttons" },
        button(say("Skip this step"), () => this._step && this._skip([this._step.name]), { class: "quiet-button" }),
        button(say("End the guide"), () => this._skip(STEPS.map(({ name }) => name)), { class: "quiet-button" }),
      ),
    );
    this._stop = listen({ g: () => this.node.focus() });
    table.parts.side.prepend(this.node);
    table.whenDrawn = () => void this._draw();
    void this._draw();
  }

  close() {
    this._stop();
    this._table.close();
  }

  /** @param {string[]} names */
  _skip(names) {
    const hadFocus = this.node.contains(document.activeElement);
    this._skipped = [...this._skipped, ...names];
    keep({ game: this._table.game, lessons: { skipped: this._skipped } });
    void this._draw();
    if (hadFocus && this.node.hidden) document.getElementById("screen")?.focus({ preventScroll: true });
  }

  async _draw() {
    const { state, about, choices } = this._table;
    if (!state?.me) return;
    const progress = progressOf(about, state);
    const step = currentStep(progress, this._skipped);
    const isMine = choices.all.length > 0;
    const moment = `${state.version} ${isMine} ${step?.name}`;
    if (moment === this._moment) return;
    this._moment = moment;
    this._point({});
    this.node.hidden = !step;
    if (!step) return;
    const isNew = this._begin(step, progress);
    this._shorten(state.turn);
    if (!isMine) {
      const waiting = () => say("It is {name}'s turn.", { name: nameValue(about.seats[state.seat].name) });
      setText(this._now, state.is_over ? say("The game is over. The scores follow.") : waiting());
      return;
    }
    setText(this._now, "");
    const found = await this._table.ways();
    if (moment !== this._moment) return;
    const { ways = [], together = null } = found ?? {};
    const { text, aim } = adviceFor(step, { about, state, choices, ways, together, progress });
    setText(this._now, text);
    this._point(aim);
    tell(isNew ? paragraph(this._done.textContent, `${step.title}.`, this._why.textContent, text) : text);
  }

  /**
   * Show a step, and what was done in the one before.
   * @param {import("./steps.js").Step} step
   * @param {import("./progress.js").Progress} progress
   * @returns {boolean} whether it has just begun
   */
  _begin(step, progress) {
    const { about } = this._table;
    const before = this._step;
    if (before !== step) {
      setText(this._done, before?.isDone(progress) ? `✓ ${before.done(about, progress)}` : "");
      this._begunAt = this._table.state.turn;
    }
    this._step = step;
    const place = STEPS.indexOf(step);
    this.node.dataset.step = step.name;
    setText(this._title, step.title);
    setText(this._number, say("Step {number} of {count}", { number: place + 1, count: STEPS.length }));
    setText(this._why, step.why(about));
    this._dots.forEach((dot, i) => {
      dot.classList.toggle("passed", STEPS[i].isDone(progress));
      dot.classList.toggle("here", i === place);
    });
    return before !== step;
  }

  /** Say what was done for a turn only; on phones, explain for two. @param {number} turn turns of the game so far */
  _shorten(turn) {
    const rounds = (turn - this._begunAt) / this._table.about.seats.length;
    if (rounds >= 1) setText(this._done, "");
    this._done.hidden = !this._done.textContent;
    this.node.classList.toggle("brief", rounds >= 2);
  }

  /** Ring what the advice is about. @param {import("./steps.js").Aim} aim */
  _point({ part, place, tracks }) {
    const { parts, board } = this._table;
    for (const node of this._ringed) node.classList.remove("guided");
    const { market, hand, seats, sheet } = parts;
    const node = part && { market: market.node, hand: hand.node, seats: seats.node, sheet: sheet.node }[part];
    this._ringed = [place === undefined ? node : market.row[place]].filter((one) => one !== undefined);
    for (const ringed of this._ringed) ringed.classList.add("guided");
    board.point("guide", { tracks: tracks ?? [] });
  }
}

/**
 * Let the guide accompany the game of a table, if it is somebody's first game.
 * @param {import("../table/table.js").Table} table
 * @returns {{close: () => void}} what closes the table
 */
export function guided(table) {
  const lessons = keptGame(table.game)?.lessons;
  return lessons ? new Guide(table, lessons) : table;
}
