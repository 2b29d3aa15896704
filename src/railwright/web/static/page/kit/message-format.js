// @ts-check
/**
 * Reads patterns in ICU's message format, as far as it is needed: `{name}` for a value,
 * `{count, plural, one {# card} other {# cards}}` for what depends on a number (`=0 {no cards}`: exactly 0), and
 * `{who, select, You {are} other {is}}` for what depends on a text. `railwright.say` reads the same in Python.
 */

/**
 * @typedef {{name: string, kind: "" | "plural" | "select", forms: Record<string, Part[]>}} Placeholder
 * @typedef {string | Placeholder} Part
 */

const TOKEN = /[{}]|[^{}]+/g;
const NAME = /^\s*(\w+)\s*$/;
const BRANCHING = /^\s*(\w+)\s*,\s*(plural|select)\s*,\s*/;

/** @type {Map<string, Part[]>} */
const known = new Map();

/** The texts and placeholders of a pattern. @param {string} pattern @returns {Part[]} */
export function parse(pattern) {
  let parts = known.get(pattern);
  if (!parts) known.set(pattern, (parts = new Reader(pattern).readAll()));
  return parts;
}

class Reader {
  /** @param {string} pattern */
  constructor(pattern) {
    this._pattern = pattern;
    this._tokens = pattern.match(TOKEN) ?? [];
    this._at = 0;
  }

  readAll() {
    const parts = this._parts();
    if (this._at < this._tokens.length) this._refuse();
    return parts;
  }

  /** Read up to the end, or up to the brace that closes a form. @returns {Part[]} */
  _parts() {
    /** @type {Part[]} */
    const parts = [];
    for (let token = this._peek(); token && token !== "}"; token = this._peek()) {
      this._at += 1;
      parts.push(token === "{" ? this._placeholder() : token);
    }
    return parts;
  }

  /** @returns {Placeholder} */
  _placeholder() {
    const inside = this._text();
    const [, name] = NAME.exec(inside) ?? [];
    if (name) {
      this._take("}");
      return { name, kind: "", forms: {} };
    }
    const [start, branch, kind] = BRANCHING.exec(inside) ?? this._refuse();
    /** @type {Record<string, Part[]>} */
    const forms = {};
    for (let label = inside.slice(start.length).trim(); label; label = this._text().trim()) {
      this._take("{");
      forms[label] = this._parts();
      this._take("}");
    }
    this._take("}");
    if (!forms.other) this._refuse();
    return { name: branch, kind: kind === "plural" ? "plural" : "select", forms };
  }

  _peek() {
    return this._tokens[this._at];
  }

  /** The text up to the next brace. */
  _text() {
    const token = this._peek() ?? "";
    if (token === "{" || token === "}") return "";
    this._at += 1;
    return token;
  }

  /** @param {string} brace */
  _take(brace) {
    if (this._peek() !== brace) this._refuse();
    this._at += 1;
  }

  /** @returns {never} */
  _refuse() {
    throw new SyntaxError(`not a pattern: ${this._pattern}`);
  }
}
