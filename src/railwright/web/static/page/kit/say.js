// @ts-check
/**
 * The texts of the page in the language of the person at this device.
 *
 * A text is written in English where it is used, and its English pattern is its key in the catalogues of the other
 * languages (static/languages). A text without a translation stays English.
 */

import { filled, partsOf } from "./message-format.js";
import { settings } from "./settings.js";

/**
 * @typedef {{code: string, name: string, file: string}} Language
 * @typedef {string | {text: string, pattern: string, values: Record<string, any>}} Said a text from the server
 */

/** The languages besides English. @type {Language[]} */
const others = JSON.parse(document.querySelector('meta[name="languages"]')?.getAttribute("content") ?? "[]");

/** Names of all languages, by code. @type {Record<string, string>} */
export const languages = { en: "English", ...Object.fromEntries(others.map(({ code, name }) => [code, name])) };

/** The code of the language in use. */
export const language = chosen();

/** Patterns in the language in use, by their English patterns. @type {Record<string, string>} */
const catalogue = await load();

document.documentElement.lang = language;

/** The chosen language, or else the first of the browser's languages that there is. */
function chosen() {
  const wishes = [settings.language, ...navigator.languages.map((tag) => tag.split("-")[0])];
  return wishes.find((code) => code in languages) ?? "en";
}

async function load() {
  const found = others.find(({ code }) => code === language);
  if (!found) return {};
  try {
    return (await (await fetch(found.file)).json()).texts;
  } catch {
    return {}; // English is better than no page
  }
}

/** The parts of a text in the language in use. @param {string} pattern */
const spokenParts = (pattern) => partsOf(catalogue[pattern] ?? pattern);

/**
 * A text in the language in use.
 * @param {string} pattern in English, such as "{name} has {count, plural, one {# card} other {# cards}}"
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export const say = (pattern, values = {}) => filled(spokenParts(pattern), values, language).join("");

/**
 * A text in the language in use, with nodes among its values.
 * @param {string} pattern
 * @param {Record<string, string | number | Node | (string | Node)[]>} values
 * @returns {(string | Node)[]}
 */
export const sayNodes = (pattern, values) => filled(spokenParts(pattern), values, language).flat();

/** A text from the server in the language in use. @param {Said} said @returns {string} */
export function spoken(said) {
  if (typeof said === "string") return say(said);
  return said.pattern === undefined ? said.text : say(said.pattern, spokenValues(said.values));
}

/** @param {Record<string, any>} values */
const spokenValues = (values) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value && typeof value === "object" ? spoken(value) : value]),
  );

/** Such as "A, B and C". @param {string[]} items */
export const listed = (items) => new Intl.ListFormat(language, { type: "conjunction" }).format(items);

/** Such as "A, B or C". @param {string[]} items */
export const alternatives = (items) => new Intl.ListFormat(language, { type: "disjunction" }).format(items);
