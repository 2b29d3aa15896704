// @ts-check
/** The board: the server's picture, with the players' pieces and highlights on top. */

import { gamePicture } from "../kit/api.js";
import { drawn, element } from "../kit/element.js";
import * as settings from "../kit/settings.js";
import { Targets } from "./targets.js";
import { passengers, spacesOf, station, trains } from "./trains.js";
import { Zoom } from "./zoom.js";

const LAYOUT_SPACE = 13;
/** Style sheets of pictures, one for each theme and size. @type {Map<string, CSSStyleSheet>} */
const adopted = new Map();

/**
 * @typedef {{owners: Record<string, number>, stations: Record<string, number>,
 *   passengers: Record<string, string[]>}} Pieces
 * @typedef {{tracks?: Iterable<number>, cities?: Iterable<number>}} Pointed
 */

export class Board {
  /**
   * @param {import("../kit/places.js").About} about
   * @param {{track?: (track: number) => void, city?: (city: number) => void}} [press]
   */
  constructor(about, press = {}) {
    this.about = about;
    this.node = element("div", { class: "board", role: "group", "aria-label": `Board: ${about.board.title}` });
    this._press = press;
    /** @type {Pieces} */
    this._pieces = { owners: {}, stations: {}, passengers: {} };
    /** @type {Map<number, string>} */
    this._onTrack = new Map();
    /** @type {Map<string, Pointed>} */
    this._pointed = new Map();
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {Targets | null} */
    this._targets = null;
    this._choices = { tracks: new Set(), cities: new Set() };
    this._theme = "";
    this._forget = settings.whenChanged(() => this._theme !== settings.theme() && this.load());
  }

  /** Fetch the picture and show it. */
  async load() {
    this._theme = settings.theme();
    const text = await gamePicture(this.about.game, this._theme);
    const style = text.match(/<style>([\s\S]*?)<\/style>/);
    if (style) adopt(style[1]);
    const picture = new DOMParser().parseFromString(text.replace(/<style>[\s\S]*?<\/style>/, ""), "image/svg+xml");
    const svg = /** @type {SVGSVGElement} */ (
      /** @type {unknown} */ (document.importNode(picture.documentElement, true))
    );
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.removeAttribute("role");
    for (const note of svg.querySelectorAll("title")) note.remove();
    this.svg = svg;
    const ground = groundOf(svg);
    this._readPlaces(svg);
    this._onTrack.clear();
    this._targets = new Targets(this, this._press);
    this._glow = drawn("g", { class: "glows", "aria-hidden": "true" });
    const tracks = svg.querySelector("g.tracks");
    tracks?.before(this._glow, this._targets.node);
    this._built = drawn("g", { class: "pieces", "aria-hidden": "true" });
    svg.querySelector("g.labels")?.after(this._built);
    this._zoom?.close();
    this._zoom = new Zoom(svg, ground);
    this.node.replaceChildren(ground, svg, this._zoom.buttons);
    const { width, height } = svg.viewBox.baseVal;
    this.node.parentElement?.parentElement?.classList.toggle("tall", height > width);
    this.show(this._pieces, { isStill: true });
    this.offer(this._choices);
    for (const [name, pointed] of this._pointed) this.point(name, pointed);
  }

  /** @param {SVGSVGElement} svg */
  _readPlaces(svg) {
    this.tracks = new Map(
      [...svg.querySelectorAll("g.track")].map((group) => [Number(group.getAttribute("data-track")), group]),
    );
    this.cities = new Map(
      [...svg.querySelectorAll("g.city")].map((group) => [Number(group.getAttribute("data-city")), middle(group)]),
    );
    const rect = svg.querySelector("g.track.normal rect.space, rect.space");
    this.unit = Number(rect?.getAttribute("height") ?? LAYOUT_SPACE) / LAYOUT_SPACE;
  }

  /**
   * Show the pieces on the board. New trains are animated.
   * @param {Pieces} pieces
   * @param {{isStill?: boolean}} [options]
   */
  show(pieces, { isStill = false } = {}) {
    this._pieces = pieces;
    if (!this.svg || !this.tracks) return;
    for (const [track, group] of this.tracks) this._own(track, group, pieces.owners[track], isStill);
    const built = Object.entries(pieces.stations).map(([city, seat]) =>
      station(this.place(Number(city)), seat, this.unit ?? 1),
    );
    const waiting = Object.entries(pieces.passengers).map(([city, colors]) =>
      passengers(this._below(Number(city)), colors, this.unit ?? 1),
    );
    this._built?.replaceChildren(...built, ...waiting);
    this._targets?.describe(pieces);
  }

  /** @param {number} track @param {Element} group @param {number | undefined} owner @param {boolean} isStill */
  _own(track, group, owner, isStill) {
    const wanted = owner === undefined ? "" : String(owner);
    if ((this._onTrack.get(track) ?? "") === wanted) return;
    this._onTrack.set(track, wanted);
    group.querySelector(":scope > .trains")?.remove();
    group.classList.toggle("claimed", owner !== undefined);
    if (owner === undefined) return;
    const pieces = trains(spacesOf(group), owner, this.unit ?? 1);
    if (!isStill) pieces.classList.add("arriving");
    group.append(pieces);
  }

  /** Set what can be pressed now. @param {{tracks: Set<number>, cities: Set<number>}} choices */
  offer(choices) {
    this._choices = choices;
    this.node.classList.toggle("open", choices.tracks.size + choices.cities.size > 0);
    this._targets?.offer(choices);
  }

  /**
   * Highlight tracks and cities. A new highlight replaces the previous one of the same `name`.
   * @param {string} name
   * @param {Pointed} pointed
   */
  point(name, pointed) {
    this._pointed.set(name, pointed);
    this._glow?.querySelector(`[data-name="${name}"]`)?.remove();
    const tracks = [...(pointed.tracks ?? [])].map((track) =>
      drawn("path", { class: "track-glow", d: this.line(track), "stroke-width": 24 * (this.unit ?? 1) }),
    );
    const cities = [...(pointed.cities ?? [])].map((city) => {
      const { x, y } = this.place(city);
      return drawn("circle", {
        class: "city-glow",
        cx: x,
        cy: y,
        r: 17 * (this.unit ?? 1),
        "stroke-width": 6 * (this.unit ?? 1),
      });
    });
    if (tracks.length + cities.length) this._glow?.append(drawn("g", { "data-name": name }, ...tracks, ...cities));
  }

  /** The centre line of a track, as path data. @param {number} track */
  line(track) {
    return this.tracks?.get(track)?.querySelector(".link, .water")?.getAttribute("d") ?? "";
  }

  /** The centre of a city. @param {number} city */
  place(city) {
    return this.cities?.get(city) ?? { x: 0, y: 0 };
  }

  /** The rectangle of a track or city on the screen. @param {{track?: number | null, city?: number | null}} what */
  box({ track, city }) {
    const group =
      track === null || track === undefined
        ? this.svg?.querySelector(`g.city[data-city="${city}"]`)
        : this.tracks?.get(track);
    return group?.getBoundingClientRect() ?? this.node.getBoundingClientRect();
  }

  /** @param {number} city */
  _below(city) {
    const box = /** @type {SVGGraphicsElement | null} */ (
      this.svg?.querySelector(`g.label[data-city="${city}"]`)
    )?.getBBox();
    const { x, y } = this.place(city);
    return box
      ? { left: box.x, right: box.x + box.width, bottom: box.y + box.height }
      : { left: x, right: x, bottom: y };
  }

  /** Focus the board. */
  focus() {
    this._targets?.focus();
  }

  close() {
    this._forget();
    this._zoom?.close();
  }
}

/**
 * Move land and water to a separate picture below the tracks: they are slow to paint and never change.
 * @param {SVGSVGElement} svg
 */
function groundOf(svg) {
  const ground = /** @type {SVGSVGElement} */ (svg.cloneNode(false));
  ground.classList.add("earth");
  ground.setAttribute("aria-hidden", "true");
  while (svg.firstChild && !(svg.firstChild instanceof Element && svg.firstChild.matches("g.tracks")))
    ground.append(svg.firstChild);
  return ground;
}

/** @param {Element} group @returns {{x: number, y: number}} */
function middle(group) {
  const dot = group.querySelector("circle.dot");
  if (dot) return { x: Number(dot.getAttribute("cx")), y: Number(dot.getAttribute("cy")) };
  const [x, y] = (group.querySelector(".diamond")?.getAttribute("transform") ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [
    0, 0,
  ];
  return { x, y };
}

/** Adopt the style sheet of a picture: the content policy forbids style elements. @param {string} text */
function adopt(text) {
  if (adopted.has(text)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text.replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  adopted.set(text, sheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
