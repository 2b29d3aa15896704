// @ts-check
/** Names of seats in texts. A person without a name is called "You". */

import { asValue, say } from "./say.js";

const YOU = asValue("You");

/** A name as a value of a text: other words may depend on "You". @param {string} name */
export const nameValue = (name) => (name === YOU.pattern || name === say("You") ? YOU : name);

/** A name as it is shown. @param {string} name */
export const shownName = (name) => say("{name}", { name: nameValue(name) });
