// @ts-check
/** The current situation in one line, and the most likely next button. */

import { whereabouts } from "../people/company.js";
import { isComputer } from "../people/stand-ins.js";

/** Texts for the stages of a decision. Most of them are asked in a sheet. */
const AT_STAGE = {
  keep: "Choose the tickets to keep.",
  mix: "Choose which tickets you want to look at.",
  second_card: "Take a second card.",
  pay: "Choose how to pay.",
  tunnel: "The tunnel asks for more cards.",
  passenger: "Choose a passenger.",
};

/**
 * The text of the banner in the last round, for a player or a spectator.
 * @param {import("./scene.js").Scene} scene
 * @param {{viewer: number | null, isMoving: boolean}} options `isMoving`: steps are still being shown
 */
export function lastRoundWords({ turnsLeft, turn, seats }, { viewer, isMoving }) {
  if (turnsLeft === null) return "";
  if (isMoving || turn === null) return "The last round has begun";
  if (viewer === null) return `Last round: ${turnsLeft === 1 ? "one turn is" : `${turnsLeft} turns are`} left`;
  const ahead = (viewer - turn + seats.length) % seats.length;
  if (ahead === 0) return "Last round: this is your last turn";
  return ahead < turnsLeft ? "Last round: you have one more turn" : "Last round: you have had your last turn";
}

/**
 * @param {import("../table/table.js").Table} table
 * @returns {{text: string, main: {text: string, press: () => void} | null, isTold?: boolean}} `isTold`: announce the
 *   text to screen readers, because the game waits for a person
 */
export function whatNow(table) {
  const { state, show, about, keys, viewer, turn } = table;
  if (!state) return { text: "Loading the table ...", main: null };
  if (show.isBusy) return { text: "", main: keys.size ? { text: "Skip", press: () => show.skip() } : null };
  if (state.is_over)
    return {
      text: "The game is over.",
      isTold: true,
      main: { text: "See the scores", press: () => location.replace(`#/result/${table.game}`) },
    };
  if (table.isActing) return { text: "...", main: null };
  const { name } = about.seats[state.seat];
  const isPerson = !isComputer(about, state, state.seat);
  if (isPerson && state.me && state.seat === viewer) return myTurn(table);
  if (!isPerson && keys.has(state.seat))
    return { text: `The time of ${name} is up: a computer plays.`, main: null, isTold: true };
  if (keys.has(state.seat))
    return {
      text: `${name} is next.`,
      isTold: true,
      main: { text: `Pass the device to ${name}`, press: () => table.passTo(state.seat) },
    };
  const isAway = isPerson && whereabouts(state, state.seat) === "away";
  if (isPerson) return { text: isAway ? `Waiting for ${name}, who is away ...` : `Waiting for ${name} ...`, main: null, isTold: true };
  const canGoOn = state.undo === "" && state.me;
  return {
    text: canGoOn ? `Done. ${name} is next.` : `${name} is thinking ...`,
    isTold: Boolean(canGoOn),
    main: canGoOn ? { text: "Continue", press: () => turn.goOn() } : null,
  };
}

/** @param {import("../table/table.js").Table} table */
function myTurn(table) {
  const { state, choices } = table;
  const pass = choices.pass;
  const stage = AT_STAGE[/** @type {keyof typeof AT_STAGE} */ (state.stage)];
  if (stage) return { text: stage, main: null, isTold: state.stage === "second_card" };
  if (pass !== null && choices.all.length === 1)
    return { text: "You can only pass.", main: { text: "Pass", press: () => table.act(pass) }, isTold: true };
  const ways = [];
  if (choices.row.size || choices.deck !== null) ways.push("take cards");
  if (choices.tracks.size) ways.push("claim a track");
  if (choices.mixes.size) ways.push("draw tickets");
  if (choices.cities.size) ways.push("build a station");
  const last = ways.pop();
  return {
    text: `Your turn: ${ways.length ? `${ways.join(", ")} or ${last}` : (last ?? "pass")}.`,
    main: pass !== null ? { text: "Pass", press: () => table.act(pass) } : null,
    isTold: true,
  };
}
