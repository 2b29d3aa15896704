// @ts-check
/**
 * What somebody has done so far in a game, read from its state alone: so it stays true after undoing, after loading the
 * page again, and on another device.
 */

/**
 * @typedef {object} Progress
 * @property {number} kept tickets held
 * @property {number} ticketPoints what they are worth together
 * @property {number} hand cards in hand
 * @property {boolean} hasTakenCards whether the person has finished a turn of taking cards
 * @property {number[]} claims own tracks
 * @property {number} longest spaces of the longest of them
 * @property {number} trains trains left
 * @property {boolean} isLastRound
 * @property {boolean} isOver
 */

/** Tracks from this length on are called long. */
export const LONG = 4;

/** @param {Record<string, number>} cards */
export const total = (cards) => Object.values(cards).reduce((sum, count) => sum + count, 0);

/**
 * @param {import("../kit/places.js").About} about
 * @param {any} state as the person's seat sees it
 * @returns {Progress}
 */
export function progressOf(about, state) {
  const { seat, hand, tickets } = state.me;
  const claims = Object.keys(state.owners)
    .map(Number)
    .filter((track) => state.owners[track] === seat);
  const lengths = claims.map((track) => about.board.tracks[track].length);
  const spent = lengths.reduce((sum, length) => sum + length, 0); // every space has cost a card
  const taken = total(hand) + spent - about.ruleset.opening_cards;
  const isTaking = state.seat === seat && state.stage === "second_card";
  return {
    kept: tickets.length,
    ticketPoints: tickets.reduce(
      (/** @type {number} */ sum, /** @type {any} */ { ticket }) => sum + about.tickets[ticket].points,
      0,
    ),
    hand: total(hand),
    hasTakenCards: taken > (isTaking ? 1 : 0),
    claims,
    longest: Math.max(0, ...lengths),
    trains: state.seats[seat].trains,
    isLastRound: state.last_round > 0,
    isOver: state.is_over,
  };
}
