// @ts-check
/** A queue that shows steps one after another, each for a while. */

import { pace } from "../kit/settings.js";

/** Milliseconds for which the viewer's own steps are shown. */
const OWN_MS = 450;

/**
 * @typedef {object} News
 * @property {number} step
 * @property {number | null} seat
 * @property {any[]} events
 * @property {[string, string, string][][]} words sentences in English, as tagged parts
 * @property {import("../kit/say.js").Said[]} [said] the same sentences for other languages
 */

export class Show {
  /**
   * @param {(news: News, milliseconds: number) => void} show
   * @param {() => void} finished called when everything has been shown
   * @param {(news: News) => boolean} isOwn whether a step is the viewer's own, which is shown for a shorter time
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

  /** Whether something is being shown or queued. */
  get isBusy() {
    return this._timer !== 0 || this._waiting.length > 0 || this._isSkipping;
  }

  /** Number of queued steps. */
  get length() {
    return this._waiting.length;
  }

  /** @param {News[]} news */
  add(news) {
    this._waiting.push(...news);
    if (!this._timer) this._next();
  }

  /** Drop queued steps from a step on, because it was undone. @param {number} step */
  dropFrom(step) {
    this._waiting = this._waiting.filter((news) => news.step < step);
  }

  /** Show all queued steps at once. */
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

  /** Show one step, even while paused. */
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

/** Whether an event is visible; choosing a track before paying, for example, shows nothing. @param {any} event */
const isWorthSeeing = ({ event }) => event !== "row" && event !== "offer";
