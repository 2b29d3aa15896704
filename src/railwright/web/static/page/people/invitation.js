// @ts-check
/** Links for others to take a seat or to watch, with a note that says where they work. */

import { button, element } from "../kit/element.js";
import { nameValue, shownName } from "../kit/names.js";
import { qrCode } from "../kit/qr-code.js";
import { say, sayNodes } from "../kit/say.js";
import { seatBadge } from "../kit/signs.js";

/** @typedef {import("./reach.js").PlaceOfLinks} PlaceOfLinks */

/** @param {string} text @param {HTMLButtonElement} node */
async function copy(text, node) {
  try {
    await navigator.clipboard.writeText(text);
    node.textContent = say("Copied");
  } catch {
    const field = /** @type {HTMLInputElement | null} */ (node.parentElement?.querySelector("input"));
    field?.select();
    node.textContent = say("Press Ctrl-C");
  }
  setTimeout(() => (node.textContent = say("Copy")), 2000);
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
  const press = button(say("Copy"), () => copy(address, press), { "aria-label": say("Copy: {what}", { what: label }) });
  const picture = hasCode && qrCode(address, say("QR code: {what}", { what: label }));
  const summary = element("summary", {}, say("QR code for a phone"));
  const code = picture && element("details", { open: isOpen }, summary, picture);
  return element("div", { class: "invite-line" }, element("span", { class: "invite-name" }, name), field, press, code);
}

/** @param {string} name @param {number} seat */
const seatName = (name, seat) => element("span", {}, seatBadge(seat), ` ${shownName(name)}`);

const FOR_OTHERS = say("The first person to open a link takes that seat. Each link works only once.");
const FOR_ONESELF = say("To continue in your own seat on another device. Do not share this link.");

/** @type {Record<PlaceOfLinks["where"], Node[]>} */
const NOTES = {
  everywhere: [],
  network: [element("p", { class: "reach" }, say("These links work for everybody in the network of this machine."))],
  machine: [
    element(
      "p",
      { class: "reach warning" },
      ...sayNodes(
        "These links work on this machine only, because the server listens to nobody else. To let others in your " +
          "network join, stop it and start it with {command}. Games continue where they were.",
        { command: element("code", {}, "railwright serve --host 0.0.0.0") },
      ),
    ),
  ],
  unknown: [
    element(
      "p",
      { class: "reach warning" },
      ...sayNodes(
        "These links work on this machine only. For others, replace {host} by the name or address of this machine " +
          "in their network.",
        { host: element("code", {}, location.hostname) },
      ),
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
      const label = say("Link for {name}", { name: nameValue(names[seat]) });
      return line(name, label, address, { hasCode, isOpen: seat === invited[0] });
    }
    return element(
      "div",
      { class: "invite-line" },
      element("span", { class: "invite-name" }, name),
      say("has joined"),
    );
  });
  const own = Object.entries(here).map(([text, key]) => {
    const name = names[Number(text)];
    const label = say("Own link of {name}", { name: nameValue(name) });
    return line(seatName(name, Number(text)), label, link(`#/seat/${game}/${key}`), { hasCode });
  });
  return [
    ...(others.length ? [element("p", {}, FOR_OTHERS)] : []),
    ...others,
    ...NOTES[where].map((node) => node.cloneNode(true)),
    line(say("Watch"), say("Link to watch"), link(`#/watch/${game}`), { hasCode }),
    ...(own.length ? [element("p", {}, FOR_ONESELF)] : []),
    ...own,
  ];
}
