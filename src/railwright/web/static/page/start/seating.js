// @ts-check
/** The part of a form that assigns players to seats. */

import { HERE, LINK } from "./beginning.js";
import { button, element } from "../kit/element.js";
import * as settings from "../kit/settings.js";
import { seatBadge } from "../kit/signs.js";

/**
 * @typedef {{player: string, summary: string, strengths: {player: string, name: string}[]}} Player
 * @typedef {import("./beginning.js").SeatWish} SeatWish
 */

/** Name of a computer player at the table. @param {Player} player @param {string} [strength] */
const playerName = ({ player }, strength) => {
  const name = player.charAt(0).toUpperCase() + player.slice(1);
  return (strength ? `${name}, ${strength.split(",")[0]}` : name).slice(0, 24);
};

/** All computer players with their strengths. @param {Player[]} players */
export function computers(players) {
  return players.flatMap((player) =>
    (player.strengths.length ? player.strengths : [{ player: player.player, name: "" }]).map((strength) => ({
      who: strength.player,
      name: playerName(player, strength.name),
      summary: player.summary,
      text: strength.name ? `${player.player}: ${strength.name}` : player.player,
    })),
  );
}

export class Seating {
  /**
   * @param {Player[]} players
   * @param {SeatWish[]} seats
   * @param {{low: number, high: number}} bounds
   */
  constructor(players, seats, bounds) {
    this._computers = computers(players);
    this._bounds = bounds;
    this._seats = seats.map((seat) => ({ ...seat }));
    this._list = element("ol", { class: "seat-forms" });
    this._add = button("Add a seat", () => this._more(), { class: "quiet-button" });
    this.node = element("div", { class: "seating" }, this._list, this._add);
    this._draw();
  }

  /** @param {{low: number, high: number}} bounds */
  bound(bounds) {
    this._bounds = bounds;
    this._seats.splice(bounds.high);
    this._draw();
  }

  /** @returns {SeatWish[]} the seats, all with names */
  wishes() {
    let people = 0;
    return this._seats.map((seat) => {
      const computer = this._computers.find(({ who }) => who === seat.who);
      if (!computer) people += 1;
      return {
        who: seat.who,
        name:
          seat.name.trim() || computer?.name || (people === 1 ? settings.settings.name || "You" : `Player ${people}`),
      };
    });
  }

  _more() {
    this._seats.push({ who: this._computers[0].who, name: "" });
    this._draw();
    /** @type {HTMLElement | null} */ (this._list.lastElementChild?.querySelector("select"))?.focus();
  }

  _draw() {
    const { low, high } = this._bounds;
    this._list.replaceChildren(...this._seats.map((seat, number) => this._row(seat, number, this._seats.length > low)));
    this._add.hidden = this._seats.length >= high;
  }

  /** @param {SeatWish} seat @param {number} number @param {boolean} canGo */
  _row(seat, number, canGo) {
    const computer = () => this._computers.find(({ who }) => who === seat.who);
    const summary = element("p", { class: "quiet summary" });
    const name = element("input", {
      type: "text",
      maxlength: 24,
      value: seat.name,
      "aria-label": `Name in seat ${number + 1}`,
      autocomplete: "off",
    });
    const describe = () => {
      const found = computer();
      summary.textContent =
        found?.summary ??
        (seat.who === LINK
          ? "Joins with a link that you send."
          : number === 0
            ? "You, at this device."
            : "At this device, which you pass around.");
      name.placeholder = found?.name ?? (number === 0 ? settings.settings.name || "Your name" : "Name");
    };
    const select = element(
      "select",
      { "aria-label": `Who sits in seat ${number + 1}` },
      element(
        "optgroup",
        { label: "People" },
        element("option", { value: HERE }, "Person here"),
        element("option", { value: LINK }, "Person by link"),
      ),
      element(
        "optgroup",
        { label: "Computers" },
        ...this._computers.map(({ who, text }) => element("option", { value: who }, text)),
      ),
    );
    select.value = seat.who;
    select.addEventListener("change", () => {
      const wasComputer = Boolean(computer());
      seat.who = select.value;
      if (wasComputer !== Boolean(computer())) seat.name = name.value = ""; // people do not inherit a computer's name
      describe();
    });
    name.addEventListener("input", () => {
      seat.name = name.value;
      if (number === 0 && seat.who === HERE) settings.change({ name: name.value.trim() });
    });
    describe();
    const go = button(
      "×",
      () => {
        this._seats.splice(number, 1);
        this._draw();
      },
      { class: "quiet-button", "aria-label": `Remove seat ${number + 1}` },
    );
    return element("li", { class: "seat-form" }, seatBadge(number), select, name, canGo && go, summary);
  }
}
