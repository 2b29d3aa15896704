// @ts-check
/** The public state of the table, updated event by event while steps are shown. */

import { cityIndex, trackIndex } from "../kit/places.js";

/**
 * @typedef {{points: number, trains: number, cards: number, tickets: number, stations: number,
 *   known_cards: Record<string, number>, passengers: Record<string, number>}} SeatScene
 * @typedef {object} Scene
 * @property {(string | null)[]} row
 * @property {number} deck
 * @property {{short: number, long: number}} ticketsLeft
 * @property {Record<string, number>} owners
 * @property {Record<string, number>} stations
 * @property {Record<string, string[]>} passengers
 * @property {SeatScene[]} seats
 * @property {number | null} turn the seat that has to decide or has just acted
 * @property {number | null} turnsLeft turns left in the last round; null before it
 */

/** The scene of a state from the server. @param {any} state @returns {Scene} */
export function sceneOf(state) {
  return structuredClone({
    row: state.row,
    deck: state.deck,
    ticketsLeft: state.tickets_left,
    owners: state.owners,
    stations: state.stations,
    passengers: state.passengers,
    seats: state.seats,
    turn: state.seat,
    turnsLeft: state.last_round > 0 ? state.last_round : null,
  });
}

/** The empty table before the deal. @param {import("../kit/places.js").About} about @returns {Scene} */
export function emptyScene(about) {
  const { trains, stations, cards_per_color: each, locomotives, face_up: places } = about.ruleset;
  const seat = { points: 0, trains, cards: 0, tickets: 0, stations, known_cards: {}, passengers: {} };
  const long = about.tickets.filter((ticket) => ticket.long).length;
  return {
    row: Array(places).fill(null),
    deck: 8 * each + locomotives,
    ticketsLeft: { short: about.tickets.length - long, long },
    owners: {},
    stations: {},
    passengers: {},
    seats: about.seats.map(() => structuredClone(seat)),
    turn: null,
    turnsLeft: null,
  };
}

/** @param {Record<string, number>} cards */
const total = (cards) => Object.values(cards).reduce((sum, count) => sum + count, 0);

/** Apply an event. @param {Scene} scene @param {any} event @param {import("../kit/places.js").About} about */
export function carryOn(scene, event, about) {
  const seat = scene.seats[event.seat];
  CHANGES[event.event]?.(scene, event, seat, about);
  if (event.event !== "offer" && event.seat !== undefined) scene.turn = event.seat;
}

/** @param {SeatScene} seat @param {Record<string, number>} cards */
function spend(seat, cards) {
  seat.cards -= total(cards);
  for (const [color, count] of Object.entries(cards)) {
    const left = (seat.known_cards[color] ?? 0) - count;
    if (left > 0) seat.known_cards[color] = left;
    else delete seat.known_cards[color];
  }
}

/** @type {Record<string, (scene: Scene, event: any, seat: SeatScene, about: import("../kit/places.js").About) => void>} */
const CHANGES = {
  deal: (scene, { cards }, seat) => {
    seat.cards += cards.length;
    scene.deck -= cards.length;
  },
  row: (scene, { cards }) => {
    scene.deck = Math.max(
      0,
      scene.deck -
        cards.filter((/** @type {string | null} */ card, /** @type {number} */ place) => card && !scene.row[place])
          .length,
    );
    scene.row = [...cards];
  },
  replace: (scene) => (scene.row = scene.row.map(() => null)),
  reshuffle: (scene, { cards }) => (scene.deck += total(cards)),
  draw: (scene, { source, place, card }, seat) => {
    seat.cards += 1;
    if (source === "deck") scene.deck = Math.max(0, scene.deck - 1);
    else {
      scene.row[place] = null;
      seat.known_cards[card] = (seat.known_cards[card] ?? 0) + 1;
    }
  },
  keep: (scene, { kept, returned }, seat) => {
    seat.tickets += kept.length;
    scene.ticketsLeft.short = Math.max(
      0,
      scene.ticketsLeft.short - kept.length - (scene.turn === null ? returned.length : 0),
    );
  },
  claim: (scene, { track, pay }, seat, about) => {
    const index = trackIndex(about, track);
    scene.owners[index] = scene.seats.indexOf(seat);
    const { length } = about.board.tracks[index];
    seat.trains -= length;
    seat.points += about.ruleset.route_points[length] ?? 0;
    spend(seat, pay);
  },
  tunnel: (scene, { paid }, seat) => paid && spend(seat, paid),
  station: (scene, { city, pay }, seat, about) => {
    scene.stations[cityIndex(about, city)] = scene.seats.indexOf(seat);
    seat.stations -= 1;
    spend(seat, pay);
  },
  passenger: (scene, { city, color }, seat, about) => {
    const waiting = scene.passengers[cityIndex(about, city)] ?? [];
    const place = waiting.indexOf(color);
    if (place >= 0) waiting.splice(place, 1);
    seat.passengers[color] = (seat.passengers[color] ?? 0) + 1;
  },
  last_round: (scene) => (scene.turnsLeft = scene.seats.length),
};
