// @ts-check
/** Press targets on the board: wide invisible lines under the tracks and rings around the cities. */

import { colorName } from "../kit/colors.js";
import { drawn } from "../kit/element.js";
import { nameValue } from "../kit/names.js";
import { meant, pointsAlong } from "./nearest.js";
import { closedTracks, isParallel, trackWords } from "../kit/places.js";
import { say } from "../kit/say.js";

const SINGLE_WIDTH = 27;
const PARALLEL_WIDTH = 15.5;
const CITY_RADIUS = 17;
const FORWARD = ["ArrowRight", "ArrowDown"];
const BACK = ["ArrowLeft", "ArrowUp"];

export class Targets {
  /**
   * @param {import("./board.js").Board} board
   * @param {import("./board.js").Press} press
   */
  constructor(board, press) {
    this._board = board;
    this._press = press;
    /** @type {Map<number, SVGElement>} */
    this._tracks = new Map();
    /** @type {Map<number, SVGElement>} */
    this._cities = new Map();
    this.node = drawn("g", { class: "targets", keydown: (/** @type {KeyboardEvent} */ event) => this._key(event) });
    board.svg?.addEventListener("pointerdown", ({ pointerType }) => (this._pointer = pointerType));
    board.svg?.addEventListener("click", (event) => this._isTouch(event) && this._touch(event));
    const unit = board.unit ?? 1;
    for (const track of board.tracks?.keys() ?? []) {
      const width = (isParallel(board.about, track) ? PARALLEL_WIDTH : SINGLE_WIDTH) * unit;
      const line = drawn("path", { class: "target", d: board.line(track), "stroke-width": width, "data-track": track });
      this._add(this._tracks, track, line, () => this._press.track?.(track));
    }
    for (const [city, { x, y }] of board.cities ?? []) {
      const ring = drawn("circle", {
        class: "target city-target",
        cx: x,
        cy: y,
        r: CITY_RADIUS * unit,
        "data-city": city,
      });
      this._add(this._cities, city, ring, () => this._press.city?.(city));
    }
  }

  /**
   * @param {Map<number, SVGElement>} targets
   * @param {number} index
   * @param {SVGElement} node
   * @param {() => void} press
   */
  _add(targets, index, node, press) {
    node.append(drawn("title"));
    node.addEventListener("click", (event) => {
      if (node.classList.contains("legal") && !this._isTouch(event)) press();
    });
    node.addEventListener("keydown", (event) => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      if ((key !== "Enter" && key !== " ") || !node.classList.contains("legal")) return;
      event.preventDefault();
      event.stopPropagation();
      press();
    });
    targets.set(index, node);
    this.node.append(node);
  }

  /** Whether a click came from a finger; older browsers say so only when it is put down. @param {MouseEvent} event */
  _isTouch(event) {
    return (/** @type {PointerEvent} */ (event).pointerType ?? this._pointer) === "touch";
  }

  /** Report the candidates for a touch. @param {MouseEvent} event */
  _touch({ clientX: x, clientY: y }) {
    const matrix = this._board.svg?.getScreenCTM();
    if (!matrix) return;
    const onScreen = (/** @type {{x: number, y: number}[]} */ points) =>
      points.map((point) => new DOMPoint(point.x, point.y).matrixTransform(matrix));
    const isLegal = (/** @type {[number, SVGElement]} */ [, node]) => node.classList.contains("legal");
    /** @type {{thing: {track?: number, city?: number}, points: import("./nearest.js").Point[]}[]} */
    const things = [
      ...[...this._tracks].filter(isLegal).map(([track, node]) => ({
        thing: { track },
        points: onScreen(pointsAlong(/** @type {SVGGeometryElement} */ (node))),
      })),
      ...[...this._cities].filter(isLegal).map(([city]) => ({
        thing: { city },
        points: onScreen([this._board.place(city)]),
      })),
    ];
    const found = meant({ x, y }, things);
    if (found.length) this._press.touch?.(found);
  }

  /** Update the accessible names of all tracks and cities. @param {import("./board.js").Pieces} pieces */
  describe(pieces) {
    this._pieces = pieces;
    const { about } = this._board;
    const closed = closedTracks(about, pieces.owners);
    for (const [track, node] of this._tracks) {
      const owner = pieces.owners[track] === undefined ? null : about.seats[pieces.owners[track]].name;
      const isLegal = node.classList.contains("legal");
      name(node, trackLabel(trackWords(about, track), { owner, isClosed: closed.has(track), isLegal }));
    }
    for (const [city, node] of this._cities) {
      const owner = pieces.stations[city] === undefined ? null : about.seats[pieces.stations[city]].name;
      const waiting = pieces.passengers[city] ?? [];
      const isLegal = node.classList.contains("legal");
      name(node, cityLabel(about.board.cities[city].name, { owner, waiting, isLegal }));
    }
  }

  /** Enable these targets and disable all others. @param {{tracks: Set<number>, cities: Set<number>}} choices */
  offer({ tracks, cities }) {
    for (const [track, node] of this._tracks) allow(node, tracks.has(track));
    for (const [city, node] of this._cities) allow(node, cities.has(city));
    if (this._pieces) this.describe(this._pieces);
    const legal = this._legal();
    if (legal.length && !legal.some((node) => node.tabIndex === 0)) legal[0].setAttribute("tabindex", "0");
  }

  /** Focus the first enabled target. */
  focus() {
    this._legal()[0]?.focus();
  }

  /** The enabled targets, sorted by name: tracks, then cities. @returns {SVGElement[]} */
  _legal() {
    const legal = [...this._tracks.values(), ...this._cities.values()].filter((node) =>
      node.classList.contains("legal"),
    );
    return legal.sort((a, b) => order(a).localeCompare(order(b)));
  }

  /** Move between targets with the arrow keys: the board is a single tab stop. @param {KeyboardEvent} event */
  _key(event) {
    const step = FORWARD.includes(event.key) ? 1 : BACK.includes(event.key) ? -1 : 0;
    const legal = this._legal();
    const now = legal.indexOf(/** @type {SVGElement} */ (event.target));
    if (!step || now < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = legal[(now + step + legal.length) % legal.length];
    legal[now].setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  }
}

/** @param {string} track @param {{owner: string | null, isClosed: boolean, isLegal: boolean}} state */
function trackLabel(track, { owner, isClosed, isLegal }) {
  if (owner !== null) return say("{track}, claimed by {who}", { track, who: nameValue(owner) });
  if (isClosed) return say("{track}, closed, since the parallel track is claimed", { track });
  return isLegal ? say("{track}, free, you can claim it", { track }) : say("{track}, free", { track });
}

/** @param {string} city @param {{owner: string | null, waiting: string[], isLegal: boolean}} state */
function cityLabel(city, { owner, waiting, isLegal }) {
  let label = city;
  if (owner !== null) label = say("{city}, station of {who}", { city, who: nameValue(owner) });
  const colors = { items: waiting.map(colorName), between: ", " };
  if (waiting.length) label = say("{city}, waiting: {colors}", { city: label, colors });
  return isLegal ? say("{city}, you can build a station here", { city: label }) : label;
}

/** @param {SVGElement} node */
const order = (node) => `${node.dataset.city === undefined ? 0 : 1}${node.getAttribute("aria-label")}`;

/** @param {SVGElement} node @param {string} text */
function name(node, text) {
  if (node.getAttribute("aria-label") === text) return;
  node.setAttribute("aria-label", text);
  const title = node.querySelector("title");
  if (title) title.textContent = text;
}

/** @param {SVGElement} node @param {boolean} isLegal */
function allow(node, isLegal) {
  node.classList.toggle("legal", isLegal);
  if (isLegal) {
    node.setAttribute("role", "button");
    if (!node.hasAttribute("tabindex")) node.setAttribute("tabindex", "-1");
  } else {
    node.setAttribute("role", "img");
    node.removeAttribute("tabindex");
  }
}
