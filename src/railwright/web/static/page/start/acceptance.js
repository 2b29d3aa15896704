// @ts-check
/** Takes a seat with an invitation. */

import { take } from "../kit/api.js";
import { deviceSecret } from "../kit/person.js";

/**
 * Take a seat. The key is derived from the secret of this device: if the response is lost, opening the link again gives
 * the same key.
 * @param {string} game
 * @param {string} seat
 * @param {string} invitation
 * @returns {Promise<string>} the key
 */
export async function acceptInvitation(game, seat, invitation) {
  const { key } = await take(game, seat, { invitation, secret: deviceSecret() });
  return key;
}
