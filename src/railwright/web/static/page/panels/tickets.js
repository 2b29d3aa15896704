// @ts-check
/** Tickets and their states. Pointing at one highlights it on the board. */

import { element } from "../kit/element.js";
import { ticketName } from "../kit/places.js";
import { say } from "../kit/say.js";

/** @type {Record<string, string>} */
const STATES = {
  done: say("✓ done"),
  lent: say("✓ with a station"),
  open: say("open", {}, "ticket"),
  failed: say("✗ failed"),
};

/** The same for screen readers. @type {Record<string, string>} */
const SPOKEN_STATES = {
  done: say("done", {}, "ticket"),
  lent: say("lent", {}, "ticket"),
  open: say("open", {}, "ticket"),
  failed: say("failed", {}, "ticket"),
};

/**
 * The node of a ticket.
 * @param {import("../kit/places.js").About} about
 * @param {number} ticket
 * @param {string} state
 */
export function ticketNode(about, ticket, state) {
  const { places, points, long } = about.tickets[ticket];
  return element(
    "div",
    { class: `ticket ${state}${long ? " long" : ""}` },
    element("span", { class: "places" }, `${places[0]} – ${places[1]}`),
    element("span", { class: "state" }, STATES[state] ?? ""),
    element("span", { class: "points", title: say("points") }, points),
  );
}

/**
 * Write on a ticket what it still takes, or its plain state again.
 * @param {HTMLElement} node
 * @param {{words: string, nodes: Node[]} | null} told
 */
export function describeTicket(node, told) {
  const state = /** @type {HTMLElement | null} */ (node.querySelector(".state"));
  if (!state) return;
  state.dataset.plain ??= state.textContent ?? "";
  state.replaceChildren(...(told ? told.nodes : [state.dataset.plain]));
  state.classList.toggle("told", told !== null);
  node.setAttribute("aria-description", told?.words ?? "");
}

export class Tickets {
  /**
   * @param {import("../kit/places.js").About} about
   * @param {(ticket: number | null, node: HTMLElement) => void} point called when a ticket is pointed at, and with
   *   null afterwards
   */
  constructor(about, point) {
    this._about = about;
    this._point = point;
    this._shown = "";
    this._title = element("h2", {}, say("Your tickets"));
    this._list = element("ul", { class: "ticket-list" });
    this.node = element("section", { class: "panel tickets", "aria-label": say("Tickets") }, this._title, this._list);
  }

  /** @param {{ticket: number, state: string}[] | null} tickets @param {string} [title] */
  show(tickets, title = say("Your tickets")) {
    this.node.hidden = tickets === null;
    const wanted = JSON.stringify([tickets, title]);
    if (wanted === this._shown) return;
    this._shown = wanted;
    const open = (tickets ?? []).filter(({ state }) => state === "open").length;
    this._title.textContent = tickets?.length ? say("{title} ({count} open)", { title, count: open }) : title;
    const order = (/** @type {{ticket: number, state: string}} */ { ticket, state }) =>
      (state === "open" ? 0 : 1000) - this._about.tickets[ticket].points;
    const sorted = [...(tickets ?? [])].sort((a, b) => order(a) - order(b));
    this._list.replaceChildren(...sorted.map(({ ticket, state }) => this._item(ticket, state)));
    if (!sorted.length) this._list.append(element("li", { class: "quiet" }, say("None yet.")));
  }

  /** @param {number} ticket @param {string} state */
  _item(ticket, state) {
    const node = ticketNode(this._about, ticket, state);
    const label = say("{ticket}, {state}", { ticket: ticketName(this._about, ticket), state: SPOKEN_STATES[state] });
    node.tabIndex = 0;
    node.setAttribute("role", "note");
    node.setAttribute("aria-label", label);
    pointing(
      node,
      () => this._point(ticket, node),
      () => this._point(null, node),
    );
    return element("li", {}, node);
  }
}

/** Whether the page was last used with a finger. */
let isTouched = false;
addEventListener("pointerdown", (event) => (isTouched = event.pointerType === "touch"), { capture: true });
addEventListener("keydown", () => (isTouched = false), { capture: true });

/**
 * Call `on` when a node is hovered, focused or changed, and `off` afterwards.
 *
 * While a finger presses something nothing may grow or shrink, or it presses something else: so a touch points once it
 * has pressed, and what was pointed at before is left at the same moment.
 * @param {HTMLElement} node
 * @param {() => void} on
 * @param {() => void} off
 */
export function pointing(node, on, off) {
  const hovered = (/** @type {() => void} */ call) => (/** @type {PointerEvent} */ event) => {
    if (event.pointerType !== "touch") call();
  };
  node.addEventListener("pointerenter", hovered(on));
  node.addEventListener("focusin", on);
  node.addEventListener("change", on);
  node.addEventListener("pointerleave", hovered(off));
  node.addEventListener("focusout", () => {
    if (isTouched) addEventListener("click", off, { once: true });
    else off();
  });
}
