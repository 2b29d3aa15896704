// @ts-check
/** Shows what happened, one thing after another, each for a while. */

import { pace } from "../kit/settings.js";

/** For what the person here did. */
const OWN_MS = 450;

/** @typedef {{step: number, seat: number | null, events: any[], words: [string, string, string][][]}} News */

export class Show {
  /**
   * @param {(news: News, milliseconds: number) => void} show
   * @param {() => void} finished everything has been shown
   * @param {(news: News) => boolean} isOwn whether the person here did it: that is shown for a shorter time
   */
  constructor(show, finished, isOwn) {
    this._show = show;
    this._isOwn = isOwn;
    this._finished = finished;
    /** @type {News[]} */
    this._waiting = [];
    this._timer = 0;
    this._isSkipping = false;
    this.isPaused = false;
  }

  /** Whether something is being shown or waits to be. */
  get isBusy() {
    return this._timer !== 0 || this._waiting.length > 0 || this._isSkipping;
  }

  /** How much waits to be shown. */
  get length() {
    return this._waiting.length;
  }

  /** @param {News[]} news */
  add(news) {
    this._waiting.push(...news);
    if (!this._timer) this._next();
  }

  /** Forget what waits from a step on, because it was taken back. @param {number} step */
  dropFrom(step) {
    this._waiting = this._waiting.filter((news) => news.step < step);
  }

  /** Show everything at once. */
  skip() {
    clearTimeout(this._timer);
    this._timer = 0;
    this._isSkipping = true;
    for (const news of this._waiting.splice(0)) this._show(news, 0);
    this._isSkipping = false;
    this._finished();
  }

  /** @param {boolean} isPaused */
  pause(isPaused) {
    this.isPaused = isPaused;
    if (!isPaused && !this._timer) this._next();
  }

  /** Show one thing, also while paused. */
  step() {
    clearTimeout(this._timer);
    this._timer = 0;
    this._next(true);
  }

  close() {
    clearTimeout(this._timer);
    this._waiting = [];
  }

  _next(isAsked = false) {
    this._timer = 0;
    if (!pace() && !isAsked && !this.isPaused) return this.skip();
    if (this._waiting.length && (!this.isPaused || isAsked)) {
      const news = /** @type {News} */ (this._waiting.shift());
      const wait = news.events.some(isWorthSeeing) ? Math.min(pace(), this._isOwn(news) ? OWN_MS : Infinity) : 0;
      this._timer = window.setTimeout(() => this._next(), this.isPaused ? 0 : wait);
      this._show(news, wait || (isAsked ? 300 : 0));
      return;
    }
    if (!this._waiting.length) this._finished();
  }
}

/** A step such as choosing a track, before it is paid, shows nothing. @param {any} event */
const isWorthSeeing = ({ event }) => event !== "row" && event !== "offer";
