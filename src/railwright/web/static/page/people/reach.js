// @ts-check
/** Where links to a game work: everywhere that this page came from, in the network, or on this machine only. */

import { reach } from "../kit/api.js";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * @typedef {object} PlaceOfLinks
 * @property {string} base what links begin with
 * @property {"everywhere" | "network" | "machine" | "unknown"} where they work where this page can be opened, in the
 *   network of this machine, on this machine only; or the machine is in no network that we know of
 */

/** @type {Promise<PlaceOfLinks> | null} */
let known = null;

/** @returns {Promise<PlaceOfLinks>} */
export function placeOfLinks() {
  known ??= find().catch(() => {
    known = null; // asked again next time
    return at(location.origin, "unknown");
  });
  return known;
}

/** @param {string} origin @param {PlaceOfLinks["where"]} where @returns {PlaceOfLinks} */
const at = (origin, where) => ({ base: `${origin}${location.pathname}`, where });

/** @returns {Promise<PlaceOfLinks>} */
async function find() {
  if (!LOOPBACK.includes(location.hostname)) return at(location.origin, "everywhere");
  const { is_local: isLocal, origin } = await reach();
  if (isLocal) return at(location.origin, "machine");
  return origin ? at(origin, "network") : at(location.origin, "unknown");
}
