// @ts-check
/**
 * Names of seats in texts. A person without a name who plays alone is called "You" in every language, which pages show
 * in their own language. At a table with others, nobody is: each of them would read it as their own name.
 */

import { asValue, say } from "./say.js";
import { settings } from "./settings.js";

const YOU = asValue("You");

/** The name for a person who plays alone and has given none. */
export const NAMELESS = YOU.pattern;

/** Whether a seat has the name for a person without one. @param {string} name */
export const isNameless = (name) => name === NAMELESS;

/** The name that somebody has typed; nothing for "You", which is nobody's name. @param {string} typed */
export function givenName(typed) {
  const name = typed.trim();
  return isNameless(name) || name === say("You") ? "" : name;
}

/** What the person at this device is called who plays alone. */
export const ownName = () => givenName(settings.name) || NAMELESS;

/** A name as a value of a text: other words may depend on "You". @param {string} name */
export const nameValue = (name) => (isNameless(name) ? YOU : name);

/** A name as it is shown. @param {string} name */
export const shownName = (name) => say("{name}", { name: nameValue(name) });
