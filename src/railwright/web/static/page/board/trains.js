// @ts-check
/** Pieces on the board: trains, stations and waiting passengers, drawn as in the printed pictures. */

import { colorName } from "../kit/colors.js";
import { drawn } from "../kit/element.js";
import { say } from "../kit/say.js";
import { seatSign, signs } from "../kit/signs.js";

const TRAIN_WIDTH = 11.6;
const TRAIN_CASING = 1.9;
const STATION_SIZE = 10;
const MARK_SIZE = 0.36;

/** @typedef {{x: number, y: number, angle: number, length: number, width: number}} Space */

/** The spaces of a track. @param {Element} group @returns {Space[]} */
function spacesOf(group) {
  return [...group.querySelectorAll(":scope > rect.space")].map((rect) => {
    const [x, y, angle] = (rect.getAttribute("transform") ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [0, 0, 0];
    return { x, y, angle, length: Number(rect.getAttribute("width")), width: Number(rect.getAttribute("height")) };
  });
}

/** The train of a seat on a track. @param {Element} group @param {number} seat @param {number} unit */
export function train(group, seat, unit) {
  const { fill, ink, mark } = seatSign(seat);
  const body = group.getAttribute("data-train") ?? "";
  const couplings = group.getAttribute("data-couplings");
  const spaces = spacesOf(group);
  const { x, y, width, length } = spaces[Math.floor((spaces.length - 1) / 2)];
  return drawn(
    "g",
    { class: "trains" },
    drawn("path", { class: "casing", d: body, "stroke-width": (TRAIN_WIDTH + 2 * TRAIN_CASING) * unit }),
    drawn("path", { class: "train", d: body, stroke: fill, "stroke-width": TRAIN_WIDTH * unit }),
    ...(couplings ? [drawn("path", { class: "coupling", d: couplings })] : []),
    sign(mark, x, y, Math.min(width, length) * MARK_SIZE, ink),
  );
}

/** @param {string} path @param {number} x @param {number} y @param {number} size @param {string} stroke */
function sign(path, x, y, size, stroke) {
  return drawn("path", { class: "number", d: path, stroke, transform: `translate(${x} ${y})scale(${size})` });
}

/** A station in a city. @param {{x: number, y: number}} city @param {number} seat @param {number} unit */
export function station({ x, y }, seat, unit) {
  const { fill, ink, mark } = seatSign(seat);
  const size = STATION_SIZE * unit;
  const house = drawn("path", {
    class: "station",
    d: signs.station,
    fill,
    transform: `translate(${x} ${y})scale(${size})`,
  });
  return drawn("g", { class: "built" }, house, sign(mark, x, y + size * 0.3, size * 0.45, ink));
}

/** How much of the space beside a row is before it, by the alignment of the name. @type {Record<string, number>} */
const SHARES_BEFORE = { start: 0, middle: 0.5, end: 1 };

/**
 * The passengers waiting in a city, in a row below its name, aligned with it: a row that is longer than the name must
 * not reach back over the city.
 * @param {{left: number, right: number, bottom: number, align: string}} label
 * @param {string[]} colors
 * @param {number} radius
 */
export function passengers(label, colors, radius) {
  const step = 2.04 * radius;
  const left = label.left + (SHARES_BEFORE[label.align] ?? 0.5) * (label.right - label.left - step * colors.length);
  const pawns = colors.map((color, k) => {
    const { fill, ink, mark } = signs.cards[color] ?? { fill: "#989da1", ink: "#141414", mark: "" };
    const x = left + (k + 0.5) * step;
    const y = label.bottom + radius;
    return drawn(
      "g",
      { class: "passenger" },
      drawn("title", {}, say("{color} passenger", { color: colorName(color) })),
      drawn("circle", { class: "pawn", cx: x, cy: y, r: radius * 0.95, fill }),
      drawn("path", { d: mark, fill: ink, transform: `translate(${x} ${y})scale(${radius * 0.55})` }),
    );
  });
  return drawn("g", { class: "waiting" }, ...pawns);
}
