// @ts-check
/** A chart of every seat's points over time. */

import { drawn, element } from "../kit/element.js";
import { seatSign } from "../kit/signs.js";

const WIDTH = 640;
const HEIGHT = 260;
const EDGE = { left: 40, right: 120, top: 14, bottom: 30 };
const DASHES = ["", "7 3", "2 3", "10 3 2 3", "5 5"];

/** A round number as the distance between grid lines. @param {number} most */
function roundStep(most) {
  const rough = Math.max(1, most / 5);
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((part) => part * power).find((step) => step >= rough) ?? power;
}

/** @param {number[][]} rows points of every seat after each step @param {string[]} names */
export function pointsChart(rows, names) {
  const most = Math.max(10, ...rows.flat());
  const last = Math.max(1, rows.length - 1);
  const x = (/** @type {number} */ step) => EDGE.left + ((WIDTH - EDGE.left - EDGE.right) * step) / last;
  const y = (/** @type {number} */ points) =>
    HEIGHT - EDGE.bottom - ((HEIGHT - EDGE.top - EDGE.bottom) * points) / most;
  const step = roundStep(most);
  const grid = Array.from({ length: Math.floor(most / step) + 1 }, (_, i) =>
    drawn(
      "g",
      { class: "grid" },
      drawn("path", { d: `M${EDGE.left} ${y(i * step)}H${WIDTH - EDGE.right}` }),
      drawn("text", { x: EDGE.left - 6, y: y(i * step) + 4, "text-anchor": "end" }, i * step),
    ),
  );
  const heights = spreadLabels(names.map((_, seat) => y(rows[rows.length - 1][seat])));
  const lines = names.map((name, seat) => {
    const path = rows.map((row, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(row[seat]).toFixed(1)}`).join("");
    return drawn(
      "g",
      { class: "line" },
      drawn("path", { class: "under", d: path }),
      drawn("path", {
        class: "over",
        d: path,
        stroke: seatSign(seat).fill,
        "stroke-dasharray": DASHES[seat % DASHES.length],
      }),
      drawn(
        "text",
        { x: WIDTH - EDGE.right + 8, y: heights[seat] + 4 },
        `${shorten(name)} ${rows[rows.length - 1][seat]}`,
      ),
    );
  });
  const words = names.map((name, seat) => `${name} ${rows[rows.length - 1][seat]}`).join(", ");
  const svg = drawn(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": `Points for tracks over time, at the end: ${words}`,
    },
    ...grid,
    drawn(
      "text",
      { class: "axis", x: (EDGE.left + WIDTH - EDGE.right) / 2, y: HEIGHT - 6, "text-anchor": "middle" },
      "steps of the game",
    ),
    ...lines,
  );
  return element("figure", { class: "chart" }, element("figcaption", {}, "Points for tracks over time"), svg);
}

/** @param {string} name */
const shorten = (name) => (name.length > 12 ? `${name.slice(0, 11)}…` : name);

/** Shift labels so that they do not overlap and keep their order. @param {number[]} heights */
function spreadLabels(heights) {
  const order = heights.map((height, i) => ({ height, i })).sort((a, b) => a.height - b.height);
  const spread = [...heights];
  let last = -Infinity;
  for (const { height, i } of order) spread[i] = last = Math.max(height, last + 15);
  return spread;
}
