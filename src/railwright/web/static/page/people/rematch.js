// @ts-check
/**
 * The rematch after a game of several people: one begins it, and everybody who still has the result open, spectators
 * included, is offered the new game. Keys stay the same, for the next seat each.
 */

import * as api from "../kit/api.js";
import { button, element, setText } from "../kit/element.js";
import { Live } from "../table/live.js";
import { nameValue } from "../kit/names.js";
import { notify } from "../kit/notice.js";
import { gameTitle, keep, keptGame } from "../kit/saved-games.js";
import { say } from "../kit/say.js";

/** The same in the next seats. @template T @param {Record<string, T>} seats @param {number} count */
const movedOn = (seats, count) =>
  Object.fromEntries(Object.entries(seats).map(([seat, value]) => [String((Number(seat) + 1) % count), value]));

/** Whether several people took part, not all of them at this device. @param {import("../kit/places.js").About} about @param {string} game */
export function isShared(about, game) {
  const here = Object.keys(keptGame(game)?.here ?? {});
  return about.seats.some(({ is_person: isPerson }, seat) => isPerson && !here.includes(String(seat)));
}

export class RematchOffer {
  /** @param {import("../kit/places.js").About} about @param {string} game @param {any} state */
  constructor(about, game, state) {
    this._about = about;
    this._game = game;
    this._keys = keptGame(game)?.here ?? {};
    const [key = null] = Object.values(this._keys);
    this._key = key;
    this._words = element("p", { class: "rematch-words", role: "status" });
    this._begin = button(say("Rematch"), () => this._ask(), {
      class: "main-button",
      title: say("The same people, each in the next seat"),
    });
    this._join = element(
      "a",
      { class: "button main-button", hidden: true },
      key ? say("Join the rematch") : say("Watch the rematch"),
    );
    this._join.addEventListener("click", (event) => {
      if (!this._key) return this._remember();
      event.preventDefault();
      void this._ask();
    });
    this.node = element("div", { class: "rematch" }, this._begin, this._join, this._words);
    this._show(state);
    this._live = new Live(game, {
      state: (/** @type {any} */ news) => this._show(news),
      lost: () => undefined,
      gone: () => undefined,
    });
    this._live.look(key, state.steps, Object.values(this._keys));
  }

  /** @param {any} state */
  _show(state) {
    this._following = state.rematch;
    this._begin.hidden = !this._key || Boolean(state.rematch);
    this._join.hidden = !state.rematch;
    if (state.rematch) this._join.setAttribute("href", this._address(state.rematch));
    const here = state.present
      .filter((/** @type {number} */ seat) => !(seat in this._keys))
      .map((/** @type {number} */ seat) => nameValue(this._about.seats[seat].name));
    const company = here.length
      ? say("Still here: {names}.", { names: { items: here, between: ", " } })
      : say("Nobody else is here now.");
    setText(this._words, state.rematch ? say("A rematch has started, with the seats moved on by one.") : company);
  }

  /** @param {string} following */
  _address(following) {
    return `#/${this._key ? "table" : "watch"}/${following}`;
  }

  async _ask() {
    if (!this._key) return;
    try {
      const { game } = await api.rematch(this._game, this._key);
      this._following = game;
      this._remember();
      location.hash = this._address(game);
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
    }
  }

  /** Keep the keys, and invitations that nobody has used, for the next game. */
  _remember() {
    if (!this._following) return;
    const { board, seats } = this._about;
    keep({
      game: this._following,
      title: gameTitle(board.title, [...seats.slice(-1), ...seats.slice(0, -1)]),
      here: movedOn(this._keys, seats.length),
      away: movedOn(keptGame(this._game)?.away ?? {}, seats.length),
    });
  }

  close() {
    this._live.close();
  }
}
