// @ts-check
/** What ticket decks are called. */

import { say } from "../kit/say.js";

/** The decks of the built-in boards. @type {Record<string, string>} */
const NAMES = {
  base: say("base", {}, "ticket deck"),
  base_revised: say("base revised", {}, "ticket deck"),
  big_cities: say("big cities", {}, "ticket deck"),
  mega: say("mega", {}, "ticket deck"),
  expanded_1912: say("expanded 1912", {}, "ticket deck"),
  big_cities_1912: say("big cities 1912", {}, "ticket deck"),
  mega_1912: say("mega 1912", {}, "ticket deck"),
  germany_2017: say("germany 2017", {}, "ticket deck"),
  deutschland_2012: say("deutschland 2012", {}, "ticket deck"),
};

/** @param {string} deck as in the file of its board */
export const deckName = (deck) => NAMES[deck] ?? deck.replaceAll("_", " ");
