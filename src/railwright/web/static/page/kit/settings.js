// @ts-check
/** The settings of the person at this device, stored on the device. */

const PLACE = "railwright.settings";

/** Milliseconds for which each step is shown. */
export const SPEEDS = { slow: 2200, normal: 1100, fast: 420, off: 0 };

/**
 * @typedef {object} Settings
 * @property {"system" | "light" | "dark"} theme
 * @property {string} language code of the chosen language; empty for that of the browser
 * @property {keyof typeof SPEEDS} speed
 * @property {boolean} reduceMotion
 * @property {string} name the person's name
 * @property {boolean} sound whether the turn comes with a sound
 * @property {boolean} notification whether the system tells of the turn while the page is in the background
 * @property {string} webhook the address that was last saved to be called at the turn
 * @property {boolean} keepsGames whether the server lists the games of this device
 * @property {boolean} phrases whether to show what others say
 * @property {number} level the level of opponents that was last chosen
 * @property {number} opponents how many opponents were last chosen
 */

/** @type {Settings} */
const usual = {
  theme: "system",
  language: "",
  speed: "normal",
  reduceMotion: false,
  name: "",
  sound: false,
  notification: false,
  webhook: "",
  keepsGames: true,
  phrases: true,
  level: 1,
  opponents: 1,
};
/** @type {Settings} */
export const settings = { ...usual, ...read() };

const isDark = matchMedia("(prefers-color-scheme: dark)");
const isStill = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Set<() => void>} */
const listeners = new Set();

isDark.addEventListener("change", tell);
isStill.addEventListener("change", tell);

/** @returns {"light" | "dark"} */
export function theme() {
  if (settings.theme !== "system") return settings.theme;
  return isDark.matches ? "dark" : "light";
}

/** Whether to avoid animations. */
export const reducesMotion = () => settings.reduceMotion || isStill.matches;

/** How long each step is shown, in milliseconds. */
export const pace = () => SPEEDS[settings.speed] ?? SPEEDS.normal;

/** @param {Partial<Settings>} wishes */
export function change(wishes) {
  Object.assign(settings, wishes);
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // the page works without local storage
  }
  tell();
}

/** @param {() => void} listener @returns {() => void} a function that stops listening */
export function whenChanged(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell() {
  document.documentElement.dataset.theme = theme();
  document.documentElement.dataset.motion = reducesMotion() ? "reduced" : "full";
  for (const listener of [...listeners]) listener();
}

/** @returns {Partial<Settings>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}");
  } catch {
    return {};
  }
}

tell();
