// @ts-check
/**
 * QR codes (ISO/IEC 18004): text in byte mode, error correction level M, versions 1 to 10, which hold 213 bytes.
 *
 * A code is a square of modules, of which some are fixed (finders, timing, alignment) and some state version, level and
 * mask. The rest holds the data and its Reed-Solomon codewords, in columns of two from the lower right, xored with the
 * mask that makes the picture easiest to read.
 */

import { drawn } from "./element.js";

/** Per version: all codewords, blocks, and error correction codewords of each block (table 9). */
const SIZES = [
  [26, 1, 10],
  [44, 1, 16],
  [70, 1, 26],
  [100, 2, 18],
  [134, 2, 24],
  [172, 4, 16],
  [196, 4, 18],
  [242, 4, 22],
  [292, 5, 22],
  [346, 5, 26],
];

/** Per version: rows and columns of the centres of the alignment patterns (annex E). */
const CENTRES = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

/** The eight masks: which modules they invert (table 10). @type {((row: number, column: number) => boolean)[]} */
const MASKS = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

const BYTE_MODE = 4;
const PADDING = [0xec, 0x11];
const FIELD = 0x11d;
const FORMAT = { generator: 0x537, mask: 0x5412 };
const VERSION_GENERATOR = 0x1f25;
const QUIET_ZONE = 4;

/** Product of two elements of the field with 256 elements. @param {number} a @param {number} b */
function product(a, b) {
  let result = 0;
  for (let bit = 7; bit >= 0; bit--) {
    result = (result << 1) ^ ((result >> 7) * FIELD);
    result ^= ((b >> bit) & 1) * a;
  }
  return result;
}

/** Remainder of a polynomial over bits, such as the check bits of a BCH code. @param {number} value @param {number} generator */
function bitRemainder(value, generator) {
  const degree = 31 - Math.clz32(generator);
  let rest = value << degree;
  for (let bit = 31 - Math.clz32(rest); rest && bit >= degree; bit = 31 - Math.clz32(rest)) {
    rest ^= generator << (bit - degree);
  }
  return rest;
}

/** Error correction codewords of a block. @param {number[]} data @param {number} count */
function corrections(data, count) {
  let generator = [1];
  for (let i = 0, root = 1; i < count; i++, root = product(root, 2)) {
    const next = [...generator, 0];
    generator.forEach((factor, place) => (next[place + 1] ^= product(factor, root)));
    generator = next;
  }
  const rest = [...data, ...Array(count).fill(0)];
  for (let place = 0; place < data.length; place++) {
    const factor = rest[place];
    generator.forEach((one, offset) => (rest[place + offset] ^= product(one, factor)));
  }
  return rest.slice(data.length);
}

/** The codewords of a text, interleaved. @param {Uint8Array} text @param {number} version */
function codewords(text, version) {
  const [all, blocks, correcting] = SIZES[version - 1];
  const room = all - blocks * correcting;
  const lengthBits = version < 10 ? 8 : 16;
  const bits = [[BYTE_MODE, 4], [text.length, lengthBits], ...[...text].map((byte) => [byte, 8])].flatMap(
    ([value, width]) => Array.from({ length: width }, (_, i) => (value >> (width - 1 - i)) & 1),
  );
  bits.push(...Array(Math.min(4, 8 * room - bits.length)).fill(0));
  bits.push(...Array(-bits.length & 7).fill(0));
  const data = Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.slice(8 * i, 8 * i + 8).reduce((byte, bit) => 2 * byte + bit, 0),
  );
  for (let i = 0; data.length < room; i++) data.push(PADDING[i % 2]);
  const short = Math.floor(room / blocks);
  const longer = room % blocks; // the last blocks have one more
  const parts = Array.from({ length: blocks }, (_, block) => {
    const start = block * short + Math.max(0, block - (blocks - longer));
    return data.slice(start, start + short + (block >= blocks - longer ? 1 : 0));
  });
  const checks = parts.map((part) => corrections(part, correcting));
  const take = (/** @type {number[][]} */ lists, /** @type {number} */ length) =>
    Array.from({ length }, (_, i) => lists.flatMap((list) => (i < list.length ? [list[i]] : []))).flat();
  return [...take(parts, short + 1), ...take(checks, correcting)];
}

/** A code being drawn: its modules, and which of them are fixed. */
class Grid {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = 17 + 4 * version;
    /** @type {boolean[][]} */
    this.dark = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    /** @type {boolean[][]} */
    this.fixed = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    this._drawFixed();
  }

  /** @param {number} row @param {number} column @param {boolean} isDark */
  _fix(row, column, isDark) {
    if (row < 0 || column < 0 || row >= this.size || column >= this.size) return;
    this.dark[row][column] = isDark;
    this.fixed[row][column] = true;
  }

  _drawFixed() {
    const { size } = this;
    for (let i = 0; i < size; i++) {
      this._fix(6, i, i % 2 === 0);
      this._fix(i, 6, i % 2 === 0);
    }
    for (const [row, column] of [
      [3, 3],
      [3, size - 4],
      [size - 4, 3],
    ])
      this._square(row, column, 4, (ring) => ring !== 2 && ring !== 4);
    const centres = CENTRES[this.version - 1];
    const last = centres.length - 1;
    centres.forEach((row, i) =>
      centres.forEach((column, j) => {
        const isFinder = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
        if (!isFinder) this._square(row, column, 2, (ring) => ring !== 1);
      }),
    );
    this.state(0);
    if (this.version < 7) return;
    const bits = (this.version << 12) | bitRemainder(this.version, VERSION_GENERATOR);
    for (let i = 0; i < 18; i++) {
      const isDark = ((bits >> i) & 1) === 1;
      const [near, far] = [Math.floor(i / 3), size - 11 + (i % 3)];
      this._fix(near, far, isDark);
      this._fix(far, near, isDark);
    }
  }

  /**
   * Draw concentric squares. `isDark` gets the distance from the centre.
   * @param {number} row @param {number} column @param {number} radius @param {(ring: number) => boolean} isDark
   */
  _square(row, column, radius, isDark) {
    for (let i = -radius; i <= radius; i++)
      for (let j = -radius; j <= radius; j++)
        this._fix(row + i, column + j, isDark(Math.max(Math.abs(i), Math.abs(j))));
  }

  /** State the mask (and level M, which is 0), twice. @param {number} mask */
  state(mask) {
    const bits = ((mask << 10) | bitRemainder(mask, FORMAT.generator)) ^ FORMAT.mask;
    const { size } = this;
    for (let i = 0; i < 15; i++) {
      const isDark = ((bits >> i) & 1) === 1;
      if (i < 8) this._fix(i < 6 ? i : i + 1, 8, isDark);
      else this._fix(8, i < 9 ? 7 : 14 - i, isDark);
      if (i < 8) this._fix(8, size - 1 - i, isDark);
      else this._fix(size - 15 + i, 8, isDark);
    }
    this._fix(size - 8, 8, true);
  }

  /** Write the codewords into the free modules. @param {number[]} words */
  write(words) {
    const { size } = this;
    let bit = 0;
    for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
      if (right === 6) right = 5; // the column of the timing pattern
      for (let step = 0; step < size; step++) {
        const row = isUp ? size - 1 - step : step;
        for (const column of [right, right - 1]) {
          if (this.fixed[row][column]) continue;
          this.dark[row][column] = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
          bit += 1;
        }
      }
    }
  }

  /** Invert the free modules of a mask; a second time undoes it. @param {number} mask */
  invert(mask) {
    const isInverted = MASKS[mask];
    this.dark.forEach((line, row) =>
      line.forEach((isDark, column) => {
        if (!this.fixed[row][column]) line[column] = isDark !== isInverted(row, column);
      }),
    );
  }

  /** How hard the picture is to read (section 7.8.3). */
  penalty() {
    const { dark, size } = this;
    const columns = dark.map((_, column) => dark.map((line) => line[column]));
    let sum = 0;
    for (const line of [...dark, ...columns]) {
      const text = line.map(Number).join("");
      for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
      for (const pattern of ["10111010000", "00001011101"])
        for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) sum += 40;
    }
    for (let row = 1; row < size; row++)
      for (let column = 1; column < size; column++) {
        const corner = dark[row][column];
        const isBlock = [dark[row - 1][column], dark[row][column - 1], dark[row - 1][column - 1]];
        if (isBlock.every((other) => other === corner)) sum += 3;
      }
    const share = dark.flat().filter(Boolean).length / size ** 2;
    return sum + 10 * Math.floor(Math.abs(share - 0.5) * 20);
  }
}

/** The modules of a QR code, in rows; null if the text is too long. @param {string} text @returns {boolean[][] | null} */
export function qrModules(text) {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + SIZES.findIndex(([all, blocks, correcting], i) => bytes.length <= all - blocks * correcting - (i < 9 ? 2 : 3));
  if (!version) return null;
  const grid = new Grid(version);
  grid.write(codewords(bytes, version));
  const penalties = MASKS.map((_, mask) => {
    grid.state(mask);
    grid.invert(mask);
    const penalty = grid.penalty();
    grid.invert(mask);
    return penalty;
  });
  const best = penalties.indexOf(Math.min(...penalties));
  grid.state(best);
  grid.invert(best);
  return grid.dark;
}

/** A QR code as a picture, dark on light in every theme; null if the text is too long. @param {string} text @param {string} label */
export function qrCode(text, label) {
  const modules = qrModules(text);
  if (!modules) return null;
  const size = modules.length + 2 * QUIET_ZONE;
  const path = modules
    .flatMap((line, row) =>
      line.map((isDark, column) => (isDark ? `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z` : "")),
    )
    .join("");
  return drawn(
    "svg",
    { class: "qr-code", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label },
    drawn("rect", { width: size, height: size, fill: "#fff" }),
    drawn("path", { d: path, fill: "#000", "shape-rendering": "crispEdges" }),
  );
}
