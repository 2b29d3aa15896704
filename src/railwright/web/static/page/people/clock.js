// @ts-check
/** The time that each person has left, counted down here from what the server said last. */

import { element, setText } from "../kit/element.js";
import { say } from "../kit/say.js";
import { tell } from "../panels/log.js";

/** How often the shown time is compared with the real one, in milliseconds. */
const TICK_MS = 250;

/** Below this, the time is emphasised and announced once, in seconds. */
const SHORT = 30;

/** @typedef {{left: (number | null)[], runs: number | null}} ClockState */

/** A time such as 4:05 or 1:00:00; a second that has begun counts. @param {number} seconds */
export function clockWords(seconds) {
  const whole = Math.ceil(seconds);
  const pair = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${pair(minutes)}:${pair(whole % 60)}` : `${minutes}:${pair(whole % 60)}`;
}

export class Clocks {
  /** @param {import("../table/table.js").Table} table @param {import("../panels/seats.js").Seats} seats */
  constructor(table, seats) {
    this._table = table;
    this._seats = seats;
    /** @type {Map<number, HTMLElement>} */
    this._nodes = new Map();
    /** @type {ClockState} */
    this._state = { left: [], runs: null };
    this._heardAt = 0;
    this._timer = 0;
    /** The seat whose short time has been announced, until another clock runs. @type {number | null} */
    this._told = null;
  }

  /** Hear a state of the game, as soon as it arrives. @param {{clock: ClockState | null}} state */
  hear({ clock }) {
    if (!clock) return;
    this._state = clock;
    this._heardAt = performance.now();
    if (clock.runs !== this._told) this._told = null;
    clearInterval(this._timer);
    this._timer = clock.runs === null ? 0 : window.setInterval(() => this._show(), TICK_MS);
    this._show();
  }

  close() {
    clearInterval(this._timer);
  }

  /** @param {number} seat */
  _node(seat) {
    const known = this._nodes.get(seat);
    if (known) return known;
    const node = element("span", { class: "clock", role: "timer", title: say("time left") });
    this._nodes.set(seat, node);
    this._seats.place(seat).querySelector(".facts")?.append(node);
    return node;
  }

  _show() {
    const { left, runs } = this._state;
    left.forEach((time, seat) => {
      if (time === null) return;
      const passed = seat === runs ? (performance.now() - this._heardAt) / 1000 : 0;
      const now = Math.max(0, time - passed);
      const node = this._node(seat);
      setText(node, clockWords(now));
      node.classList.toggle("runs", seat === runs);
      node.classList.toggle("short", seat === runs && now <= SHORT);
      if (seat === runs && now <= SHORT) this._warn(seat, now);
    });
  }

  /** Announce once that the time of somebody at this device runs short. @param {number} seat @param {number} left */
  _warn(seat, left) {
    if (this._told === seat || !this._table.keys.has(seat)) return;
    this._told = seat;
    const seconds = Math.ceil(left);
    tell(say("You have {seconds, plural, one {# second} other {# seconds}} left.", { seconds }));
  }
}
