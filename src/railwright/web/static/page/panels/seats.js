// @ts-check
/** The seats and what everybody knows about them. */

import { element, setText } from "../kit/element.js";
import { chip, seatBadge } from "../kit/signs.js";

/** Facts shown for each seat: key, singular, and tooltip. */
const FACTS = /** @type {const} */ ([
  ["trains", "train", "trains left"],
  ["cards", "card", "cards in hand"],
  ["tickets", "ticket", "tickets"],
  ["stations", "station", "stations left"],
]);

export class Seats {
  /** @param {import("../kit/places.js").About} about */
  constructor(about) {
    this._about = about;
    this._rows = about.seats.map((seat, number) => this._row(seat.name, number));
    const list = element("ul", { class: "seat-list" }, ...this._rows.map(({ node }) => node));
    this.node = element("section", { class: "panel seats", "aria-label": "Players" }, list);
  }

  /** @param {string} name @param {number} number */
  _row(name, number) {
    const facts = FACTS.filter(([fact]) => fact !== "stations" || this._about.ruleset.stations).map(
      ([fact, one, words]) => {
        const value = element("b");
        const unit = element("span");
        return { fact, one, value, unit, node: element("span", { class: "fact", title: words }, value, " ", unit) };
      },
    );
    const points = element("b", { class: "seat-points" });
    const you = element("span", { class: "you" });
    const status = element("span", { class: "seat-status" });
    const known = element("div", { class: "known" });
    const node = element(
      "li",
      { class: "seat" },
      seatBadge(number),
      element("div", { class: "seat-name" }, name, you, status),
      points,
      element("div", { class: "facts" }, ...facts.map((fact) => fact.node)),
      known,
    );
    return { node, points, facts, you, status, known };
  }

  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{me: number | null, thinking: number | null, result?: any}} who `result`: the scores, when the game is over
   */
  show(scene, { me, thinking, result = null }) {
    const winners = result?.winners ?? [];
    this._rows.forEach(({ node, points, facts, you, status, known }, number) => {
      const seat = scene.seats[number];
      const shown = result?.scores[number] ?? seat.points;
      setText(points, String(shown));
      points.title = result ? `${shown} points, ${seat.points} of them for tracks` : `${shown} points for tracks`;
      points.setAttribute("aria-label", `${shown} points`);
      for (const { fact, one, value, unit } of facts) {
        setText(value, String(seat[fact]));
        setText(unit, seat[fact] === 1 ? one : fact);
      }
      setText(you, number === me && this._about.seats[number].name !== "You" ? " (you)" : "");
      setText(status, winners.includes(number) ? "won" : number === thinking ? "is thinking …" : "");
      node.classList.toggle("turn", scene.turn === number);
      node.classList.toggle("mine", number === me);
      node.classList.toggle("thinking", number === thinking);
      node.setAttribute("aria-current", String(scene.turn === number));
      this._showKnown(known, seat, number === me);
    });
  }

  /** @param {HTMLElement} node @param {import("./scene.js").SeatScene} seat @param {boolean} isMe */
  _showKnown(node, seat, isMe) {
    const known = isMe ? [] : Object.entries(seat.known_cards);
    const taken = Object.entries(seat.passengers ?? {});
    const text = JSON.stringify([known, taken]);
    if (node.dataset.text === text) return;
    node.dataset.text = text;
    node.replaceChildren();
    if (known.length)
      node.append(
        element("span", { class: "quiet" }, "has "),
        ...known.map(([color, count]) => named(color, count, "known")),
      );
    if (taken.length)
      node.append(
        element("span", { class: "quiet" }, "took "),
        ...taken.map(([color, count]) => named(color, count, "passengers")),
      );
  }

  /** The node of a seat, to which its cards fly. @param {number} seat */
  place(seat) {
    return this._rows[seat]?.node;
  }
}

/** @param {string} color @param {number} count @param {string} what */
function named(color, count, what) {
  const node = chip(color, String(count));
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", `${count} ${color} ${what}`);
  node.title = `${count} ${color} ${what}`;
  return node;
}
