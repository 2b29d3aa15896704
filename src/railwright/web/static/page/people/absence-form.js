// @ts-check
/** The part of the form for a new game that says what happens when somebody is away. */

import { element } from "../kit/element.js";
import { say } from "../kit/say.js";
import { levelSelect } from "./stand-ins.js";

const WAITS = [
  ["60", say("after a minute")],
  ["300", say("after 5 minutes")],
  ["1800", say("after half an hour")],
  ["", say("only when I say so")],
];

/** @typedef {{player: string, seconds: number | null}} AbsenceWish */

export class AbsenceForm {
  constructor() {
    this._seconds = element(
      "select",
      { id: "absent-seconds" },
      ...WAITS.map(([value, text]) => element("option", { value }, text)),
    );
    this._seconds.value = "300";
    this._level = levelSelect("skilled", { id: "absent-level" });
    const field = (/** @type {string} */ id, /** @type {string} */ label, /** @type {Node} */ node) =>
      element("div", { class: "field" }, element("label", { for: id }, label), node);
    this.node = element(
      "div",
      { class: "part-of-form", hidden: true },
      field("absent-seconds", say("If we wait for somebody who is away, a computer plays"), this._seconds),
      field("absent-level", say("Its level"), this._level),
    );
  }

  /** Offer the choice only to people who join from elsewhere. @param {boolean} isThere */
  show(isThere) {
    this.node.hidden = !isThere;
  }

  /** @returns {AbsenceWish | null} */
  wish() {
    if (this.node.hidden) return null;
    const { value } = this._seconds;
    return { player: this._level.value, seconds: value === "" ? null : Number(value) };
  }
}
