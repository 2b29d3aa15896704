// @ts-check
/** The current situation in one line, and the most likely next button. */

import { whereabouts } from "../people/company.js";
import { isComputer } from "../people/stand-ins.js";
import { nameValue } from "../kit/names.js";
import { alternatives, say } from "../kit/say.js";

/** Texts for the stages of a decision. Most of them are asked in a sheet. */
const AT_STAGE = {
  keep: say("Choose the tickets to keep."),
  mix: say("Choose which tickets you want to look at."),
  second_card: say("Take a second card."),
  pay: say("Choose how to pay."),
  tunnel: say("The tunnel asks for more cards."),
  passenger: say("Choose a passenger."),
};

/**
 * The text of the banner in the last round, for a player or a spectator.
 * @param {import("./scene.js").Scene} scene
 * @param {{viewer: number | null, isMoving: boolean}} options `isMoving`: steps are still being shown
 */
export function lastRoundWords({ turnsLeft, turn, seats }, { viewer, isMoving }) {
  if (turnsLeft === null) return "";
  if (isMoving || turn === null) return say("The last round has begun");
  if (viewer === null)
    return say("Last round: {turns, plural, =1 {one turn is} other {# turns are}} left", { turns: turnsLeft });
  const ahead = (viewer - turn + seats.length) % seats.length;
  if (ahead === 0) return say("Last round: this is your last turn");
  return ahead < turnsLeft
    ? say("Last round: you have one more turn")
    : say("Last round: you have had your last turn");
}

/**
 * @param {import("../table/table.js").Table} table
 * @returns {{text: string, main: {text: string, press: () => void} | null, isTold?: boolean}} `isTold`: announce the
 *   text to screen readers, because the game waits for a person
 */
export function whatNow(table) {
  const { state, show, about, keys, viewer, turn } = table;
  if (!state) return { text: say("Loading the table ..."), main: null };
  if (show.isBusy) return { text: "", main: keys.size ? { text: say("Skip"), press: () => show.skip() } : null };
  if (state.is_over)
    return {
      text: say("The game is over."),
      isTold: true,
      main: { text: say("See the scores"), press: () => location.replace(`#/result/${table.game}`) },
    };
  if (table.isActing) return { text: "...", main: null };
  const name = nameValue(about.seats[state.seat].name);
  const isPerson = !isComputer(about, state, state.seat);
  if (isPerson && state.me && state.seat === viewer) return myTurn(table);
  if (!isPerson && keys.has(state.seat))
    return { text: say("The time of {name} is up: a computer plays.", { name }), main: null, isTold: true };
  if (keys.has(state.seat))
    return {
      text: say("{name} is next.", { name }),
      isTold: true,
      main: { text: say("Pass the device to {name}", { name }), press: () => table.passTo(state.seat) },
    };
  if (isPerson) {
    const isAway = whereabouts(state, state.seat) === "away";
    const text = isAway
      ? say("Waiting for {name}, who is away ...", { name })
      : say("Waiting for {name} ...", { name });
    return { text, main: null, isTold: true };
  }
  const canGoOn = state.undo === "" && state.me;
  return {
    text: canGoOn ? say("Done. {name} is next.", { name }) : say("{name} is thinking ...", { name }),
    isTold: Boolean(canGoOn),
    main: canGoOn ? { text: say("Continue", {}, "turn"), press: () => turn.goOn() } : null,
  };
}

/** @param {import("../table/table.js").Table} table */
function myTurn(table) {
  const { state, choices } = table;
  const pass = choices.pass;
  const stage = AT_STAGE[/** @type {keyof typeof AT_STAGE} */ (state.stage)];
  if (stage) return { text: stage, main: null, isTold: state.stage === "second_card" };
  if (pass !== null && choices.all.length === 1)
    return { text: say("You can only pass."), main: { text: say("Pass"), press: () => table.act(pass) }, isTold: true };
  const ways = [];
  if (choices.row.size || choices.deck !== null) ways.push(say("take cards"));
  if (choices.tracks.size) ways.push(say("claim a track"));
  if (choices.mixes.size) ways.push(say("draw tickets"));
  if (choices.cities.size) ways.push(say("build a station"));
  if (!ways.length) ways.push(say("pass"));
  return {
    text: say("Your turn: {ways}.", { ways: alternatives(ways) }),
    main: pass !== null ? { text: say("Pass"), press: () => table.act(pass) } : null,
    isTold: true,
  };
}
