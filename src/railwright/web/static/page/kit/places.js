// @ts-check
/** Names of tracks, cities and tickets. */

/**
 * @typedef {{cities: [string, string], length: number, color: string, kind?: string, locomotives?: number}} Track
 * @typedef {{places: [string, string], points: number, long: boolean, cities: number[][]}} Ticket
 * @typedef {{game: string, board: {name: string, title: string, cities: {name: string}[], tracks: Track[]},
 *   deck: string, ruleset: any, tickets: Ticket[], seats: {name: string, is_person: boolean, player: string}[]}} About
 */

/** @param {About} about @param {number} track */
export function trackName(about, track) {
  const [a, b] = about.board.tracks[track].cities;
  return `${a} to ${b}`;
}

/** Such as "4 pink" or "6 gray tunnel". @param {About} about @param {number} track */
export function trackKind(about, track) {
  const { length, color, kind, locomotives } = about.board.tracks[track];
  const words = [`${length} ${color}`];
  if (kind && kind !== "normal") words.push(kind);
  if (locomotives) words.push(`with ${locomotives} locomotive${locomotives > 1 ? "s" : ""}`);
  return words.join(" ");
}

/** The number of the track named in an event. @param {About} about @param {[string, string, number]} words */
export function trackIndex(about, [a, b, number]) {
  let left = number;
  return about.board.tracks.findIndex(({ cities: [c, d] }) => {
    const isSame = (a === c && b === d) || (a === d && b === c);
    return isSame && --left === 0;
  });
}

/** @param {About} about @param {string} name */
export const cityIndex = (about, name) => about.board.cities.findIndex((city) => city.name === name);

/** @param {About} about @param {number} ticket */
export function ticketName(about, ticket) {
  const { places, points } = about.tickets[ticket];
  return `${places[0]} to ${places[1]}, ${points} points`;
}

/** A mix of short and long tickets, in words. @param {number} long @param {number} all */
export function mixWords(long, all) {
  const short = all - long;
  if (!long) return `${short} short`;
  return short ? `${short} short and ${long} long` : `${long} long`;
}
