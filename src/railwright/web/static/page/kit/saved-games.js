// @ts-check
/** The games of this device and the keys of their seats, kept in local storage. */

import { nameValue } from "./names.js";
import { say } from "./say.js";

const PLACE = "railwright.games";
const MOST = 60;

/**
 * @typedef {object} Kept
 * @property {string} game
 * @property {string} title such as "Europe: Ada, express"
 * @property {Record<string, string>} here keys of the seats played on this device
 * @property {Record<string, string>} away invitations to the seats of others
 * @property {boolean} isOver
 * @property {number} at time when it was last opened
 * @property {unknown} [wish] the request that created it, to play it again
 * @property {number} [endedAt] when its result was first shown
 * @property {boolean} [hasWon] whether the only person at this device won it
 * @property {import("../first-game/guide.js").Lessons} [lessons] what the guide of a first game keeps
 */

/**
 * The title of a game in lists, such as "Europe: Ada, express".
 * @param {string} board
 * @param {{name: string}[]} seats
 */
export const gameTitle = (board, seats) =>
  say("{board}: {names}", { board, names: { items: seats.map(({ name }) => nameValue(name)), between: ", " } });

/** @returns {Kept[]} most recent first */
export function keptGames() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {string} game @returns {Kept | undefined} */
export const keptGame = (game) => keptGames().find((kept) => kept.game === game);

/** @param {Partial<Kept> & {game: string}} news */
export function keep(news) {
  const old = keptGame(news.game);
  const fresh = { title: say("A game"), here: {}, away: {}, isOver: false, ...old, ...news, at: Date.now() };
  write([fresh, ...keptGames().filter((kept) => kept.game !== news.game)].slice(0, MOST));
}

/** @param {string} game */
export function forget(game) {
  write(keptGames().filter((kept) => kept.game !== game));
}

/** @param {Kept[]} games */
function write(games) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(games));
  } catch {
    // without local storage, the links still work
  }
}
