// @ts-check
/** What somebody could do now, from their cards, their tickets and the legal actions. Everything said is checked. */

import { routeName, trackKind, trackPoints } from "../kit/places.js";
import { say } from "../kit/say.js";
import { LONG } from "./progress.js";

/**
 * @typedef {{ticket: number, tracks: number[] | null, trains: number | null}} Way
 * @typedef {object} Situation
 * @property {import("../kit/places.js").About} about
 * @property {any} state
 * @property {import("../table/choices.js").Choices} choices
 * @property {Way[]} ways the cheapest open path of each ticket
 * @property {{tracks: number[], trains: number} | null} together the cheapest network for all of them
 * @property {import("./progress.js").Progress} progress
 * @typedef {{track: number, color: string, missing: number}} Price the cheapest way to pay for a track: a colour, and
 *   how many cards of it are missing
 */

/** "Denver to Omaha (4 pink, 7 points)" @param {Situation} now @param {number} track */
export const described = ({ about }, track) =>
  say("{track} ({kind}, {points})", {
    track: routeName(about, track),
    kind: trackKind(about, track),
    points: trackPoints(about, track),
  });

/** The tracks still to claim for unfinished tickets, by the cheapest network for all. @param {Situation} now */
export function wanted({ state, ways, together }) {
  const isOpen = (/** @type {Way} */ { ticket }) =>
    state.me.tickets.some((/** @type {any} */ one) => one.ticket === ticket && one.state === "open");
  const tracks = together?.tracks ?? ways.filter(isOpen).flatMap((way) => way.tracks ?? []);
  return [...new Set(tracks)].filter((track) => state.owners[track] === undefined);
}

/** @param {Situation} now @param {number} track @returns {Price} */
export function price({ about, state }, track) {
  const { length, color } = about.board.tracks[track];
  const { locomotive = 0, ...hand } = state.me.hand;
  const colors = color === "gray" ? Object.keys(hand) : [color];
  const held = (/** @type {string} */ one) => (hand[one] ?? 0) + locomotive;
  const best = colors.reduce((a, b) => (held(b) > held(a) ? b : a), colors[0] ?? color);
  return { track, color: best, missing: Math.max(0, length - held(best)) };
}

/** The wanted tracks that can be claimed now, those with the most spaces first. @param {Situation} now */
export const claimable = (now) =>
  wanted(now)
    .filter((track) => now.choices.tracks.has(track))
    .sort((a, b) => now.about.board.tracks[b].length - now.about.board.tracks[a].length);

/** Prices of the wanted tracks that cannot be paid for yet, the nearest first. @param {Situation} now */
export const nearest = (now) =>
  wanted(now)
    .filter((track) => now.about.board.tracks[track].length <= now.progress.trains)
    .map((track) => price(now, track))
    .filter(({ missing }) => missing > 0)
    .sort((a, b) => a.missing - b.missing);

/**
 * A face-up card that brings a wanted track nearer: its place and the track.
 * @param {Situation} now
 * @returns {{place: number, color: string, track: number} | null}
 */
export function helpfulCard(now) {
  for (const { track, color } of nearest(now)) {
    const place = [...now.choices.row.keys()].find((one) => now.state.row[one] === color);
    if (place !== undefined) return { place, color, track };
  }
  return null;
}

/**
 * A long track to save for: one on a path if there is one, otherwise the one with the fewest cards missing.
 * @param {Situation} now
 * @param {Set<number>} closed free tracks that nobody can claim any more
 * @returns {Price | null}
 */
export function longGoal(now, closed) {
  const { about, state, progress } = now;
  const onPath = new Set(wanted(now));
  const isOpen = (/** @type {number} */ track) => state.owners[track] === undefined && !closed.has(track);
  const found = about.board.tracks
    .map(({ length }, track) => ({ length, track }))
    .filter(({ length, track }) => length >= LONG && length <= progress.trains && isOpen(track))
    .map(({ track }) => price(now, track))
    .sort((a, b) => Number(onPath.has(b.track)) - Number(onPath.has(a.track)) || a.missing - b.missing);
  return found[0] ?? null;
}

/**
 * An unfinished ticket that one claim would finish now, and the track.
 * @param {Situation} now
 * @returns {{ticket: number, track: number} | null}
 */
export function finishing(now) {
  const { about, state, ways, choices } = now;
  const open = state.me.tickets.filter((/** @type {any} */ one) => one.state === "open");
  const found = ways
    .filter(({ ticket }) => open.some((/** @type {any} */ one) => one.ticket === ticket))
    .map(({ ticket, tracks }) => ({
      ticket,
      left: (tracks ?? []).filter((track) => state.owners[track] === undefined),
    }))
    .filter(({ left }) => left.length === 1 && choices.tracks.has(left[0]))
    .sort((a, b) => about.tickets[b.ticket].points - about.tickets[a.ticket].points);
  return found.length ? { ticket: found[0].ticket, track: found[0].left[0] } : null;
}

/** The claim with the most points of its own now. @param {Situation} now @returns {number | null} */
export function dearest({ about, choices }) {
  const points = (/** @type {number} */ track) => about.ruleset.route_points[about.board.tracks[track].length] ?? 0;
  const tracks = [...choices.tracks.keys()].sort((a, b) => points(b) - points(a));
  return tracks[0] ?? null;
}
