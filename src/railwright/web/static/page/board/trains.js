// @ts-check
/** Pieces on the board: trains, stations and waiting passengers, drawn as in the printed pictures. */

import { drawn } from "../kit/element.js";
import { seatSign, signs } from "../kit/signs.js";

const SPACE_WIDTH = 13;
const STATION_SIZE = 10;
const PAWN_RADIUS = 5.5;
const MARK_SIZE = 0.36;

/** @typedef {{x: number, y: number, angle: number, length: number, width: number}} Space */

/** The spaces of a track. @param {Element} group @returns {Space[]} */
export function spacesOf(group) {
  return [...group.querySelectorAll(":scope > rect.space")].map((rect) => {
    const [x, y, angle] = (rect.getAttribute("transform") ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [0, 0, 0];
    return { x, y, angle, length: Number(rect.getAttribute("width")), width: Number(rect.getAttribute("height")) };
  });
}

/** The trains of a seat on a track. @param {Space[]} spaces @param {number} seat @param {number} unit */
export function trains(spaces, seat, unit) {
  const { fill, ink, mark } = seatSign(seat);
  const pieces = spaces.flatMap((space, number) => {
    const length = space.length + unit;
    const width = SPACE_WIDTH * unit + unit;
    const size = Math.min(space.width, space.length) * MARK_SIZE;
    const box = drawn("rect", {
      class: "train",
      x: -length / 2,
      y: -width / 2,
      width: length,
      height: width,
      rx: 2 * unit,
      fill,
      transform: `translate(${space.x} ${space.y})rotate(${space.angle})`,
    });
    box.style.animationDelay = `${number * 70}ms`;
    return [box, sign(mark, space.x, space.y, size, ink)];
  });
  return drawn("g", { class: "trains" }, rail(spaces, unit), ...pieces);
}

/** @param {Space[]} spaces @param {number} unit */
function rail(spaces, unit) {
  const ends = [spaces[0], spaces[spaces.length - 1]].map((space, i) => {
    const turn = (space.angle * Math.PI) / 180;
    const next = spaces[i ? spaces.length - 2 : 1] ?? { x: space.x + (i ? -1 : 1) * Math.cos(turn), y: space.y };
    const away = Math.sign((space.x - next.x) * Math.cos(turn) + (space.y - next.y) * Math.sin(turn)) || 1;
    return [space.x + away * Math.cos(turn) * space.length * 0.5, space.y + away * Math.sin(turn) * space.length * 0.5];
  });
  const line = [ends[0], ...spaces.map(({ x, y }) => [x, y]), ends[1]];
  return drawn("path", {
    class: "rail",
    d: `M${line.map((point) => point.join(" ")).join("L")}`,
    "stroke-width": 6 * unit,
  });
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

/**
 * The passengers waiting in a city, in a row below its name.
 * @param {{left: number, right: number, bottom: number}} label
 * @param {string[]} colors
 * @param {number} unit
 */
export function passengers(label, colors, unit) {
  const radius = PAWN_RADIUS * unit;
  const step = 2.2 * radius;
  const left = (label.left + label.right - step * colors.length) / 2;
  const pawns = colors.map((color, k) => {
    const { fill, ink, mark } = signs.cards[color] ?? { fill: "#989da1", ink: "#141414", mark: "" };
    const x = left + (k + 0.5) * step;
    const y = label.bottom + radius;
    return drawn(
      "g",
      { class: "passenger" },
      drawn("title", {}, `${color} passenger`),
      drawn("circle", { class: "pawn", cx: x, cy: y, r: radius * 0.95, fill }),
      drawn("path", { d: mark, fill: ink, transform: `translate(${x} ${y})scale(${radius * 0.55})` }),
    );
  });
  return drawn("g", { class: "waiting" }, ...pawns);
}
