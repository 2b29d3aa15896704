// @ts-check
/** The part of a form that assigns players to seats. */

import { HERE, LINK } from "./beginning.js";
import { button, element } from "../kit/element.js";
import { GROUPS, freeName, opponents } from "./opponents.js";
import { NAMELESS, givenName } from "../kit/names.js";
import { say } from "../kit/say.js";
import * as settings from "../kit/settings.js";
import { seatBadge } from "../kit/signs.js";

/**
 * @typedef {import("./beginning.js").SeatWish} SeatWish
 * @typedef {import("./opponents.js").Opponent} Opponent
 */

export class Seating {
  /**
   * @param {import("./opponents.js").Catalog} catalog
   * @param {SeatWish[]} seats
   * @param {{low: number, high: number}} bounds
   */
  constructor(catalog, seats, bounds) {
    this._opponents = opponents(catalog);
    this._bounds = bounds;
    this._seats = seats.map(({ who, name }) => ({ who, name: givenName(name) }));
    this._hasResearch = false;
    this._list = element("ol", { class: "seat-forms" });
    this._add = button(say("Add a seat"), () => this._more(), { class: "quiet-button" });
    this.node = element("div", { class: "seating" }, this._list, this._add);
    this._draw();
  }

  /** @param {{low: number, high: number}} bounds */
  bound(bounds) {
    this._bounds = bounds;
    this._seats.splice(bounds.high);
    this._draw();
  }

  /** Whether to list the players from research, too. @param {boolean} hasResearch */
  list(hasResearch) {
    this._hasResearch = hasResearch;
    this._draw();
  }

  /** @returns {SeatWish[]} the seats, all with names */
  wishes() {
    const usual = this._usualNames();
    return this._seats.map(({ who, name }, seat) => ({ who, name: givenName(name) || usual[seat] }));
  }

  /** The names of all seats without one of their own; no two computers are called the same. */
  _usualNames() {
    const taken = new Set(this._seats.map(({ name }) => givenName(name)).filter(Boolean));
    return this._seats.map((seat, place) => {
      if (givenName(seat.name)) return "";
      const found = this._opponent(seat);
      const name = found ? freeName(found.names, taken) : this._usualNameOfPerson(place);
      taken.add(name);
      return name;
    });
  }

  /** @param {number} place */
  _usualNameOfPerson(place) {
    const people = this._seats.filter((seat) => !this._opponent(seat));
    const seat = this._seats[place];
    const isOwn = seat === people.find(({ who }) => who === HERE);
    const own = isOwn && givenName(settings.settings.name);
    if (own) return own;
    return isOwn && people.length === 1 ? NAMELESS : say("Player {number}", { number: place + 1 });
  }

  /** @param {SeatWish} seat */
  _opponent(seat) {
    return this._opponents.find(({ who }) => who === seat.who);
  }

  _more() {
    const last = this._seats.findLast((seat) => this._opponent(seat));
    this._seats.push({ who: (last ?? this._opponents[0]).who, name: "" });
    this._draw();
    /** @type {HTMLElement | null} */ (this._list.lastElementChild?.querySelector("select"))?.focus();
  }

  _draw() {
    const { low, high } = this._bounds;
    this._list.replaceChildren(...this._seats.map((seat, number) => this._row(seat, number, this._seats.length > low)));
    this._add.hidden = this._seats.length >= high;
    this._describe();
  }

  /** Write the usual names and the descriptions of all seats. */
  _describe() {
    const usual = this._usualNames();
    this._seats.forEach((seat, number) => {
      const row = this._list.children[number];
      const found = this._opponent(seat);
      const isYou = number === 0 && seat.who === HERE;
      const name = /** @type {HTMLInputElement} */ (row.querySelector("input"));
      name.placeholder = found ? usual[number] : isYou ? settings.settings.name || say("Your name") : say("Name");
      const person = isYou ? say("You, at this device.") : say("At this device, which you pass around.");
      const words = found
        ? [found.summary, found.strength].filter(Boolean).join(" ")
        : seat.who === LINK
          ? say("Joins with a link that you send.")
          : person;
      /** @type {Element} */ (row.querySelector(".summary")).textContent = words;
    });
  }

  /** The groups of players to list: those from research only if asked for, or if one of them has the seat. */
  _options(/** @type {SeatWish} */ seat) {
    const isListed = (/** @type {Opponent} */ one) =>
      one.group !== "research" || this._hasResearch || one.who === seat.who;
    return Object.entries(GROUPS).map(([group, label]) => {
      const members = this._opponents.filter((one) => one.group === group && isListed(one));
      return (
        members.length > 0 &&
        element("optgroup", { label }, ...members.map((one) => element("option", { value: one.who }, one.label)))
      );
    });
  }

  /** @param {SeatWish} seat @param {number} number @param {boolean} canGo */
  _row(seat, number, canGo) {
    const name = element("input", {
      type: "text",
      maxlength: 24,
      value: seat.name,
      "aria-label": say("Name in seat {seat}", { seat: number + 1 }),
      autocomplete: "off",
    });
    const select = element(
      "select",
      { "aria-label": say("Who sits in seat {seat}", { seat: number + 1 }) },
      element(
        "optgroup",
        { label: say("People") },
        element("option", { value: HERE }, say("Person here")),
        element("option", { value: LINK }, say("Person by link")),
      ),
      ...this._options(seat),
    );
    select.value = seat.who;
    select.addEventListener("change", () => {
      const wasComputer = Boolean(this._opponent(seat));
      seat.who = select.value;
      if (wasComputer !== Boolean(this._opponent(seat))) seat.name = name.value = ""; // names do not change hands
      this._describe();
    });
    name.addEventListener("input", () => {
      seat.name = name.value;
      if (number === 0 && seat.who === HERE) settings.change({ name: name.value.trim() });
      this._describe();
    });
    const go = button(
      "×",
      () => {
        this._seats.splice(number, 1);
        this._draw();
      },
      { class: "quiet-button", "aria-label": say("Remove seat {seat}", { seat: number + 1 }) },
    );
    return element(
      "li",
      { class: "seat-form" },
      seatBadge(number),
      select,
      name,
      canGo && go,
      element("p", { class: "quiet summary" }),
    );
  }
}
