// @ts-check
/** Zooms and pans a picture: wheel, pinch, drag, buttons. */

import { button, element } from "../kit/element.js";

const MOST = 6;
const STEP = 1.4;
/** Pixels that a mouse or a finger may move before a press becomes a drag. */
const TREMBLE = { mouse: 5, finger: 10 };
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
    /** @type {Map<number, {x: number, y: number}>} */
    this._fingers = new Map();
    this._isDragged = false;
    this._start = { x: 0, y: 0 };
    /** Pixels per unit of the picture while it is dragged; to ask for it after each move would lay out all of it. */
    this._scale = 0;
    this._abort = new AbortController();
    const { signal } = this._abort;
    svg.addEventListener("wheel", (event) => this._wheel(event), { signal, passive: false });
    svg.addEventListener("pointerdown", (event) => this._down(event), { signal });
    addEventListener("pointermove", (event) => this._move(event), { signal });
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
      addEventListener(name, (event) => this._fingers.delete(event.pointerId), { signal });
    }
    svg.addEventListener("click", (event) => this._isDragged && event.stopPropagation(), {
      signal,
      capture: true,
    });
    this.buttons = element(
      "div",
      { class: "zoom-buttons" },
      button("+", () => this.by(STEP), { "aria-label": "Enlarge the board", title: "Enlarge" }),
      button("−", () => this.by(1 / STEP), { "aria-label": "Make the board smaller", title: "Smaller" }),
      button("⤢", () => this.whole(), { "aria-label": "Show the whole board", title: "Whole board" }),
    );
  }

  /** @param {number} factor @param {{x: number, y: number}} [around] a point of the picture that stays in place */
  by(factor, around = { x: this._now.x + this._now.width / 2, y: this._now.y + this._now.height / 2 }) {
    this._scale = 0;
    const width = Math.min(this._whole.width, Math.max(this._whole.width / MOST, this._now.width / factor));
    const scale = width / this._now.width;
    this._set({
      x: around.x - (around.x - this._now.x) * scale,
      y: around.y - (around.y - this._now.y) * scale,
      width,
      height: this._now.height * scale,
    });
  }

  whole() {
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
    for (const svg of this._all) svg.setAttribute("viewBox", `${this._now.x} ${this._now.y} ${width} ${height}`);
    this._svg.classList.toggle("enlarged", this.isEnlarged);
  }

  /** Convert a point of the screen to a point of the picture. @param {{x: number, y: number}} point */
  _inside(point) {
    const matrix = this._svg.getScreenCTM();
    return matrix ? new DOMPoint(point.x, point.y).matrixTransform(matrix.inverse()) : point;
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
    this._scale = 0;
    this._fingers.set(event.pointerId, this._start);
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
    this._scale ||= this._svg.getScreenCTM()?.a ?? 1;
    const share = other ? 0.5 : 1;
    const tremble = event.pointerType === "mouse" ? TREMBLE.mouse : TREMBLE.finger;
    this._isDragged ||= apart(this._start, next) > tremble;
    this._fingers.set(event.pointerId, next);
    if (this._isDragged)
      this._set({
        ...this._now,
        x: this._now.x - ((next.x - last.x) / this._scale) * share,
        y: this._now.y - ((next.y - last.y) / this._scale) * share,
      });
  }
}

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
