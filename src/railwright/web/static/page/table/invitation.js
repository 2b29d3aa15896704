// @ts-check
/** Links by which others take a seat or watch. */

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
 * The body of a sheet with all links of a game: for others, to watch, and for another device of one's own.
 * @param {string} game
 * @param {{here: Record<string, string>, away: Record<string, string>}} kept keys and invitations of this device
 * @param {number[]} invited seats that nobody has taken yet
 * @param {string[]} names
 */
export function invitations(game, { here, away }, invited, names) {
  const others = Object.entries(away).map(([text, invitation]) => {
    const seat = Number(text);
    const name = seatName(names[seat], seat);
    if (invited.includes(seat)) {
      return line(name, `Link for ${names[seat]}`, link(`#/invitation/${game}/${seat}/${invitation}`));
    }
    return element("div", { class: "invite-line" }, element("span", { class: "invite-name" }, name), "has come");
  });
  const own = Object.entries(here).map(([text, key]) => {
    const name = names[Number(text)];
    return line(seatName(name, Number(text)), `Own link of ${name}`, link(`#/seat/${game}/${key}`));
  });
  const note = (/** @type {string} */ text) => element("p", {}, text);
  return [
    ...(others.length ? [note("Whoever opens a link first takes that seat. It serves once.")] : []),
    ...others,
    line("Watch", "Link to watch", link(`#/watch/${game}`)),
    ...(own.length ? [note("To go on with your own seat on another device of yours. Give this to nobody.")] : []),
    ...own,
  ];
}
