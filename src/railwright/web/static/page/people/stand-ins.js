// @ts-check
/** Computer players in the seats of people: calling one for somebody absent, and saying from when to when it played. */

import * as api from "../kit/api.js";
import { button, element } from "../kit/element.js";
import { notify } from "../kit/notice.js";
import { counted } from "../kit/words.js";

/** The levels of computer players, weakest first. */
export const LEVELS = ["beginner", "casual", "regular", "skilled", "advanced", "expert", "master"];

/** @typedef {{seat: number, player: string, from: number, until: number | null, reason: "absent" | "time"}} StandIn */

/** The computer player that has the seat of a person now. @param {any} state @param {number} seat @returns {string | null} */
export function standInOf(state, seat) {
  const found = state?.stand_ins?.find((/** @type {StandIn} */ one) => one.seat === seat && one.until === null);
  return found?.player ?? null;
}

/** Whether a computer plays a seat now. @param {any} about @param {any} state @param {number} seat */
export const isComputer = (about, state, seat) => !about.seats[seat].is_person || standInOf(state, seat) !== null;

/** A choice of levels. @param {string} level @param {Record<string, unknown>} attributes */
export function levelSelect(level, attributes) {
  const options = LEVELS.map((name, place) => element("option", { value: name }, `${name} (level ${place + 1})`));
  const select = element("select", attributes, ...options);
  select.value = level;
  return select;
}

/**
 * Ask which computer plays for an absent person.
 * @param {import("../table/table.js").Table} table
 * @param {number} seat
 */
export function offerStandIn(table, seat) {
  const { about, game, keys, parts, state } = table;
  const name = about.seats[seat].name;
  const host = state.hosts.find((/** @type {number} */ one) => keys.has(one));
  const level = levelSelect(state.absent.player, { "aria-label": "Level" });
  const go = async () => {
    parts.aside.hide();
    try {
      await api.standIn(game, seat, { player: level.value }, keys.get(host) ?? null);
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
    }
  };
  parts.aside.ask({
    name: `stand-in ${seat}`,
    title: `A computer for ${name}`,
    body: [
      element("p", {}, `It plays from here on, with the cards of ${name}, until ${name} opens the game again.`),
      level,
      button("Let it play", go, { class: "main-button" }),
    ],
    cancel: () => parts.aside.hide(),
  });
}

/**
 * Write into a log who played for whom.
 * @param {import("../panels/log.js").Log} log
 * @param {import("../kit/places.js").About} about
 * @param {{stand_ins: StandIn[]}} state
 */
export function noteStandIns(log, about, { stand_ins: periods }) {
  /** @type {import("../panels/log.js").Note[]} */
  const notes = periods.flatMap(({ seat, player, from, until, reason }) => {
    /** @type {[string, string, string]} */
    const name = [about.seats[seat].name, "strong", ""];
    if (reason === "time")
      return /** @type {any} */ ([{ step: from, words: [["The time of ", "", ""], name, [` is up: a computer (${player}) plays.`, "", ""]] }]);
    const begin = [[`A computer (${player}) plays for `, "", ""], name, [" from here on.", "", ""]];
    const end = [name, [" is back.", "", ""]];
    return /** @type {any} */ ([
      { step: from, words: begin },
      ...(until === null ? [] : [{ step: until, words: end }]),
    ]);
  });
  log.note(notes);
}

/**
 * Sentences for the result of a game.
 * @param {import("../kit/places.js").About} about
 * @param {{stand_ins: StandIn[], steps: number, clock: {increment: number} | null}} state
 */
export function standInWords(about, { stand_ins: periods, steps, clock }) {
  const played = periods.filter(({ from, until }) => from < (until ?? steps));
  const late = played.filter(({ reason }) => reason === "time");
  const timeWords = about.seats.flatMap(({ name }, seat) => {
    const turns = late.filter((one) => one.seat === seat);
    if (!turns.length) return [];
    const [{ player }] = turns;
    const what = clock?.increment ? `finished ${counted(turns.length, "turn")}` : "played on";
    return [`A computer (${player}) ${what} for ${name}, whose time was up.`];
  });
  const absenceWords = played
    .filter(({ reason }) => reason === "absent")
    .map(({ seat, player, from, until }) => {
      const name = about.seats[seat].name;
      const end = until === null ? "to the end" : `to step ${until}`;
      return `A computer (${player}) played for ${name} from step ${from + 1} ${end}.`;
    });
  return [...absenceWords, ...timeWords];
}
