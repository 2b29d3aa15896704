// @ts-check
/** A game in one press: a level on a line of seven, how many opponents, and "Play now". */

import { HERE, begin } from "./beginning.js";
import { button, element, setText } from "../kit/element.js";
import { freeName, levelStrength, levelTitle } from "./opponents.js";
import { proposal } from "./proposal.js";
import { ownName } from "../kit/names.js";
import { keptGames } from "../kit/saved-games.js";
import { say, sayNodes, spokenOf } from "../kit/say.js";
import * as settings from "../kit/settings.js";

export const USUAL = { board: "usa", title: "North America", tickets: null, ruleset: null, grace: null };
const MANY = [
  say("one", {}, "opponents"),
  say("two", {}, "opponents"),
  say("three", {}, "opponents"),
  say("four", {}, "opponents"),
];

export class PlayNow {
  /** @param {import("./opponents.js").Catalog} catalog */
  constructor({ levels }) {
    this._levels = levels;
    this._stops = levels.map((level) => this._stop(level));
    this._who = element("p", { class: "level-name" });
    this._style = element("p", {});
    this._strength = element("p", { class: "quiet" });
    this._many = element(
      "select",
      { "aria-label": say("Number of opponents") },
      ...MANY.map((word, place) => element("option", { value: place + 1 }, word)),
    );
    this._many.value = String(Math.min(Math.max(settings.settings.opponents, 1), MANY.length));
    this._many.addEventListener("change", () => {
      settings.change({ opponents: Number(this._many.value) });
      this._show();
    });
    this._against = element("p", { class: "level-many" }, this._many);
    this._proposed = element("p", { class: "proposed", hidden: true });
    this.node = element(
      "div",
      { class: "play-now" },
      element(
        "div",
        {
          class: "levels",
          role: "radiogroup",
          "aria-label": say("Level of your opponents"),
          "aria-describedby": "level-words",
        },
        ...this._stops,
      ),
      element("div", { id: "level-words", class: "level-words" }, this._who, this._style, this._strength),
      this._proposed,
      this._against,
    );
    this._show();
  }

  /** The level last chosen on this device; the lowest at first. */
  get level() {
    return this._levels.find(({ number }) => number === settings.settings.level) ?? this._levels[0];
  }

  begin() {
    const { names, player } = this.level;
    const person = ownName();
    const taken = new Set([person]);
    const computers = Array.from({ length: Number(this._many.value) }, () => {
      const name = freeName(names, taken);
      taken.add(name);
      return { who: player, name };
    });
    return begin({ ...USUAL, seats: [{ who: HERE, name: person }, ...computers] });
  }

  /** @param {import("./opponents.js").Level} level */
  _stop(level) {
    const label = say("Level {number}, {title}", { number: level.number, title: spokenOf(level, "title") });
    const radio = element("input", { type: "radio", name: "level", value: level.number, "aria-label": label });
    radio.addEventListener("change", () => this._choose(level.number));
    return element("label", { class: "level-stop", title: label }, radio, element("span", {}, level.number));
  }

  /** @param {number} number */
  _choose(number) {
    settings.change({ level: number });
    this._show();
  }

  _show() {
    const { level } = this;
    for (const stop of this._stops) {
      const radio = /** @type {HTMLInputElement} */ (stop.querySelector("input"));
      radio.checked = Number(radio.value) === level.number;
    }
    setText(this._who, say("Level {number}: {title}", { number: level.number, title: levelTitle(level) }));
    setText(this._style, spokenOf(level, "summary"));
    setText(this._strength, levelStrength(this._levels, level));
    this._sayAgainst();
    const found = proposal(keptGames(), this._levels, level.number);
    this._proposed.hidden = !found;
    if (!found) return;
    const { number } = found.level;
    const words = say("Try level {number}, {title}", { number, title: spokenOf(found.level, "title") });
    this._proposed.replaceChildren(
      `${found.why} `,
      button(words, () => this._choose(number), { class: "link-button" }),
    );
  }

  /** Write the words around the number of opponents, which keeps its place and so the focus. */
  _sayAgainst() {
    const nodes = sayNodes("Against {many} {count, plural, one {opponent} other {opponents}}", {
      many: this._many,
      count: Number(this._many.value),
    });
    for (const node of [...this._against.childNodes]) if (node !== this._many) node.remove();
    const place = nodes.indexOf(this._many);
    this._many.before(...nodes.slice(0, place));
    this._many.after(...nodes.slice(place + 1));
  }
}
