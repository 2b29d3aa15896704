// @ts-check
/** Links by which others take a seat or watch. */

import { button, element } from "./element.js";
import { seatBadge } from "./signs.js";

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

/**
 * The body of a sheet with all links of a game.
 * @param {string} game
 * @param {Record<string, string>} away keys of the seats for others
 * @param {string[]} names
 */
export function invitations(game, away, names) {
  const seats = Object.entries(away).map(([seat, key]) => {
    const name = element("span", {}, seatBadge(Number(seat)), ` ${names[Number(seat)]}`);
    return line(name, `Link for ${names[Number(seat)]}`, link(`#/seat/${game}/${key}`));
  });
  return [
    ...(seats.length ? [element("p", {}, "Whoever opens a link takes that seat. Give each to one person only.")] : []),
    ...seats,
    line("Watch", "Link to watch", link(`#/watch/${game}`)),
  ];
}
