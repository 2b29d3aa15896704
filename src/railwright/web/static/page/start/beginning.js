// @ts-check
/** Starts games: requests one from the server, stores its keys, and opens its table. */

import * as api from "../kit/api.js";
import { notify } from "../kit/notice.js";
import { gameTitle, keep } from "../kit/saved-games.js";
import { say } from "../kit/say.js";
import { whenServerReady } from "../kit/waiting.js";

/** A person at this device, and a person with a link. Every other value is a computer player. */
export const HERE = "here";
export const LINK = "link";

/**
 * @typedef {{who: string, name: string}} SeatWish `who` is HERE, LINK or a computer player
 * @typedef {{board: string, title: string, tickets: string | null, ruleset: string | null, seats: SeatWish[],
 *   grace: number | null, absent?: {player: string, seconds: number | null} | null,
 *   clock?: {seconds: number, increment: number} | null}} Wish
 */

/** @param {SeatWish} seat */
export const asPlayer = ({ who, name }) => ({
  player: who === HERE || who === LINK ? "human" : who,
  name,
  invited: who === LINK,
});

/**
 * @param {Wish} wish
 * @param {{seed?: number, lessons?: import("../first-game/guide.js").Lessons}} [first] for a guided first game
 */
export async function begin(wish, { seed, lessons } = {}) {
  const make = () =>
    api.makeGame({
      board: wish.board,
      tickets: wish.tickets,
      ruleset: wish.ruleset,
      grace_seconds: wish.grace,
      absent: wish.absent ?? null,
      clock: wish.clock ?? null,
      seats: wish.seats.map(asPlayer),
      ...(seed === undefined ? {} : { seed }),
    });
  await enter(wish, make, lessons ? { lessons } : {});
}

/**
 * Continue from a step of a finished game.
 * @param {string} game
 * @param {number} step
 * @param {Wish} wish
 */
export async function playOn(game, step, wish) {
  await enter(wish, () => api.fork(game, { step, seats: wish.seats.map(asPlayer) }));
}

const ASK_AGAIN_MS = 1000;
const COMPILING = say("The game starts as soon as everything that it needs is compiled for this machine.");

/**
 * Repeat a request while a computer player is being compiled.
 * @template Made
 * @param {() => Promise<Made>} make
 * @returns {Promise<Made>}
 */
async function whenReady(make) {
  let isTold = false;
  for (;;) {
    try {
      return await make();
    } catch (error) {
      if (/** @type {Error} */ (error).name !== "not-ready") throw error;
      if (!isTold) notify(COMPILING);
      isTold = true;
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
  }
}

/**
 * @param {Wish} wish
 * @param {() => Promise<{game: string, keys: string[], invitations: string[]}>} make
 * @param {Partial<import("../kit/saved-games.js").Kept>} [more] what else to keep about the game
 */
async function enter(wish, make, more = {}) {
  try {
    await whenServerReady({ game: true });
    const { game, keys, invitations } = await whenReady(make);
    const of = (/** @type {string} */ who, /** @type {string[]} */ from) =>
      Object.fromEntries(wish.seats.flatMap((seat, i) => (seat.who === who ? [[String(i), from[i]]] : [])));
    const here = of(HERE, keys);
    const away = of(LINK, invitations);
    keep({ game, title: gameTitle(wish.title, wish.seats), here, away, wish, ...more });
    if (Object.keys(here).length)
      location.hash = Object.keys(away).length ? `#/table/${game}/invite` : `#/table/${game}`;
    else location.hash = Object.keys(away).length ? `#/watch/${game}` : `#/watch/${game}/start`;
  } catch (error) {
    notify(/** @type {Error} */ (error).message);
  }
}
