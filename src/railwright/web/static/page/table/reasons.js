// @ts-check
/** Explains a choice by the cheapest paths of the seat's tickets. */

import { trackName } from "../kit/places.js";
import { cardWords } from "../kit/signs.js";

/** Number of tickets named in a sentence. */
const NAMED = 2;

/**
 * @typedef {{ticket: number, tracks: number[] | null, trains: number | null}} Way the cheapest open path of a ticket
 * @typedef {object} Moment
 * @property {import("../kit/places.js").About} about
 * @property {any} state
 * @property {Way[]} ways
 */

/**
 * A sentence, or an empty string if the choice has nothing to do with the tickets.
 * @param {import("./choices.js").Choice | undefined} choice
 * @param {Moment} moment
 */
export function reason(choice, moment) {
  if (!choice) return "";
  if (choice.kind === "claim") return ofTrack(choice.value ?? 0, moment);
  if (choice.kind === "row") return ofCard(moment.state.row[choice.value ?? 0], moment);
  if (choice.kind === "keep") return ofTickets(choice.value ?? 0, moment);
  if (choice.kind === "deck") return ofDeck(moment);
  if (choice.kind === "pay") return ofPayment(choice.cards ?? {}, moment);
  return "";
}

/** The paths of unfinished tickets. @param {Moment} moment */
function openWays({ state, ways }) {
  const open = new Set(
    state.me.tickets
      .filter((/** @type {any} */ one) => one.state === "open")
      .map((/** @type {any} */ one) => one.ticket),
  );
  return ways.filter(({ ticket, tracks }) => tracks && open.has(ticket));
}

/** @param {number} track @param {Moment} moment */
function ofTrack(track, moment) {
  const served = openWays(moment).filter(({ tracks }) => tracks?.includes(track));
  return served.length ? `It is on your path ${names(served, moment)}.` : "";
}

/** The unclaimed tracks of these paths. @param {Moment} moment @returns {number[]} */
function lacking(moment) {
  const tracks = new Set(openWays(moment).flatMap((way) => way.tracks ?? []));
  return [...tracks].filter((track) => moment.state.owners[track] === undefined);
}

/** @param {string} color @param {Moment} moment */
function ofCard(color, moment) {
  if (color === "locomotive") return "It counts as any colour.";
  const { about, state } = moment;
  const find = (/** @type {string} */ wish) =>
    lacking(moment).find((track) => about.board.tracks[track].color === wish);
  const own = find(color);
  if (own !== undefined) return `You need ${color} for ${trackName(about, own)}, on the path of a ticket.`;
  const held = state.me.hand[color];
  const any = find("gray");
  if (any !== undefined && held)
    return `With your ${held} ${color} it helps to pay for ${trackName(about, any)}, on the path of a ticket.`;
  return held ? `You already hold ${held} ${color}.` : "";
}

/** @param {Moment} moment */
function ofDeck(moment) {
  const { about, state } = moment;
  const asked = new Set(lacking(moment).map((track) => about.board.tracks[track].color));
  const serves = (/** @type {string | null} */ card) => card === "locomotive" || asked.has(card ?? "");
  const isUseless = asked.size > 0 && !asked.has("gray") && !state.row.some(serves);
  return isUseless ? "No face-up card has a colour that your tickets need." : "";
}

/** @param {number} mask bits of the kept tickets @param {Moment} moment */
function ofTickets(mask, { about, state, ways }) {
  /** @type {number[]} */
  const kept = state.me.offer.filter((/** @type {number} */ _, /** @type {number} */ place) => mask & (1 << place));
  const trains = kept.map((ticket) => ways.find((way) => way.ticket === ticket)?.trains ?? null);
  if (!kept.length || trains.includes(null)) return "";
  const sum = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a + b, 0);
  const points = sum(kept.map((ticket) => about.tickets[ticket].points));
  const all = sum(/** @type {number[]} */ (trains));
  if (kept.length === 1) return `It needs ${all} trains and gives ${points} points.`;
  return `Together they need at most ${all} trains and give ${points} points.`;
}

/** @param {Record<string, number>} cards @param {Moment} moment */
function ofPayment(cards, { state }) {
  const left = Object.entries(cards).map(([color, count]) => [color, state.me.hand[color] - count]);
  return `It leaves you ${cardWords(Object.fromEntries(left))}.`;
}

/** @param {Way[]} served @param {Moment} moment */
function names(served, { about }) {
  const all = served.map(({ ticket }) => `from ${about.tickets[ticket].places.join(" to ")}`);
  const more = all.length - NAMED;
  return all.slice(0, NAMED).join(" and ") + (more > 0 ? ` and for ${more} more` : "");
}
