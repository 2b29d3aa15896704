// @ts-check
/** Links for others to take a seat or to watch, with a note that says where they work. */

import { button, element } from "../kit/element.js";
import { qrCode } from "../kit/qr-code.js";
import { seatBadge } from "../kit/signs.js";

/** @typedef {import("./reach.js").PlaceOfLinks} PlaceOfLinks */

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

/**
 * @param {Node | string} name
 * @param {string} label
 * @param {string} address
 * @param {{isOpen?: boolean, hasCode?: boolean}} [code] whether there is a QR code, and whether it is shown at once
 */
function line(name, label, address, { isOpen = false, hasCode = true } = {}) {
  const field = element("input", {
    type: "text",
    readonly: true,
    value: address,
    "aria-label": label,
    focus: () => field.select(),
  });
  /** @type {HTMLButtonElement} */
  const press = button("Copy", () => copy(address, press), { "aria-label": `Copy: ${label}` });
  const picture = hasCode && qrCode(address, `QR code: ${label}`);
  const code = picture && element("details", { open: isOpen }, element("summary", {}, "QR code for a phone"), picture);
  return element("div", { class: "invite-line" }, element("span", { class: "invite-name" }, name), field, press, code);
}

/** @param {string} name @param {number} seat */
const seatName = (name, seat) => element("span", {}, seatBadge(seat), ` ${name}`);

/** @type {Record<PlaceOfLinks["where"], Node[]>} */
const NOTES = {
  everywhere: [],
  network: [element("p", { class: "reach" }, "These links work for everybody in the network of this machine.")],
  machine: [
    element(
      "p",
      { class: "reach warning" },
      "These links work on this machine only, because the server listens to nobody else. To let others in your " +
        "network join, stop it and start it with ",
      element("code", {}, "railwright serve --host 0.0.0.0"),
      ". Games continue where they were.",
    ),
  ],
  unknown: [
    element(
      "p",
      { class: "reach warning" },
      "These links work on this machine only. For others, replace ",
      element("code", {}, location.hostname),
      " by the name or address of this machine in their network.",
    ),
  ],
};

/**
 * The body of the sheet with all links of a game: for others, for spectators, and for another device of one's own.
 * @param {string} game
 * @param {{here: Record<string, string>, away: Record<string, string>}} kept keys and invitations of this device
 * @param {number[]} invited seats whose invitations have not been used yet
 * @param {string[]} names
 * @param {PlaceOfLinks} place
 */
export function invitations(game, { here, away }, invited, names, { base, where }) {
  const hasCode = where === "everywhere" || where === "network";
  const link = (/** @type {string} */ hash) => `${base}${hash}`;
  const others = Object.entries(away).map(([text, invitation]) => {
    const seat = Number(text);
    const name = seatName(names[seat], seat);
    if (invited.includes(seat)) {
      const address = link(`#/invitation/${game}/${seat}/${invitation}`);
      return line(name, `Link for ${names[seat]}`, address, { hasCode, isOpen: seat === invited[0] });
    }
    return element("div", { class: "invite-line" }, element("span", { class: "invite-name" }, name), "has joined");
  });
  const own = Object.entries(here).map(([text, key]) => {
    const name = names[Number(text)];
    return line(seatName(name, Number(text)), `Own link of ${name}`, link(`#/seat/${game}/${key}`), { hasCode });
  });
  const note = (/** @type {string} */ text) => element("p", {}, text);
  return [
    ...NOTES[where].map((node) => node.cloneNode(true)),
    ...(others.length ? [note("The first person to open a link takes that seat. Each link works only once.")] : []),
    ...others,
    line("Watch", "Link to watch", link(`#/watch/${game}`), { hasCode }),
    ...(own.length ? [note("To continue in your own seat on another device. Do not share this link.")] : []),
    ...own,
  ];
}
