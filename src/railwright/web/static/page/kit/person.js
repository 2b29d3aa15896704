// @ts-check
/** The secret of this device, by which the server knows the games of its person, and the keys that guests get. */

import { settings } from "./settings.js";

const PLACE = "railwright.secret";
const SECRET_BYTES = 24;

let secret = "";

/** The secret, made when it is first needed. Without local storage it lasts as long as the page is open. */
export function deviceSecret() {
  secret ||= kept() ?? fresh();
  return secret;
}

/** The secret to send when a game begins; null for people who do not want the server to list their games. */
export const personForLists = () => (settings.keepsGames ? deviceSecret() : null);

function kept() {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

function fresh() {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    localStorage.setItem(PLACE, made);
  } catch {
    // without local storage, a seat can still be taken
  }
  return made;
}
