// @ts-check
/** Takes a seat with an invitation. */

import { take } from "../kit/api.js";

const PLACE = "railwright.secret";
const SECRET_BYTES = 24;

/**
 * The secret of this device, from which the keys of its seats are derived: if the response is lost, opening the link
 * again gives the same key.
 * @returns {string}
 */
function secret() {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const fresh = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    const kept = localStorage.getItem(PLACE);
    if (!kept) localStorage.setItem(PLACE, fresh);
    return kept ?? fresh;
  } catch {
    return fresh; // without local storage, a seat can still be taken
  }
}

/** @param {string} game @param {string} seat @param {string} invitation @returns {Promise<string>} the key */
export async function acceptInvitation(game, seat, invitation) {
  const { key } = await take(game, seat, { invitation, secret: secret() });
  return key;
}
