// @ts-check
/** The board: the server's picture, with the players' pieces and highlights on top. */

import { gamePicture } from "../kit/api.js";
import { drawn, element, setText } from "../kit/element.js";
import { crop, putInCorners } from "./framing.js";
import { closedTracks } from "../kit/places.js";
import { say } from "../kit/say.js";
import * as settings from "../kit/settings.js";
import { Targets } from "./targets.js";
import { passengers, station, train } from "./trains.js";
import { Zoom } from "./zoom.js";

/** Radius of a waiting passenger in units of the layout, at least and at most, and in pixels, at least. */
const PAWN = { least: 5.5, most: 11, pixels: 5.4 };
/** Widths of glows. That of a ticket is wider than the glow of what can be claimed, so that it is seen around it. */
const GLOW = { ticket: 36, other: 24 };
/** Windows in which names are drawn larger, and the board opens enlarged so that they can be read. */
const SMALL_WINDOW = matchMedia("(max-width: 700px), (max-height: 500px)");
/** Least size of names when the board opens in a small window, in pixels, and the most that it is enlarged for them. */
const OPENING = { name: 10, most: 2.2 };
/** How long something is highlighted before the view moves to it: not for a finger that only passes, in milliseconds. */
const FOLLOW_MS = 200;
/** Room around what is highlighted when the view moves to it, in units of the layout. */
const EDGE = 20;
/** What the server writes in the key to a board, in the language in use. @type {Record<string, string>} */
const KEY_TEXTS = {
  tunnel: say("tunnel"),
  "ferry, with its locomotives": say("ferry, with its locomotives"),
};
/** Style sheets of pictures, one for each theme and size. @type {Map<string, CSSStyleSheet>} */
const adopted = new Map();

/**
 * @typedef {{owners: Record<string, number>, stations: Record<string, number>,
 *   passengers: Record<string, string[]>}} Pieces
 * @typedef {{tracks?: Iterable<number>, cities?: Iterable<number>}} Pointed
 * @typedef {{track?: number, city?: number}} Thing
 * @typedef {{track?: (track: number) => void, city?: (city: number) => void, touch?: (things: Thing[]) => void}} Press
 *   what happens when a track or city is pressed, and when a finger may mean any of several
 */

export class Board {
  /**
   * @param {import("../kit/places.js").About} about
   * @param {Press} [press]
   * @param {{isOverview?: boolean}} [options] whether the board always opens as a whole
   */
  constructor(about, press = {}, { isOverview = false } = {}) {
    this.about = about;
    const label = say("Board: {title}", { title: about.board.title });
    this.node = element("div", { class: "board", role: "group", "aria-label": label });
    this._press = press;
    this._isOverview = isOverview;
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
    /** @type {number | undefined} */
    this._following = undefined;
    this._load = () => void this.load();
    SMALL_WINDOW.addEventListener("change", this._load);
    this._source = element("p", { class: "board-source" });
    /** The key to the board, to be shown below it in small windows, where it would cover too much. */
    this.key = element("div", { class: "panel key-panel", role: "img" });
    this._key = element("div", { class: "board-key", "aria-hidden": "true" });
    this._sizes = new ResizeObserver(() => this._arrange());
    this._sizes.observe(this.node);
  }

  /** Fetch the picture and show it. */
  async load() {
    this._theme = settings.theme();
    const text = await gamePicture(this.about.game, this._theme, SMALL_WINDOW.matches ? "large" : "usual");
    const style = text.match(/<style>([\s\S]*?)<\/style>/);
    if (style) adopt(style[1]);
    const picture = new DOMParser().parseFromString(text.replace(/<style>[\s\S]*?<\/style>/, ""), "image/svg+xml");
    const svg = /** @type {SVGSVGElement} */ (
      /** @type {unknown} */ (document.importNode(picture.documentElement, true))
    );
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.removeAttribute("role");
    const hasPoints = svg.querySelector("g.points");
    this.key.setAttribute("aria-label", hasPoints ? worthWords(this.about) : say("Key to the board"));
    for (const note of svg.querySelectorAll("title, .heading")) note.remove();
    this._source.textContent = svg.querySelector(".source")?.textContent ?? "";
    svg.querySelector(".source")?.remove();
    const key = /** @type {SVGGElement | null} */ (svg.querySelector("g.legend"));
    translateKey(key);
    describe(svg, this.about.board);
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
    this.node.replaceChildren(ground, svg);
    const points = /** @type {SVGGElement | null} */ (key?.querySelector("g.points") ?? null);
    const lines = points ? [keyPicture(points)] : [];
    points?.remove();
    if (key?.childElementCount) lines.push(keyPicture(key));
    this._key.replaceChildren(...lines);
    this.key.replaceChildren(...lines.map((line) => line.cloneNode(true)));
    key?.remove();
    const view = crop(svg, this.unit ?? 1);
    for (const picture of [svg, ground]) picture.setAttribute("viewBox", view);
    const { width, height } = svg.viewBox.baseVal;
    const around = this.node.parentElement?.parentElement;
    around?.classList.toggle("tall", height > width);
    around?.style.setProperty("--aspect", (width / height).toFixed(3));
    this._zoom?.close();
    this._zoom = new Zoom(svg, ground);
    this.node.append(this._zoom.buttons, this._key, this._source);
    this._arrange();
    this.offer(this._choices);
    if (SMALL_WINDOW.matches && !this._isOverview) this._openNear();
    for (const [name, pointed] of this._pointed) this.point(name, pointed);
  }

  /** Enlarge the board until its names can be read. */
  _openNear() {
    const scale = this.svg?.getScreenCTM()?.a || 1;
    const sizes = [...(this.svg?.querySelectorAll("g.label text") ?? [])].map((text) =>
      Number(text.getAttribute("font-size")),
    );
    const wanted = OPENING.name / (Math.min(...sizes) * scale);
    if (wanted > 1) this._zoom?.by(Math.min(OPENING.most, wanted));
  }

  /** @param {SVGSVGElement} svg */
  _readPlaces(svg) {
    this.tracks = new Map(
      [...svg.querySelectorAll("g.track")].map((group) => [Number(group.getAttribute("data-track")), group]),
    );
    this.cities = new Map(
      [...svg.querySelectorAll("g.city")].map((group) => [Number(group.getAttribute("data-city")), middle(group)]),
    );
    this.unit = Number(svg.dataset.unit ?? 1);
  }

  /**
   * Show the pieces on the board. New trains are animated.
   * @param {Pieces} pieces
   * @param {{isStill?: boolean}} [options]
   */
  show(pieces, { isStill = false } = {}) {
    this._pieces = pieces;
    if (!this.svg || !this.tracks) return;
    const closed = closedTracks(this.about, pieces.owners);
    for (const [track, group] of this.tracks) {
      this._own(track, group, pieces.owners[track], isStill);
      group.classList.toggle("closed", closed.has(track));
    }
    const built = Object.entries(pieces.stations).map(([city, seat]) =>
      station(this.place(Number(city)), seat, this.unit ?? 1),
    );
    const waiting = Object.entries(pieces.passengers).map(([city, colors]) =>
      passengers(this._below(Number(city)), colors, this._pawn ?? PAWN.least),
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
    const piece = train(group, owner, this.unit ?? 1);
    if (!isStill) piece.classList.add("arriving");
    group.append(piece);
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
    const width = name === "ticket" ? GLOW.ticket : GLOW.other;
    const tracks = [...(pointed.tracks ?? [])].map((track) =>
      drawn("path", { class: "track-glow", d: this.line(track), "stroke-width": width * (this.unit ?? 1) }),
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
    clearTimeout(this._following);
    if (SMALL_WINDOW.matches) this._following = setTimeout(() => this._follow(), FOLLOW_MS);
  }

  /** Move the view to what is highlighted, and back afterwards. */
  _follow() {
    const { x, y, width, height } = this._glow?.getBBox() ?? new DOMRect();
    const edge = EDGE * (this.unit ?? 1);
    if (!width && !height) this._zoom?.restore();
    else this._zoom?.reveal({ x: x - edge, y: y - edge, width: width + 2 * edge, height: height + 2 * edge });
  }

  /** The centre line of a track, as path data. @param {number} track */
  line(track) {
    return this.tracks?.get(track)?.querySelector(".link, .water")?.getAttribute("d") ?? "";
  }

  /** The centre of a city. @param {number} city */
  place(city) {
    return this.cities?.get(city) ?? { x: 0, y: 0 };
  }

  /** Keep passengers large enough to be seen, and buttons and the source of the map off tracks and names. */
  _arrange() {
    if (!this.svg || !this._zoom || this._zoom.isEnlarged) return;
    const unit = this.unit ?? 1;
    const scale = this.svg.getScreenCTM()?.a || 1;
    this._pawn = unit * Math.min(PAWN.most, Math.max(PAWN.least, PAWN.pixels / scale / unit));
    this.show(this._pieces, { isStill: true });
    putInCorners(this.svg, [this._zoom.buttons, this._key, this._source]);
  }

  /** @param {number} city */
  _below(city) {
    const texts = /** @type {SVGTextElement[]} */ ([
      ...(this.svg?.querySelectorAll(`g.label[data-city="${city}"] text`) ?? []),
    ]);
    const lines = texts.map((line) => line.getBBox());
    const { x, y } = this.place(city);
    if (!lines.length) return { left: x, right: x, bottom: y, align: "middle" };
    return {
      align: texts[0].getAttribute("text-anchor") ?? "start",
      left: Math.min(...lines.map((box) => box.x)),
      right: Math.max(...lines.map((box) => box.x + box.width)),
      bottom: Math.max(...lines.map((box) => box.y + box.height)),
    };
  }

  /** Focus the board. */
  focus() {
    this._targets?.focus();
  }

  close() {
    this._forget();
    SMALL_WINDOW.removeEventListener("change", this._load);
    clearTimeout(this._following);
    this._sizes.disconnect();
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

/** What the tracks of a board are worth. @param {import("../kit/places.js").About} about */
function worthWords({ board, ruleset }) {
  const lengths = new Set(board.tracks.map(({ length }) => length));
  const items = [...lengths]
    .filter((length) => length in ruleset.route_points)
    .sort((a, b) => a - b)
    .map((length) => say("{length} for {points}", { length, points: ruleset.route_points[length] }));
  return say("Points by length: {points}", { points: { items, between: ", " } });
}

/** The description of the board in the language in use. @param {SVGSVGElement} svg @param {any} board */
function describe(svg, board) {
  const text = say(
    "A board with {cities, plural, one {# city} other {# cities}} and " +
      "{tracks, plural, one {# track} other {# tracks}}.",
    { cities: board.cities.length, tracks: board.tracks.length },
  );
  svg.querySelector("desc")?.replaceChildren(text);
}

/** Translate the key. The texts keep the widths that they have in English. @param {Element | null} key */
function translateKey(key) {
  for (const node of key?.querySelectorAll("text") ?? []) {
    const text = KEY_TEXTS[node.textContent ?? ""];
    if (text) setText(node, text);
  }
}

/** A line of the key, such as what tracks are worth, as a picture of its own. @param {SVGGElement} key */
function keyPicture(key) {
  const { x, y, width, height } = key.getBBox();
  const picture = /** @type {SVGSVGElement} */ (/** @type {SVGSVGElement} */ (key.ownerSVGElement).cloneNode(false));
  picture.setAttribute("viewBox", [x - 2, y - 2, width + 4, height + 4].map((number) => number.toFixed(1)).join(" "));
  picture.append(key.cloneNode(true));
  return picture;
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
