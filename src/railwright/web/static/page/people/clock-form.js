// @ts-check
/** The part of the form for a new game that gives everybody a time. */

import { element } from "../kit/element.js";
import { say } from "../kit/say.js";

const MINUTES = [5, 10, 15, 20, 30, 45, 60];
const INCREMENTS = [10, 20, 30, 60, 0];

/** @typedef {{seconds: number, increment: number}} ClockWish */

/** @param {number} seconds */
const incrementWords = (seconds) =>
  seconds ? say("{seconds, plural, one {# second} other {# seconds}}", { seconds }) : say("nothing");

export class ClockForm {
  constructor() {
    const option = (/** @type {number | ""} */ value, /** @type {string} */ text) => element("option", { value }, text);
    this._minutes = element(
      "select",
      { id: "clock" },
      option("", say("as much as they like")),
      ...MINUTES.map((minutes) => option(minutes, say("{minutes} minutes for the game", { minutes }))),
    );
    this._increment = element(
      "select",
      { id: "clock-increment" },
      ...INCREMENTS.map((seconds) => option(seconds, incrementWords(seconds))),
    );
    const field = (/** @type {string} */ id, /** @type {string} */ label, /** @type {Node} */ node) =>
      element("div", { class: "field" }, element("label", { for: id }, label), node);
    this._more = element(
      "div",
      { class: "part-of-form", hidden: true },
      field("clock-increment", say("Added for each turn"), this._increment),
      element(
        "p",
        { class: "quiet" },
        say(
          "When the time of somebody is up, a computer finishes the turn. Later turns have only the added seconds; " +
            "without any, the computer plays on. Nobody loses points.",
        ),
      ),
    );
    this._minutes.addEventListener("change", () => (this._more.hidden = this._minutes.value === ""));
    this.node = element(
      "div",
      { class: "part-of-form", hidden: true },
      field("clock", say("Time of each person"), this._minutes),
      this._more,
    );
  }

  /** Offer the choice only where several people play. @param {boolean} isThere */
  show(isThere) {
    this.node.hidden = !isThere;
  }

  /** @returns {ClockWish | null} */
  wish() {
    const minutes = Number(this._minutes.value);
    if (this.node.hidden || !minutes) return null;
    return { seconds: 60 * minutes, increment: Number(this._increment.value) };
  }
}
