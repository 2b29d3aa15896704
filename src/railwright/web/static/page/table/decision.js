// @ts-check
/** The sheets for decisions that are not made on the board: payments, tunnels, tickets, passengers. */

import { cardCount, colorName } from "../kit/colors.js";
import { button, element } from "../kit/element.js";
import { cityIndex, mixWords, ticketName, trackName, trackPoints } from "../kit/places.js";
import { say } from "../kit/say.js";
import { card, cardWords, chip } from "../kit/signs.js";
import { majorityWords } from "../panels/majorities.js";
import { pointing, ticketNode } from "../panels/tickets.js";

/** Colours of passengers, in the order of their numbers. */
const PASSENGERS = ["red", "green", "yellow", "black", "blue", "white"];

/**
 * @typedef {object} Asking
 * @property {import("../kit/places.js").About} about
 * @property {any} state
 * @property {import("./choices.js").Choices} choices
 * @property {(action: number) => void} act
 * @property {() => void} undo
 * @property {(ticket: number | null, node?: HTMLElement) => void} pointTicket
 */

/**
 * The pending question, or null if the decision is made on the board or in the market.
 * @param {Asking} asking
 */
export function question(asking) {
  const { state } = asking;
  const ask = { keep: askTickets, mix: askMix, pay: askPayment, tunnel: askTunnel, passenger: askPassenger }[
    /** @type {string} */ (state.stage)
  ];
  const sheet = ask?.(asking);
  return sheet
    ? { name: `${state.version} ${state.stage}`, cancel: state.undo === "" ? asking.undo : null, ...sheet }
    : null;
}

/** @param {Asking} asking */
function askPayment({ about, state, choices, act, undo }) {
  const { track, city, cards } = state.paying;
  const title =
    track === null
      ? say("Pay {cards, plural, one {# card} other {# cards}} for the station in {city}", {
          cards,
          city: about.board.cities[city].name,
        })
      : say("Pay {cards, plural, one {# card} other {# cards}} for {track} ({points})", {
          cards,
          track: trackName(about, track),
          points: trackPoints(about, track),
        });
  const body = [
    ...choices.payments.map((choice) => payButton(choice, act)),
    state.undo === "" && button(say("Not this one"), undo, { class: "quiet-button" }),
  ];
  return { title, body: present(body) };
}

/** @param {import("./choices.js").Choice} choice @param {(action: number) => void} act */
function payButton({ action, cards = {} }, act) {
  const chips = Object.entries(cards).map(([color, count]) => chip(color, cardCount(color, count)));
  const node = element("button", {
    type: "button",
    class: "choice",
    "aria-label": say("Pay {cards}", { cards: cardWords(cards) }),
    click: () => act(action),
  });
  node.append(...chips);
  return node;
}

/** @param {Asking} asking */
function askTunnel({ about, state, choices, act }) {
  const { track, cards, revealed, laid } = state.paying;
  const matches = (/** @type {string} */ color) => color === laid || color === "locomotive";
  const rule =
    laid === "locomotive"
      ? say("Cards turned over; locomotives cost extra:")
      : say("Cards turned over; {color} cards and locomotives cost extra:", { color: colorName(laid) });
  const spoken = revealed.map((/** @type {string} */ color) =>
    matches(color) ? say("{color}, which counts", { color: colorName(color) }) : colorName(color),
  );
  const label = spoken.length
    ? say("Turned over: {cards}", { cards: { items: spoken, between: "; " } })
    : say("Turned over: nothing");
  const turned = element(
    "div",
    { class: "turned", role: "group", "aria-label": label },
    ...revealed.map((/** @type {string} */ color) => {
      const node = card(color);
      node.classList.add(matches(color) ? "counts" : "counts-not");
      return node;
    }),
  );
  const decline = choices.decline;
  const body = [
    element("p", {}, rule),
    turned,
    element(
      "p",
      {},
      choices.payments.length
        ? say("You must pay {count} more.", { count: cards })
        : say("You must pay {count} more, but you cannot.", { count: cards }),
    ),
    ...choices.payments.map((choice) => payButton(choice, act)),
    decline !== null && button(say("Turn back and keep your cards"), () => act(decline), { class: "quiet-button" }),
  ];
  return { title: say("Tunnel {track}", { track: trackName(about, track) }), body: present(body) };
}

/** @param {Asking} asking */
function askMix({ about, choices, act }) {
  const body = mixButtons(about, choices, act);
  return { title: say("Which tickets do you want to look at?"), body };
}

/**
 * Buttons for every mix of short and long tickets.
 * @param {import("../kit/places.js").About} about
 * @param {import("./choices.js").Choices} choices
 * @param {(action: number) => void} act
 */
export function mixButtons(about, choices, act) {
  const all = Math.max(...choices.mixes.keys());
  return [...choices.mixes].map(([long, action]) =>
    button(all ? mixWords(long, all) : say("Draw tickets"), () => act(action), { class: "choice" }),
  );
}

/** @param {Asking} asking */
function askPassenger({ about, state, choices, act }) {
  const taken = state.seats.map((/** @type {any} */ seat) => seat.passengers);
  const who = { names: about.seats.map(({ name }) => name), viewer: state.seat };
  const body = [...choices.passengers].map(([color, action]) => {
    const name = PASSENGERS[color];
    const node = button(chip(name, colorName(name)), () => act(action), { class: "choice" });
    node.append(element("span", { class: "majority" }, majorityWords(taken, name, who)));
    return node;
  });
  const [first, second] = about.ruleset.passenger_points;
  const rule = say("Most of a colour: {first} points at the end; second most: {second}.", { first, second });
  const pass = choices.pass;
  const { city } = state.paying;
  return {
    title: say("Who comes along from {city}?", { city: about.board.cities[city].name }),
    body: present([
      element("p", {}, rule),
      ...body,
      pass !== null && button(say("Nobody"), () => act(pass), { class: "quiet-button" }),
    ]),
  };
}

/** @param {Asking} asking */
function askTickets({ about, state, choices, act, pointTicket }) {
  const { offer, least_kept: least } = state.me;
  const boxes = offer.map((/** @type {number} */ ticket, /** @type {number} */ i) => {
    const box = element("input", {
      type: "checkbox",
      "aria-label": say("Keep {ticket}", { ticket: ticketName(about, ticket) }),
      "data-place": i,
    });
    box.addEventListener("change", change);
    const label = element("label", { class: "offer" }, box, ticketNode(about, ticket, "offered"));
    pointing(
      label,
      () => pointTicket(ticket, label),
      () => pointTicket(null, label),
    );
    return { box, label };
  });
  const kept = () =>
    boxes.reduce(
      (/** @type {number} */ mask, /** @type {any} */ { box }, /** @type {number} */ i) =>
        mask + (box.checked ? 1 << i : 0),
      0,
    );
  const done = button(
    say("Keep"),
    () => {
      const action = choices.keeps.get(kept());
      if (action !== undefined) act(action);
    },
    { class: "main-button" },
  );
  function change() {
    const count = boxes.filter((/** @type {any} */ { box }) => box.checked).length;
    done.disabled = !choices.keeps.has(kept());
    done.textContent =
      done.disabled && count < least
        ? say("Choose at least {least}", { least })
        : say("Keep {count, plural, one {# ticket} other {# tickets}}", { count });
  }
  change();
  const enter = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || event.target === done) return;
    event.preventDefault();
    if (!done.disabled) done.click();
  };
  const body = element(
    "div",
    { class: "offers", keydown: enter },
    element("p", {}, say("Keep at least {least}. Point at one, or touch it, to see its path.", { least })),
    ...boxes.map((/** @type {any} */ { label }) => label),
    done,
  );
  return { title: say("Tickets"), body: [body] };
}

/** @param {(Node | false | null)[]} nodes @returns {Node[]} */
function present(nodes) {
  return /** @type {Node[]} */ (nodes.filter(Boolean));
}

/** The cities of a ticket. @param {import("../kit/places.js").About} about @param {number} ticket */
export function ticketCities(about, ticket) {
  const { cities, places } = about.tickets[ticket];
  return cities ? cities.flat() : places.map((place) => cityIndex(about, place));
}
