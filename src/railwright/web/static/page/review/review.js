// @ts-check
/** The review of a finished game: it is computed in the background, shown with its progress, and kept with the game. */

import * as api from "../kit/api.js";
import { balanceBars } from "./balance-bars.js";
import { button, element, setText } from "../kit/element.js";
import { chanceChart } from "./chance-chart.js";
import { costliest } from "./costliest.js";
import { accuracyTable } from "./accuracy-table.js";
import { say, spokenOf } from "../kit/say.js";

const ASK_AGAIN_MS = 1000;

export class Review {
  /**
   * @param {import("../kit/places.js").About} about
   * @param {import("../start/beginning.js").Wish} wish the settings of the game, for trying again
   */
  constructor(about, wish) {
    this.about = about;
    this.wish = wish;
    this._timer = 0;
    this._isClosed = false;
    this._isRunning = false;
    this._words = element("p", { class: "review-words", role: "status" });
    this._bar = element("progress", { "aria-label": say("Progress of the review") });
    this._begin = button(say("Review this game"), () => this._ask("POST"), { class: "main-button" });
    this._stop = button(say("Stop"), () => this._ask("DELETE"), { class: "quiet-button" });
    this._body = element("div", { class: "review-body" });
    this.node = element(
      "section",
      { class: "card-panel review", "aria-label": say("Review") },
      element("h2", {}, say("Review")),
      element("div", { class: "review-state" }, this._words, this._bar, this._begin, this._stop),
      this._body,
    );
  }

  /** Show what there is. */
  async load() {
    await this._ask("GET");
  }

  /** @param {"GET" | "POST" | "DELETE"} method */
  async _ask(method) {
    clearTimeout(this._timer);
    try {
      const found = await api.review(this.about.game, method);
      if (!this._isClosed) this._show(found, { isStopped: method === "DELETE" });
    } catch (error) {
      if (this._isClosed) return;
      const { name, message } = /** @type {Error} */ (error);
      if (!this._isRunning || name === "unknown-game") return this._state(message, { canBegin: true });
      this._state(say("The connection to the server is lost. Trying again ..."), { canStop: true });
      this._askAgain();
    }
  }

  _askAgain() {
    this._timer = window.setTimeout(() => this._ask("GET"), ASK_AGAIN_MS);
  }

  /** @param {any} found @param {{isStopped: boolean}} asked whether this page has asked to stop it */
  _show(found, { isStopped }) {
    const { state, done, pieces, review } = found;
    const isInterrupted = this._isRunning && state === "none" && !isStopped;
    this._isRunning = state === "running";
    if (state === "done") {
      this._state("", {});
      this._body.replaceChildren(...this._parts(review));
      return;
    }
    this._body.replaceChildren();
    if (state === "running") {
      this._bar.max = pieces;
      this._bar.value = done;
      this._state(say("The game is being reviewed. You can leave this page meanwhile."), { canStop: true });
      this._askAgain();
      return;
    }
    const text =
      state === "failed"
        ? say("The review could not be finished: {message}", { message: spokenOf(found, "message") })
        : isInterrupted
          ? say("The review was stopped before it was done. You can start it again.")
          : say("See who led when, what was luck, and which decisions cost most. This takes about a minute.");
    this._state(text, { canBegin: true });
  }

  /** @param {string} words @param {{canBegin?: boolean, canStop?: boolean}} offered */
  _state(words, { canBegin = false, canStop = false }) {
    setText(this._words, words);
    this._words.hidden = !words;
    this._begin.hidden = !canBegin;
    this._bar.hidden = this._stop.hidden = !canStop;
  }

  /** @param {any} review */
  _parts(review) {
    const names = this.about.seats.map(({ name }) => name);
    return [
      chanceChart(review, names),
      element(
        "div",
        { class: "review-columns" },
        balanceBars(review.seats, names),
        accuracyTable(review.seats, names),
      ),
      costliest(this.about, this.wish, review.seats, names),
    ];
  }

  close() {
    this._isClosed = true;
    clearTimeout(this._timer);
  }
}
