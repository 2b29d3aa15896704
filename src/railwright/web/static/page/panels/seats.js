// @ts-check
/** The seats and what everybody knows about them. */

import { colorName } from "../kit/colors.js";
import { element, setText } from "../kit/element.js";
import { isNameless, shownName } from "../kit/names.js";
import { say, sayNodes } from "../kit/say.js";
import { chip, seatBadge } from "../kit/signs.js";

/** Facts shown for each seat: the word that follows their number, and a tooltip. */
const FACTS = /** @type {const} */ ([
  {
    fact: "trains",
    words: (/** @type {number} */ count) => say("{count, plural, one {train} other {trains}}", { count }),
    title: say("trains left"),
  },
  {
    fact: "cards",
    words: (/** @type {number} */ count) => say("{count, plural, one {card} other {cards}}", { count }),
    title: say("cards in hand"),
  },
  {
    fact: "tickets",
    words: (/** @type {number} */ count) => say("{count, plural, one {ticket} other {tickets}}", { count }),
    title: say("tickets"),
  },
  {
    fact: "stations",
    words: (/** @type {number} */ count) => say("{count, plural, one {station} other {stations}}", { count }),
    title: say("stations left"),
  },
]);

export class Seats {
  /** @param {import("../kit/places.js").About} about */
  constructor(about) {
    this._about = about;
    this._rows = about.seats.map((seat, number) => this._row(shownName(seat.name), number));
    const list = element("ul", { class: "seat-list" }, ...this._rows.map(({ node }) => node));
    this.node = element("section", { class: "panel seats", "aria-label": say("Players") }, list);
  }

  /** @param {string} name @param {number} number */
  _row(name, number) {
    const facts = FACTS.filter(({ fact }) => fact !== "stations" || this._about.ruleset.stations).map((shown) => {
      const value = element("b");
      const unit = element("span");
      const node = element("span", { class: "fact", title: shown.title }, value, " ", unit);
      return { ...shown, value, unit, node };
    });
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
      points.title = result
        ? say("{points} points, {tracks} of them for tracks", { points: shown, tracks: seat.points })
        : say("{points} points for tracks", { points: shown });
      points.setAttribute("aria-label", say("{points} points", { points: shown }));
      for (const { fact, words, value, unit } of facts) {
        setText(value, String(seat[fact]));
        setText(unit, words(seat[fact]));
      }
      setText(you, number === me && !isNameless(this._about.seats[number].name) ? ` ${say("(you)")}` : "");
      setText(status, winners.includes(number) ? say("won") : number === thinking ? say("is thinking …") : "");
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
    const parts = [
      ...(known.length ? sayNodes("has {cards}", { cards: chips(known, knownWords) }) : []),
      ...(taken.length ? sayNodes("took {cards}", { cards: chips(taken, passengerWords) }, "passengers") : []),
    ];
    node.append(...parts.map(quiet));
  }

  /** The node of a seat, to which its cards fly. @param {number} seat */
  place(seat) {
    return this._rows[seat]?.node;
  }
}

/** @param {string | Node} part of a text @returns {Node} */
const quiet = (part) => (part instanceof Node ? part : element("span", { class: "quiet" }, part));

/** @param {string} color @param {number} count */
const knownWords = (color, count) => say("{count} {color} known", { count, color: colorName(color) });

/** @param {string} color @param {number} count */
const passengerWords = (color, count) => say("{count} {color} passengers", { count, color: colorName(color) });

/** @param {[string, number][]} counts by colour @param {(color: string, count: number) => string} words */
function chips(counts, words) {
  const nodes = counts.map(([color, count]) => {
    const node = chip(color, String(count));
    node.setAttribute("role", "img");
    node.setAttribute("aria-label", words(color, count));
    node.title = words(color, count);
    return node;
  });
  return { items: nodes, between: "" };
}
