// @ts-check
/**
 * Zooms and pans a picture: wheel, pinch, drag, buttons.
 *
 * While fingers are down, the picture is only moved and scaled as it was painted, which needs no new layout; once all
 * are up, it is redrawn at its new place.
 */

import { button, element } from "../kit/element.js";
import { say } from "../kit/say.js";

const MOST = 6;
const STEP = 1.4;
/** Pixels that a mouse or a finger may move before a press becomes a drag. */
const DRAG_THRESHOLD = { mouse: 5, finger: 10 };
/** Zoom per pixel of the wheel. A pinch on a touchpad arrives as small turns with the control key. */
const WHEEL = { turn: 0.0015, pinch: 0.01 };
/** Pixels per line, for browsers that measure the wheel in lines. */
const LINE = 16;

export class Zoom {
  /** @param {SVGSVGElement} svg @param {...SVGSVGElement} others pictures that move with it */
  constructor(svg, ...others) {
    this._svg = svg;
    this._all = [svg, ...others];
    const { x, y, width, height } = svg.viewBox.baseVal;
    this._whole = { x, y, width, height };
    this._now = { ...this._whole };
    /** The part of the picture that is drawn, and its place on the screen while it is dragged. */
    this._drawn = this._now;
    /** @type {{left: number, top: number, scale: number} | null} */
    this._place = null;
    /** @type {Map<number, {x: number, y: number}>} */
    this._fingers = new Map();
    /** The view before a part was revealed. @type {{x: number, y: number, width: number, height: number} | null} */
    this._before = null;
    this._isDragged = false;
    this._start = { x: 0, y: 0 };
    this._abort = new AbortController();
    const { signal } = this._abort;
    svg.addEventListener("wheel", (event) => this._wheel(event), { signal, passive: false });
    svg.addEventListener("pointerdown", (event) => this._down(event), { signal });
    addEventListener("pointermove", (event) => this._move(event), { signal });
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
      addEventListener(name, (event) => this._up(event), { signal });
    }
    svg.addEventListener("click", (event) => this._isDragged && event.stopPropagation(), {
      signal,
      capture: true,
    });
    this.buttons = element(
      "div",
      { class: "zoom-buttons" },
      button("+", () => this.by(STEP), { "aria-label": say("Enlarge the board"), title: say("Enlarge") }),
      button("−", () => this.by(1 / STEP), { "aria-label": say("Make the board smaller"), title: say("Smaller") }),
      button("⤢", () => this.whole(), { "aria-label": say("Show the whole board"), title: say("Whole board") }),
    );
  }

  /**
   * Move the view to a part of the picture, and show more if the view is too small for it.
   * @param {{x: number, y: number, width: number, height: number}} part
   */
  reveal(part) {
    const scale = this._svg.getScreenCTM()?.a;
    if (!scale || this._fingers.size) return;
    const frame = this._svg.getBoundingClientRect();
    const less = Math.min(1, frame.width / scale / part.width, frame.height / scale / part.height);
    const { x, y, width, height } = this._now;
    const seen = { width: frame.width / scale / less, height: frame.height / scale / less };
    const middle = {
      x: Math.min(Math.max(x + width / 2, part.x + part.width - seen.width / 2), part.x + seen.width / 2),
      y: Math.min(Math.max(y + height / 2, part.y + part.height - seen.height / 2), part.y + seen.height / 2),
    };
    if (less === 1 && middle.x === x + width / 2 && middle.y === y + height / 2) return;
    this._before ??= this._now;
    const size = {
      width: Math.min(this._whole.width, width / less),
      height: Math.min(this._whole.height, height / less),
    };
    this._set({ x: middle.x - size.width / 2, y: middle.y - size.height / 2, ...size });
  }

  /** Return to the view before the last parts were revealed, unless the person has moved since. */
  restore() {
    if (this._before && !this._fingers.size) this._set(this._before);
    this._before = null;
  }

  /** @param {number} factor @param {{x: number, y: number}} [around] a point of the picture that stays in place */
  by(factor, around = { x: this._now.x + this._now.width / 2, y: this._now.y + this._now.height / 2 }) {
    const width = Math.min(this._whole.width, Math.max(this._whole.width / MOST, this._now.width / factor));
    const scale = width / this._now.width;
    this._before = null;
    this._set({
      x: around.x - (around.x - this._now.x) * scale,
      y: around.y - (around.y - this._now.y) * scale,
      width,
      height: this._now.height * scale,
    });
  }

  whole() {
    this._before = null;
    this._set(this._whole);
  }

  get isEnlarged() {
    return this._now.width < this._whole.width * 0.999;
  }

  close() {
    this._abort.abort();
  }

  /** @param {{x: number, y: number, width: number, height: number}} view */
  _set({ x, y, width, height }) {
    const whole = this._whole;
    this._now = {
      x: Math.min(Math.max(x, whole.x), whole.x + whole.width - width),
      y: Math.min(Math.max(y, whole.y), whole.y + whole.height - height),
      width,
      height,
    };
    if (this._place) this._shift(this._place);
    else this._draw();
    for (const svg of this._all) svg.classList.toggle("enlarged", this.isEnlarged);
  }

  _draw() {
    this._drawn = this._now;
    const { x, y, width, height } = this._now;
    for (const svg of this._all) {
      svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
      svg.style.transform = "";
    }
  }

  /** Move and scale the drawn picture to where the present part of it belongs. @param {{scale: number}} place */
  _shift({ scale }) {
    const times = this._drawn.width / this._now.width;
    const [x, y] = /** @type {const} */ (["x", "y"]).map((axis) => (this._drawn[axis] - this._now[axis]) * scale * times);
    for (const svg of this._all) svg.style.transform = `translate(${x}px, ${y}px) scale(${times})`;
  }

  /** Measure where the picture is drawn; querying it after each move would force a layout. */
  _measure() {
    const matrix = this._svg.getScreenCTM();
    const frame = this._svg.getBoundingClientRect();
    if (!matrix) return;
    const { x, y } = new DOMPoint(this._drawn.x, this._drawn.y).matrixTransform(matrix);
    this._place = { left: x, top: y, scale: matrix.a };
    for (const svg of this._all) svg.style.transformOrigin = `${x - frame.left}px ${y - frame.top}px`;
  }

  /** Convert a point of the screen to a point of the picture. @param {{x: number, y: number}} point */
  _inside(point) {
    if (!this._place) this._measure();
    const { left, top, scale } = this._place ?? { left: 0, top: 0, scale: 1 };
    if (!this._fingers.size) this._place = null;
    const width = this._now.width / (this._drawn.width * scale);
    return { x: this._now.x + (point.x - left) * width, y: this._now.y + (point.y - top) * width };
  }

  /** @param {WheelEvent} event */
  _wheel(event) {
    if (!this.isEnlarged && event.deltaY > 0 && !event.ctrlKey) return; // let the page scroll
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
    const strength = event.ctrlKey ? WHEEL.pinch : WHEEL.turn;
    this.by(Math.exp(-pixels * strength), this._inside({ x: event.clientX, y: event.clientY }));
  }

  /** @param {PointerEvent} event */
  _down(event) {
    this._isDragged = this._fingers.size > 0; // a second finger never presses anything
    this._start = { x: event.clientX, y: event.clientY };
    this._fingers.set(event.pointerId, this._start);
    if (!this._place) this._measure();
  }

  /** @param {PointerEvent} event */
  _up(event) {
    if (!this._fingers.delete(event.pointerId) || this._fingers.size) return;
    this._place = null;
    if (this._drawn !== this._now) this._draw();
  }

  /** @param {PointerEvent} event */
  _move(event) {
    const last = this._fingers.get(event.pointerId);
    if (!last) return;
    const next = { x: event.clientX, y: event.clientY };
    const other = [...this._fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const between = { x: (other.x + next.x) / 2, y: (other.y + next.y) / 2 };
      this.by(apart(other, next) / Math.max(1, apart(other, last)), this._inside(between));
    }
    const share = other ? 0.5 : 1;
    const threshold = event.pointerType === "mouse" ? DRAG_THRESHOLD.mouse : DRAG_THRESHOLD.finger;
    this._isDragged ||= apart(this._start, next) > threshold;
    this._fingers.set(event.pointerId, next);
    if (!this._isDragged || !this._place) return;
    this._before = null;
    const unit = this._now.width / (this._drawn.width * this._place.scale);
    this._set({
      ...this._now,
      x: this._now.x - (next.x - last.x) * unit * share,
      y: this._now.y - (next.y - last.y) * unit * share,
    });
  }
}

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
