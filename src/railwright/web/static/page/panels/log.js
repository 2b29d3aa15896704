// @ts-check
/** The log of a game, in sentences. */

import { element } from "../kit/element.js";
import { say, spokenParts } from "../kit/say.js";
import { chip, seatBadge } from "../kit/signs.js";

/**
 * @typedef {import("../table/show.js").News} News
 * @typedef {import("../kit/say.js").Tagged} Tagged
 * @typedef {(string | Tagged | [string, string, string])[]} Sentence parts: plain texts, tagged texts, and tagged texts
 *   as lists of text, kind and colour
 * @typedef {{step: number, words: Sentence}} Note a sentence that belongs to no step
 */

/** The sentences of a step in the language in use. @param {News} news @returns {Sentence[]} */
export const sentencesOf = ({ words, said }) => said?.map(spokenParts) ?? words;

/** @param {Sentence[number]} part @returns {Tagged} */
function tagged(part) {
  if (typeof part === "string") return { text: part, kind: "plain", color: "" };
  return Array.isArray(part) ? { text: part[0], kind: part[1], color: part[2] } : part;
}

/** Convert a sentence to nodes. @param {Sentence} sentence @returns {Node[]} */
export function sentenceNodes(sentence) {
  return sentence.map(tagged).map(({ text, kind, color }) => {
    if (kind === "card" && color) return chip(color, text);
    if (kind === "name" || kind === "strong") return element("strong", {}, text);
    return document.createTextNode(text);
  });
}

/** @param {Sentence} sentence */
const sentenceText = (sentence) =>
  sentence
    .map(tagged)
    .map(({ text }) => text)
    .join("");

export class Log {
  /** @param {{press?: (step: number) => void}} [options] */
  constructor({ press } = {}) {
    this._press = press;
    /** @type {Note[]} */
    this._notes = [];
    this._list = element("ol", { class: "log-lines", tabindex: "0", "aria-label": say("What happened") });
    const title = say("Log");
    this.node = element("section", { class: "panel log", "aria-label": title }, element("h2", {}, title), this._list);
  }

  clear() {
    this._list.replaceChildren();
  }

  /** Add steps; with `isTold` they are announced to screen readers. @param {News[]} news @param {boolean} [isTold] */
  add(news, isTold = false) {
    const isAtEnd = this._isAtEnd();
    for (const item of news) {
      const sentences = sentencesOf(item);
      const isAct = item.words.map(([first]) => item.seat !== null && first?.[1] === "name");
      this._list.append(...sentences.map((sentence, place) => this._line(item, sentence, isAct[place])));
      if (isTold) tell(sentences.map(sentenceText).join(" "));
    }
    this._placeNotes();
    if (isAtEnd) this._list.scrollTop = this._list.scrollHeight;
  }

  /** @param {News} news @param {Sentence} sentence @param {boolean} isAct whether the seat of the step did this */
  _line(news, sentence, isAct) {
    const line = element(
      "li",
      { "data-step": news.step },
      isAct && seatBadge(news.seat ?? 0),
      element("span", {}, ...sentenceNodes(sentence)),
    );
    if (this._press) line.addEventListener("click", () => this._press?.(news.step + 1));
    return line;
  }

  /**
   * Put notes between the lines of steps, each before the lines of its step. They replace all notes so far.
   * @param {Note[]} notes
   */
  note(notes) {
    const texts = (/** @type {Note[]} */ some) => JSON.stringify(some);
    if (texts(notes) === texts(this._notes)) return;
    const isAtEnd = this._isAtEnd();
    this._notes = notes;
    this._placeNotes();
    if (isAtEnd) this._list.scrollTop = this._list.scrollHeight;
  }

  _placeNotes() {
    for (const line of this._list.querySelectorAll(".note")) line.remove();
    for (const { step, words } of this._notes) {
      const line = element("li", { class: "note", "data-step": step }, element("span", {}, ...sentenceNodes(words)));
      const lines = /** @type {HTMLElement[]} */ ([...this._list.children]);
      this._list.insertBefore(line, lines.find((other) => Number(other.dataset.step) >= step) ?? null);
    }
  }

  _isAtEnd() {
    return this._list.scrollTop + this._list.clientHeight >= this._list.scrollHeight - 30;
  }

  /** Remove lines from a step on, because it was undone. @param {number} step */
  dropFrom(step) {
    for (const line of [...this._list.children]) {
      if (Number(/** @type {HTMLElement} */ (line).dataset.step) >= step) line.remove();
    }
    this._placeNotes();
  }

  /** Mark the lines up to a step as past and scroll to the last of them. @param {number} step */
  mark(step) {
    /** @type {HTMLElement | null} */
    let last = null;
    for (const line of /** @type {HTMLElement[]} */ ([...this._list.children])) {
      const isPast = Number(line.dataset.step) < step;
      line.classList.toggle("to-come", !isPast);
      line.classList.remove("now");
      if (isPast) last = line;
    }
    last?.classList.add("now");
    if (last) this._list.scrollTop = last.offsetTop - this._list.offsetTop - this._list.clientHeight / 2;
    else this._list.scrollTop = 0;
  }

  focus() {
    this._list.focus();
  }
}

/** Announce a text to screen readers. @param {string} text */
export function tell(text) {
  const region = document.getElementById("told");
  if (!region || !text) return;
  region.append(element("p", {}, text));
  while (region.children.length > 12) region.firstElementChild?.remove();
}
