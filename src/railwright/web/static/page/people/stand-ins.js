// @ts-check
/** Computer players in the seats of people: calling one for somebody absent, and saying from when to when it played. */

import * as api from "../kit/api.js";
import { button, element } from "../kit/element.js";
import { notify } from "../kit/notice.js";
import { nameValue } from "../kit/names.js";
import { asValue, say, spokenParts } from "../kit/say.js";

/** The levels of computer players, weakest first: their names, by their players. @type {Record<string, string>} */
const LEVELS = {
  beginner: say("beginner", {}, "level"),
  casual: say("casual", {}, "level"),
  regular: say("regular", {}, "level"),
  skilled: say("skilled", {}, "level"),
  advanced: say("advanced", {}, "level"),
  expert: say("expert", {}, "level"),
  master: say("master", {}, "level"),
};

/** @param {string} player */
export const levelName = (player) => LEVELS[player] ?? player;

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
  const options = Object.entries(LEVELS).map(([player, name], place) =>
    element("option", { value: player }, say("{name} (level {number})", { name, number: place + 1 })),
  );
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
  const name = nameValue(about.seats[seat].name);
  const host = state.hosts.find((/** @type {number} */ one) => keys.has(one));
  const level = levelSelect(state.absent.player, { "aria-label": say("Level") });
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
    title: say("A computer for {name}", { name }),
    body: [
      element(
        "p",
        {},
        say("It plays from here on, with the cards of {name}, until {name} opens the game again.", { name }),
      ),
      level,
      button(say("Let it play"), go, { class: "main-button" }),
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
    const name = { text: nameValue(about.seats[seat].name), kind: "strong", color: "" };
    const level = levelName(player);
    if (reason === "time") {
      const late = asValue("The time of {name} is up: a computer ({level}) plays.");
      return [{ step: from, words: sentence(late, { name, level }) }];
    }
    const begin = asValue("A computer ({level}) plays for {name} from here on.");
    const back = asValue("{name} is back.");
    return [
      { step: from, words: sentence(begin, { name, level }) },
      ...(until === null ? [] : [{ step: until, words: sentence(back, { name }) }]),
    ];
  });
  log.note(notes);
}

/** @param {import("../kit/say.js").Said} said @param {Record<string, import("../kit/say.js").Value>} values */
const sentence = ({ pattern }, values) => spokenParts({ pattern, values });

/**
 * Sentences for the result of a game.
 * @param {import("../kit/places.js").About} about
 * @param {{stand_ins: StandIn[], steps: number, clock: {increment: number} | null}} state
 */
export function standInWords(about, { stand_ins: periods, steps, clock }) {
  const played = periods.filter(({ from, until }) => from < (until ?? steps));
  const late = played.filter(({ reason }) => reason === "time");
  const names = about.seats.map((seat) => nameValue(seat.name));
  const timeWords = names.flatMap((name, seat) => {
    const turns = late.filter((one) => one.seat === seat);
    if (!turns.length) return [];
    const level = levelName(turns[0].player);
    if (!clock?.increment)
      return [say("A computer ({level}) played on for {name}, whose time was up.", { level, name })];
    return [
      say(
        "A computer ({level}) finished {count, plural, one {# turn} other {# turns}} for {name}, whose time was up.",
        { level, name, count: turns.length },
      ),
    ];
  });
  const absenceWords = played
    .filter(({ reason }) => reason === "absent")
    .map(({ seat, player, from, until }) => {
      const values = { level: levelName(player), name: names[seat], from: from + 1 };
      if (until === null) return say("A computer ({level}) played for {name} from step {from} to the end.", values);
      return say("A computer ({level}) played for {name} from step {from} to step {until}.", { ...values, until });
    });
  return [...absenceWords, ...timeWords];
}
