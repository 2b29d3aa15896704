// @ts-check
/** Names of tracks, cities and tickets. */

import { colorName } from "./colors.js";
import { say } from "./say.js";

/**
 * @typedef {{cities: [string, string], length: number, color: string, kind?: string, locomotives?: number}} Track
 * @typedef {{places: [string, string], points: number, long: boolean, cities: number[][]}} Ticket
 * @typedef {{game: string, board: {name: string, title: string, cities: {name: string}[], tracks: Track[]},
 *   deck: string, ruleset: any, tickets: Ticket[], phrases: Record<string, string>,
 *   seats: {name: string, is_person: boolean, player: string}[]}} About
 */

/** The two cities of a track, such as "Paris to Frankfurt". @param {About} about @param {number} track */
export function routeName(about, track) {
  const [from, to] = about.board.tracks[track].cities;
  return say("{from} to {to}", { from, to });
}

/**
 * A track by its cities; a parallel one also by its colour, such as "Paris to Frankfurt, orange".
 * @param {About} about
 * @param {number} track
 */
export function trackName(about, track) {
  const route = routeName(about, track);
  if (!isParallel(about, track)) return route;
  return say("{route}, {color}", { route, color: colorName(about.board.tracks[track].color) });
}

/**
 * What is printed on a track, such as "Paris to Frankfurt, 3 orange, 4 points": equal tracks have equal words.
 * @param {About} about
 * @param {number} track
 */
export const trackWords = (about, track) =>
  say("{route}, {kind}, {points}", {
    route: routeName(about, track),
    kind: trackKind(about, track),
    points: trackPoints(about, track),
  });

/** Such as "4 pink" or "6 gray tunnel". @param {About} about @param {number} track */
export function trackKind(about, track) {
  const { length, color, kind, locomotives } = about.board.tracks[track];
  const spaces = say("{count} {color}", { count: length, color: colorName(color) });
  if (kind === "tunnel") return say("{spaces} tunnel", { spaces });
  if (kind !== "ferry") return spaces;
  return locomotives
    ? say("{spaces} ferry with {count, plural, one {# locomotive} other {# locomotives}}", {
        spaces,
        count: locomotives,
      })
    : say("{spaces} ferry", { spaces });
}

/** What a track is worth, such as "7 points". @param {About} about @param {number} track */
export function trackPoints(about, track) {
  const points = about.ruleset.route_points[about.board.tracks[track].length] ?? 0;
  return say("{points, plural, one {# point} other {# points}}", { points });
}

/**
 * Free tracks that nobody can claim any more: with few players, those parallel to a claimed one.
 * @param {About} about
 * @param {Record<string, number>} owners
 * @returns {Set<number>}
 */
export function closedTracks(about, owners) {
  if (about.seats.length > about.ruleset.single_track_seats) return new Set();
  const claimed = new Set(Object.keys(owners).map((track) => routeOf(about, Number(track))));
  const free = about.board.tracks.map((_, track) => track).filter((track) => owners[track] === undefined);
  return new Set(free.filter((track) => claimed.has(routeOf(about, track))));
}

/** Whether there is another track between the same cities. @param {About} about @param {number} track */
export const isParallel = (about, track) =>
  about.board.tracks.some((_, i) => i !== track && routeOf(about, i) === routeOf(about, track));

/** The pair of cities of a track, as a key: parallel tracks have the same. @param {About} about @param {number} track */
export const routeOf = (about, track) => [...about.board.tracks[track].cities].sort().join("|");

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
  return say("{from} to {to}, {points, plural, one {# point} other {# points}}", {
    from: places[0],
    to: places[1],
    points,
  });
}

/** A mix of short and long tickets, in words. @param {number} long @param {number} all */
export function mixWords(long, all) {
  const short = all - long;
  if (!long) return say("{count} short", { count: short }, "tickets");
  return short
    ? say("{short} short and {long} long", { short, long }, "tickets")
    : say("{count} long", { count: long }, "tickets");
}
