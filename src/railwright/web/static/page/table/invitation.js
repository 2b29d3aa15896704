// @ts-check
/** Links for others to take a seat or to watch. */

import { button, element } from "../kit/element.js";
import { seatBadge } from "../kit/signs.js";

/** @param {string} hash */
export const link = (hash) => `${location.origin}${location.pathname}${hash}`;

/** @param {string} text @param {HTMLButtonElement} node */
async function copy(text, node) {
  try {
    await navigator.clipboard.writeText(text);
    node.textContent = "Copied";
  } catch {
    const field = /** @type {HTMLInputElement | null} */ (node.parentElement?.querySelector("input"));
    field?.select();
    node.textContent = "Press Ctrl-C";
  }
  setTimeout(() => (node.textContent = "Copy"), 2000);
}

/** @param {Node | string} name @param {string} label @param {string} address */
function line(name, label, address) {
  const field = element("input", {
    type: "text",
    readonly: true,
    value: address,
    "aria-label": label,
    focus: () => field.select(),
  });
  /** @type {HTMLButtonElement} */
  const press = button("Copy", () => copy(address, press), { "aria-label": `Copy: ${label}` });
  return element("div", { class: "invite-line" }, element("span", { class: "invite-name" }, name), field, press);
}

/** @param {string} name @param {number} seat */
const seatName = (name, seat) => element("span", {}, seatBadge(seat), ` ${name}`);

/**
 * The body of the sheet with all links of a game: for others, for spectators, and for another device of one's own.
 * @param {string} game
 * @param {{here: Record<string, string>, away: Record<string, string>}} kept keys and invitations of this device
 * @param {number[]} invited seats whose invitations have not been used yet
 * @param {string[]} names
 */
export function invitations(game, { here, away }, invited, names) {
  const others = Object.entries(away).map(([text, invitation]) => {
    const seat = Number(text);
    const name = seatName(names[seat], seat);
    if (invited.includes(seat)) {
      return line(name, `Link for ${names[seat]}`, link(`#/invitation/${game}/${seat}/${invitation}`));
    }
    return element("div", { class: "invite-line" }, element("span", { class: "invite-name" }, name), "has joined");
  });
  const own = Object.entries(here).map(([text, key]) => {
    const name = names[Number(text)];
    return line(seatName(name, Number(text)), `Own link of ${name}`, link(`#/seat/${game}/${key}`));
  });
  const note = (/** @type {string} */ text) => element("p", {}, text);
  return [
    ...(others.length ? [note("Whoever opens a link first takes that seat. Each link works only once.")] : []),
    ...others,
    line("Watch", "Link to watch", link(`#/watch/${game}`)),
    ...(own.length ? [note("To continue in your own seat on another device. Do not share this link.")] : []),
    ...own,
  ];
}
