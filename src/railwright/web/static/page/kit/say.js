// @ts-check
/**
 * Shows the texts of the page in the language of the person at this device.
 *
 * A text is written in English where it is used. Its English pattern is its key in the catalogues of other languages
 * (static/languages/de.json). Texts of the server come with their patterns and are translated by `spoken`.
 */

import { parse } from "./message-format.js";
import { settings } from "./settings.js";

/**
 * @typedef {{code: string, name: string, file: string}} Language
 * @typedef {{pattern: string, values?: Record<string, any>, context?: string}} Said a text of the server
 * @typedef {{text: string, kind: string, color: string}} Tagged a part of a text that is shown in its own way
 * @typedef {Said | Tagged | {items: any[], between: string} | Node | string | number} Value
 */

/** The languages besides English. @type {Language[]} */
const others = JSON.parse(document.querySelector('meta[name="languages"]')?.getAttribute("content") ?? "[]");

/** Names of all languages, by code. @type {Record<string, string>} */
export const languages = { en: "English", ...Object.fromEntries(others.map(({ code, name }) => [code, name])) };

/** The code of the language in use: the chosen one, or else the first of the browser's languages that is available. */
export const language =
  [settings.language, ...navigator.languages.map((tag) => tag.split("-")[0])].find((code) => code in languages) ?? "en";

/** The locale in which numbers, dates and lists are written. */
const locale = language === "en" ? "en-GB" : language;

/** Patterns in the language in use, by their English patterns. @type {Record<string, string>} */
const catalogue = await load();

document.documentElement.lang = language;

async function load() {
  const found = others.find(({ code }) => code === language);
  if (!found) return {};
  try {
    return (await (await fetch(new URL(found.file, document.baseURI))).json()).texts;
  } catch {
    return {}; // English is better than no page
  }
}

/**
 * A text in the language in use.
 * @param {string} pattern in English, such as "{name} has {count, plural, one {# card} other {# cards}}"
 * @param {Record<string, Value>} [values]
 * @param {string} [context] distinguishes texts that are the same in English but need different translations
 * @returns {string}
 */
export const say = (pattern, values = {}, context = "") =>
  sayParts(pattern, values, context)
    .map((part) => (typeof part === "string" ? part : /** @type {Tagged} */ (part).text))
    .join("");

/**
 * A text in the language in use as children of an element, with nodes among its values.
 * @param {string} pattern
 * @param {Record<string, Value>} values
 * @param {string} [context]
 * @returns {(string | Node)[]}
 */
export const sayNodes = (pattern, values, context = "") =>
  sayParts(pattern, values, context).map((part) => (part instanceof Node || typeof part === "string" ? part : part.text));

/** A text of the server in the language in use. @param {Said} said */
export const spoken = ({ pattern, values, context }) => say(pattern, values, context);

/**
 * A text of the server that came in English under its name, and with its pattern as `name_said`.
 * @param {Record<string, any>} answer
 * @param {string} name
 * @returns {string}
 */
export const spokenOf = (answer, name) => (answer[`${name}_said`] ? spoken(answer[`${name}_said`]) : answer[name]);

/**
 * One of several texts of the server, by its key: `name` has them in English, `name_said` with their patterns.
 * @param {Record<string, any>} answer
 * @param {string} name
 * @param {string} key
 * @returns {string}
 */
export const spokenIn = (answer, name, key) =>
  answer[`${name}_said`]?.[key] ? spoken(answer[`${name}_said`][key]) : answer[name][key];

/**
 * A text of the server in parts, of which some are shown in their own way.
 * @param {Said} said
 * @returns {(string | Tagged)[]}
 */
export const spokenParts = ({ pattern, values = {}, context = "" }) =>
  /** @type {(string | Tagged)[]} */ (sayParts(pattern, values, context));

/**
 * What is shown in its own way, and the plain text between.
 * @param {string} pattern
 * @param {Record<string, Value>} values
 * @param {string} context
 * @returns {(string | Node | Tagged)[]}
 */
function sayParts(pattern, values, context) {
  const key = context ? `${pattern} @ ${context}` : pattern;
  /** @type {(string | Node | Tagged)[]} */
  const found = [];
  for (const part of fill(parse(catalogue[key] || pattern), values)) {
    const last = found.at(-1);
    if (typeof part === "string" && typeof last === "string") found[found.length - 1] = last + part;
    else if (part !== "") found.push(part);
  }
  return found;
}

/**
 * @param {import("./message-format.js").Part[]} parts
 * @param {Record<string, Value>} values
 * @param {number} [number] stands for `#`
 * @returns {(string | Node | Tagged)[]}
 */
function fill(parts, values, number) {
  return parts.flatMap((part) => {
    if (typeof part === "string") return [number === undefined ? part : part.replaceAll("#", numeral(number))];
    const value = values[part.name];
    if (value === undefined) throw new Error(`no value for {${part.name}}`);
    if (!part.kind) return valueParts(value);
    if (part.kind === "select") return fill(part.forms[patternOf(value)] ?? part.forms.other, values, number);
    const count = Number(value);
    return fill(part.forms[`=${count}`] ?? part.forms[plurals.select(count)] ?? part.forms.other, values, count);
  });
}

/** @param {Value} value @returns {(string | Node | Tagged)[]} */
function valueParts(value) {
  if (typeof value === "string" || value instanceof Node) return [value];
  if (typeof value === "number") return [numeral(value)];
  if ("pattern" in value) return sayParts(value.pattern, value.values ?? {}, value.context ?? "");
  if ("items" in value) return itemParts(value.items, value.between);
  return valueParts(value.text).map((part) => (typeof part === "string" ? { ...value, text: part } : part));
}

/** @param {Value[]} items @param {string} between @returns {(string | Node | Tagged)[]} */
function itemParts(items, between) {
  if (between !== "and" && between !== "or") {
    return items.flatMap((item, place) => [...(place ? [between] : []), ...valueParts(item)]);
  }
  const list = new Intl.ListFormat(locale, { type: between === "and" ? "conjunction" : "disjunction" });
  return list
    .formatToParts(items.map((_, place) => String(place)))
    .flatMap((part) => (part.type === "element" ? valueParts(items[Number(part.value)]) : [part.value]));
}

/**
 * The English pattern of a text among the values; of a name, nothing.
 * @param {Value} value
 * @returns {string}
 */
function patternOf(value) {
  if (typeof value !== "object" || value instanceof Node) return "";
  return "pattern" in value ? value.pattern : "text" in value ? patternOf(value.text) : "";
}

const plurals = new Intl.PluralRules(locale);
const numbers = new Intl.NumberFormat(locale);

/**
 * A number, such as 1,234, with a proper minus sign.
 * @param {number} number
 * @param {Intl.NumberFormatOptions} [options]
 */
export const numeral = (number, options) =>
  (options ? new Intl.NumberFormat(locale, options) : numbers).format(number).replace("-", "−");

/** A text as a value on which others depend, as in {who, select, You {are} other {is}}. @param {string} pattern @returns {Said} */
export const asValue = (pattern) => ({ pattern });

/** Such as "A, B and C". @param {Value[]} items */
export const listed = (items) => say("{items}", { items: { items, between: "and" } });

/** Such as "A, B or C". @param {Value[]} items */
export const alternatives = (items) => say("{items}", { items: { items, between: "or" } });

/** A moment, such as "3 Jun 2026, 20:15". @param {number} at in milliseconds since 1970 */
export const dateWords = (at) =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));
