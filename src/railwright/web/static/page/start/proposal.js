// @ts-check
/** Which level to play next, from the games kept on this device. */

import { say } from "../kit/say.js";

const ENOUGH_WINS = 2;
const ENOUGH_LOSSES = 3;

/**
 * @typedef {import("../kit/saved-games.js").Kept} Kept
 * @typedef {import("./opponents.js").Level} Level
 */

/**
 * The number of the level that somebody played alone: the highest at the table; null if others were there.
 * @param {Kept} kept
 * @param {Level[]} levels
 */
export function levelOf({ wish }, levels) {
  const seats = /** @type {{seats?: {who: string}[]} | undefined} */ (wish)?.seats ?? [];
  const numbers = seats.map(({ who }) => levels.find(({ player }) => player === who)?.number);
  const computers = numbers.filter((number) => number !== undefined);
  const isAlone = computers.length > 0 && computers.length === seats.length - 1;
  return isAlone ? Math.max(...computers) : null;
}

/**
 * Another level than the chosen one, if the last games at that one were all won, or all lost.
 * @param {Kept[]} games
 * @param {Level[]} levels
 * @param {number} chosen
 * @returns {{level: Level, why: string} | null}
 */
export function proposal(games, levels, chosen) {
  const ended = games
    .filter(({ endedAt, hasWon }) => endedAt !== undefined && hasWon !== undefined)
    .filter((kept) => levelOf(kept, levels) === chosen)
    .sort((a, b) => Number(b.endedAt) - Number(a.endedAt));
  const above = levels.find(({ number }) => number === chosen + 1);
  const below = levels.find(({ number }) => number === chosen - 1);
  const last = (/** @type {number} */ count) => (ended.length >= count ? ended.slice(0, count) : null);
  if (above && last(ENOUGH_WINS)?.every(({ hasWon }) => hasWon))
    return { level: above, why: say("You won your last two games at level {level}.", { level: chosen }) };
  if (below && last(ENOUGH_LOSSES)?.every(({ hasWon }) => !hasWon))
    return { level: below, why: say("Three losses in a row at level {level}.", { level: chosen }) };
  return null;
}
