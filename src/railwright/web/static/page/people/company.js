// @ts-check
/** The people at the table: who is connected now. Shown at the seats, unless everybody sits at this device. */

import { button, element, setText } from "../kit/element.js";
import { nameValue } from "../kit/names.js";
import { say } from "../kit/say.js";
import { levelName, noteStandIns, offerStandIn, standInOf } from "./stand-ins.js";

/** Whether a seat's person is here, as the page shows it. @typedef {"here" | "away" | "invited"} Whereabouts */

/** @type {Record<Whereabouts, string>} */
const WORDS = {
  here: say("here", {}, "person"),
  away: say("away", {}, "person"),
  invited: say("not here yet"),
};

/** @param {any} state @param {number} seat @returns {Whereabouts} */
export function whereabouts(state, seat) {
  if (state.present.includes(seat)) return "here";
  return state.invited.includes(seat) ? "invited" : "away";
}

/** The seats of people. @param {import("../kit/places.js").About} about */
const peopleOf = (about) => about.seats.flatMap(({ is_person: isPerson }, seat) => (isPerson ? [seat] : []));

/** Whether some of the people are elsewhere, not at this device. @param {import("../table/table.js").Table} table */
export const isShared = ({ about, keys }) => peopleOf(about).some((seat) => !keys.has(seat));

/** @param {number} count */
export function watcherWords(count) {
  if (!count) return "";
  return say("{count, plural, one {One person is watching.} other {# people are watching.}}", { count });
}

export class Company {
  /** @param {import("../table/table.js").Table} table @param {import("../panels/seats.js").Seats} seats */
  constructor(table, seats) {
    this._table = table;
    this._watchers = element("p", { class: "watchers", hidden: true });
    /** @type {Map<number, {row: HTMLElement, node: HTMLElement, call: HTMLElement}>} */
    this._people = new Map();
    for (const seat of isShared(table) ? peopleOf(table.about) : []) {
      const row = seats.place(seat);
      const node = element("span", { class: "presence" });
      const name = nameValue(table.about.seats[seat].name);
      const call = button(say("Let a computer play"), () => offerStandIn(table, seat), {
        class: "stand-in-button",
        "aria-label": say("Let a computer play for {name}", { name }),
        hidden: true,
      });
      row.querySelector(".seat-name")?.after(node);
      row.append(call);
      this._people.set(seat, { row, node, call });
    }
    seats.node.append(this._watchers);
  }

  /** Show the state that the server sent last. Steps that are still being shown make no difference to people. */
  show() {
    const { state } = this._table;
    if (!state) return;
    const isHost = state.hosts.some((/** @type {number} */ seat) => this._table.keys.has(seat));
    for (const [seat, { row, node, call }] of this._people) {
      const where = whereabouts(state, seat);
      const player = standInOf(state, seat);
      row.dataset.presence = where;
      setText(node, player ? say("computer ({level})", { level: levelName(player) }) : WORDS[where]);
      call.hidden = !isHost || where === "here" || player !== null || state.is_over;
    }
    noteStandIns(this._table.parts.log, this._table.about, state);
    const others = state.watchers - (this._table.keys.size ? 0 : 1);
    setText(this._watchers, watcherWords(others));
    this._watchers.hidden = others <= 0;
  }
}
