// @ts-check
/** Tells people that it is their turn, by a sound or a notification of the system. Both are off until asked for. */

import { element } from "../kit/element.js";
import { notify } from "../kit/notice.js";
import { say } from "../kit/say.js";
import * as settings from "../kit/settings.js";

/** Two notes (hertz), the second a fourth above the first, and how long each sounds (seconds). */
const NOTES = [784, 1047];
const NOTE_SECONDS = 0.35;
const VOLUME = 0.15;

const ONLY_SAFE = say("Your browser allows notifications only over HTTPS, or on the machine of the server itself.");

/** @type {AudioContext | null} */
let audio = null;

/** Play two soft notes, made here without a file. */
export function chime() {
  audio ??= new AudioContext();
  audio.resume(); // a browser lets a page sound once somebody has pressed something in it
  NOTES.forEach((frequency, place) => {
    const context = /** @type {AudioContext} */ (audio);
    const start = context.currentTime + (place * NOTE_SECONDS) / 2;
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(VOLUME, start + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS);
    const note = new OscillatorNode(context, { type: "triangle", frequency });
    note.connect(gain).connect(context.destination);
    note.start(start);
    note.stop(start + NOTE_SECONDS);
  });
}

/** @param {string} game @param {string} text */
function show(game, text) {
  try {
    const shown = new Notification("Railwright", { body: text, tag: game });
    shown.addEventListener("click", () => {
      window.focus();
      shown.close();
    });
  } catch {
    settings.change({ notification: false }); // some phones allow them only to installed pages
    notify(say("Your browser does not show notifications from this page, so they are off again."));
  }
}

/** Watches one table for the moment at which the turn comes to the person at this device. */
export class TurnSignal {
  /** @param {string} game @param {string} title name of the board */
  constructor(game, title) {
    this._game = game;
    this._title = title;
    this._wasMine = false;
  }

  /**
   * Hear the last state from the server.
   * @param {any} state
   * @param {{viewer: number | null, isFirst: boolean}} who `isFirst`: the viewer has just come to the table
   */
  hear(state, { viewer, isFirst }) {
    const isMine = state.me !== null && state.seat === viewer && state.me.legal.length > 0;
    if (isMine && !this._wasMine && !isFirst) this._ring();
    this._wasMine = isMine;
  }

  _ring() {
    const { sound, notification } = settings.settings;
    if (sound) chime();
    const canShow = "Notification" in window && Notification.permission === "granted";
    if (notification && canShow && document.hidden)
      show(this._game, say("It is your turn: {board}", { board: this._title }));
  }
}

/** The choices for the settings. @returns {HTMLElement[]} */
export function signalPreferences() {
  const sound = element("input", { type: "checkbox", id: "turn-sound" });
  sound.checked = settings.settings.sound;
  sound.addEventListener("change", () => {
    settings.change({ sound: sound.checked });
    if (sound.checked) chime();
  });
  const canAsk = "Notification" in window && isSecureContext;
  const shown = element("input", { type: "checkbox", id: "turn-notification", disabled: !canAsk });
  shown.checked = canAsk && settings.settings.notification && Notification.permission === "granted";
  shown.addEventListener("change", async () => {
    if (shown.checked && (await Notification.requestPermission()) !== "granted") {
      shown.checked = false;
      notify(say("Your browser blocks notifications from this page; its settings for this site can change that."));
    }
    settings.change({ notification: shown.checked });
  });
  return [
    element("label", { class: "check" }, sound, say("Sound at my turn")),
    element(
      "label",
      { class: "check", title: canAsk ? say("While the page is in the background") : ONLY_SAFE },
      shown,
      say("Notification at my turn"),
    ),
  ];
}
