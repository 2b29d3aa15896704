// @ts-check
/**
 * Messages with values, in the part of ICU's format that is needed here: `{name}` for a value and
 * `{count, plural, one {# card} other {# cards}}` for what depends on a number; `=0 {no cards}` is for exactly 0.
 */

/**
 * @typedef {{name: string, forms: Record<string, Part[]> | null}} Placeholder
 * @typedef {string | Placeholder} Part
 */

/** @type {Map<string, Part[]>} */
const parsed = new Map();

/** The texts and placeholders of a pattern. @param {string} pattern @returns {Part[]} */
export function partsOf(pattern) {
  let parts = parsed.get(pattern);
  if (!parts) parsed.set(pattern, (parts = new Reader(pattern).read()));
  return parts;
}

/**
 * Fill the values in.
 * @template T
 * @param {Part[]} parts
 * @param {Record<string, T | number>} values
 * @param {string} language for numbers and plurals
 * @param {number} [number] stands for `#`
 * @returns {(string | T)[]}
 */
export function filled(parts, values, language, number) {
  return parts.flatMap((part) => {
    if (typeof part === "string") return [number === undefined ? part : part.replaceAll("#", numeral(number, language))];
    const value = values[part.name];
    if (!part.forms) return [typeof value === "number" ? numeral(value, language) : (value ?? `{${part.name}}`)];
    const count = Number(value);
    const form = part.forms[`=${count}`] ?? part.forms[new Intl.PluralRules(language).select(count)] ?? part.forms.other;
    return filled(form, values, language, count);
  });
}

/** @param {number} number @param {string} language */
const numeral = (number, language) => new Intl.NumberFormat(language).format(number);

class Reader {
  /** @param {string} text */
  constructor(text) {
    this._text = text;
    this._at = 0;
  }

  /** Read up to the end, or to the brace that closes a form. @returns {Part[]} */
  read() {
    /** @type {Part[]} */
    const parts = [];
    while (this._at < this._text.length && this._text[this._at] !== "}") {
      if (this._text[this._at] === "{") parts.push(this._placeholder());
      else parts.push(this._until(/[{}]/));
    }
    return parts;
  }

  /** @returns {Placeholder} */
  _placeholder() {
    this._at += 1;
    const name = this._until(/[,}]/).trim();
    /** @type {Record<string, Part[]> | null} */
    let forms = null;
    if (this._text[this._at] === ",") {
      this._at += 1;
      this._until(/,/); // "plural" is the only kind
      this._at += 1;
      forms = {};
      for (let form = this._until(/[{}]/).trim(); form; form = this._until(/[{}]/).trim()) {
        this._at += 1;
        forms[form] = this.read();
        this._at += 1;
      }
    }
    this._at += 1;
    return { name, forms };
  }

  /** @param {RegExp} stop */
  _until(stop) {
    const length = this._text.slice(this._at).search(stop);
    const end = length < 0 ? this._text.length : this._at + length;
    const text = this._text.slice(this._at, end);
    this._at = end;
    return text;
  }
}
