// @ts-check
/** Starts the guided first game: a short one against the weakest level, with a deal that suits its lessons. */

import { begin, HERE } from "../start/beginning.js";
import { ownName } from "../kit/names.js";
import { say } from "../kit/say.js";

/**
 * In this deal, three tickets share their paths and need 16 of the 20 trains; the way has coloured, gray and long
 * tracks; and the first cards that help lie face up.
 */
const SEED = 8243;

/** The first game's opponent, the first name of level 1. */
const OPPONENT = { who: "beginner", name: "Ann" };

export const SHORT_GAME = {
  board: "usa",
  title: say("{board}, short", { board: "North America" }),
  tickets: null,
  ruleset: "usa-short",
  grace: null,
};

/** Another short game, with any deal and without the guide. */
export const beginShortGame = () => begin({ ...SHORT_GAME, seats: seats() });

export const beginFirstGame = () => begin({ ...SHORT_GAME, seats: seats() }, { seed: SEED, lessons: { skipped: [] } });

const seats = () => [{ who: HERE, name: ownName() }, OPPONENT];
