// @ts-check
/** The list of one's own games, with what can be done with each. */

import * as api from "../kit/api.js";
import { button, element } from "../kit/element.js";
import { nameValue } from "../kit/names.js";
import { notify } from "../kit/notice.js";
import { keptGame } from "../kit/saved-games.js";
import { dateWords, numeral, say, sayNodes } from "../kit/say.js";

/**
 * @typedef {object} End
 * @property {number} place
 * @property {number} win_share
 * @property {number} points
 * @property {number[]} scores
 * @property {number} completed
 * @property {number} failed
 * @property {number | null} accuracy
 * @typedef {object} OwnGame
 * @property {string} game
 * @property {number} added in seconds since 1970
 * @property {string} title
 * @property {number} seat
 * @property {{name: string, player: string}[]} seats
 * @property {boolean} is_over
 * @property {boolean} is_reviewed
 * @property {string} left_out
 * @property {End | null} end
 * @typedef {{games: OwnGame[], count: number, next: number | null}} Page
 */

/** Why a game does not count, on its card. @type {Record<string, string>} */
const MARKS = {
  continued: say("continues another game"),
  record: say("from a record"),
  "chosen-deal": say("with a chosen deal"),
  "stand-in": say("a computer stood in for you"),
  unfinished: say("unfinished"),
  pending: say("being worked out"),
  unreadable: say("cannot be replayed any more"),
};

export class GameList {
  /** @param {Page} first @param {{remove: (game: OwnGame) => Promise<boolean>}} acts */
  constructor(first, { remove }) {
    this._remove = remove;
    this._items = element("ul", { class: "own-games" });
    this._none = element(
      "p",
      { class: "quiet" },
      say("No games yet. Games that you begin or join in this browser are listed here."),
    );
    this._more = button(say("Show more"), () => this._showMore());
    this._next = first.next;
    const title = element("h2", {}, say("Games"));
    this.node = element("div", { class: "own-list" }, title, this._none, this._items, this._more);
    this._add(first);
  }

  get isEmpty() {
    return !this._items.children.length;
  }

  clear() {
    this._items.replaceChildren();
    this._next = null;
    this._update();
  }

  /** @param {Page} page */
  _add({ games, next }) {
    const known = new Set([...this._items.children].map((item) => /** @type {HTMLElement} */ (item).dataset.game));
    const fresh = games.filter(({ game }) => !known.has(game)); // a game that began meanwhile moves the pages on
    this._items.append(...fresh.map((game) => this._item(game)));
    this._next = next;
    this._update();
  }

  _update() {
    this._none.hidden = !this.isEmpty;
    this._more.hidden = this._next === null;
  }

  async _showMore() {
    if (this._next === null) return;
    const last = this._items.lastElementChild;
    try {
      this._add(await api.ownGames(this._next));
      /** @type {HTMLElement | null | undefined} */ (last?.nextElementSibling?.querySelector("a"))?.focus();
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
    }
  }

  /** @param {OwnGame} game */
  _item(game) {
    const item = element("li", { "data-game": game.game });
    const others = game.seats.filter((_, seat) => seat !== game.seat).map((one) => nameValue(one.name));
    const name = say("{board} against {others}", {
      board: game.title,
      others: { items: others, between: ", " },
    });
    const remove = async () => {
      if (!(await this._remove(game))) return;
      const near = item.nextElementSibling ?? item.previousElementSibling;
      item.remove();
      this._update();
      (/** @type {HTMLElement | null | undefined} */ (near?.querySelector("a")) ?? document.getElementById("screen"))?.focus();
    };
    item.append(
      element("a", { class: "game-title", href: address(game) }, name),
      element("span", { class: "own-end" }, ...endWords(game)),
      element(
        "span",
        { class: "quiet own-when" },
        dateWords(game.added * 1000),
        game.left_out && element("span", { class: "tag" }, MARKS[game.left_out] ?? game.left_out),
      ),
      element(
        "span",
        { class: "game-links" },
        ...links(game),
        button(say("Remove"), remove, { class: "link-button", "aria-label": say("Remove {game}", { game: name }) }),
      ),
    );
    return item;
  }
}

/** @param {OwnGame} game */
function address({ game, is_over: isOver }) {
  if (isOver) return `#/result/${game}`;
  return isHere(game) ? `#/table/${game}` : `#/watch/${game}`;
}

/** Whether this browser has the key of a seat. @param {string} game */
const isHere = (game) => Object.keys(keptGame(game)?.here ?? {}).length > 0;

/** @param {OwnGame} game */
function links(game) {
  if (!game.is_over) {
    const words = isHere(game.game) ? say("Continue", {}, "game") : say("Watch");
    return [element("a", { href: address(game) }, words)];
  }
  return [
    element("a", { href: address(game) }, game.is_reviewed ? say("Result and review") : say("Result")),
    element("a", { href: `#/replay/${game.game}` }, say("Replay")),
  ];
}

/** How it ended, such as "Won, 120 : 98". @param {OwnGame} game */
function endWords({ end, seat }) {
  if (!end) return [];
  const others = end.scores.filter((_, other) => other !== seat);
  const outcome = element("b", { class: end.win_share ? "won" : "" }, outcomeWords(end));
  const points = { items: [end.points, ...others].map((one) => numeral(one)), between: " : " };
  if (end.accuracy === null) return sayNodes("{outcome}, {points}", { outcome, points });
  return sayNodes("{outcome}, {points}, accuracy {accuracy}", { outcome, points, accuracy: Math.round(end.accuracy) });
}

/** @param {End} end */
function outcomeWords({ place, win_share: share }) {
  if (share) return share === 1 ? say("Won") : say("Shared the win");
  return say("{place, plural, =1 {1st} =2 {2nd} =3 {3rd} other {#th}}", { place });
}
