// @ts-check
/** A chart of every seat's points over time. */

import { drawn, element } from "../kit/element.js";
import { nameValue, shownName } from "../kit/names.js";
import { numeral, say } from "../kit/say.js";
import { seatBadge, seatSign } from "../kit/signs.js";

const WIDTH = 640;
const HEIGHT = 260;
const EDGE = { left: 40, right: 46, top: 14, bottom: 30 };
/** Width of the last part, where tickets and bonuses are added. */
const FINAL = 90;
const DASHES = ["", "7 3", "2 3", "10 3 2 3", "5 5"];

/** A round number as the distance between grid lines. @param {number} most */
function roundStep(most) {
  const rough = Math.max(1, most / 5);
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((part) => part * power).find((step) => step >= rough) ?? power;
}

/**
 * @param {number[][]} rows points for tracks of every seat after each step
 * @param {string[]} names
 * @param {number[]} totals scores at the end, with tickets and bonuses
 */
export function pointsChart(rows, names, totals) {
  const all = [...rows.flat(), ...totals];
  const most = Math.max(10, ...all);
  const least = Math.min(0, ...all);
  const last = Math.max(1, rows.length - 1);
  const end = WIDTH - EDGE.right;
  const stop = end - FINAL;
  const x = (/** @type {number} */ step) => EDGE.left + ((stop - EDGE.left) * step) / last;
  const y = (/** @type {number} */ points) =>
    HEIGHT - EDGE.bottom - ((HEIGHT - EDGE.top - EDGE.bottom) * (points - least)) / (most - least);
  const step = roundStep(most - least);
  const first = Math.ceil(least / step);
  const grid = Array.from({ length: Math.floor(most / step) - first + 1 }, (_, i) =>
    drawn(
      "g",
      { class: "grid" },
      drawn("path", { d: `M${EDGE.left} ${y((first + i) * step)}H${end}` }),
      drawn(
        "text",
        { x: EDGE.left - 6, y: y((first + i) * step) + 4, "text-anchor": "end" },
        numeral((first + i) * step),
      ),
    ),
  );
  const heights = spreadLabels(totals.map(y));
  const lines = names.map((_, seat) => {
    const tracks = rows.map((row, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(row[seat]).toFixed(1)}`).join("");
    const path = `${tracks}L${end} ${y(totals[seat]).toFixed(1)}`;
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
      drawn("text", { class: "total", x: end + 8, y: heights[seat] + 4 }, numeral(totals[seat])),
    );
  });
  const items = names.map((name, seat) => say("{name} {points}", { name: nameValue(name), points: totals[seat] }));
  const label = say("Points over time. Final scores: {scores}", { scores: { items, between: ", " } });
  const svg = drawn(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    drawn("rect", { class: "final", x: stop, y: EDGE.top, width: FINAL, height: HEIGHT - EDGE.top - EDGE.bottom }),
    ...grid,
    drawn(
      "text",
      { class: "axis", x: (EDGE.left + stop) / 2, y: HEIGHT - 6, "text-anchor": "middle" },
      say("points for tracks, step by step"),
    ),
    drawn(
      "text",
      { class: "axis", x: WIDTH, y: HEIGHT - 6, "text-anchor": "end" },
      say("with tickets and bonuses"),
    ),
    ...lines,
  );
  const legend = element(
    "ul",
    { class: "chart-names" },
    ...names.map((name, seat) =>
      element("li", {}, seatBadge(seat), shownName(name), element("b", {}, numeral(totals[seat]))),
    ),
  );
  return element("figure", { class: "chart" }, element("figcaption", {}, say("Points over time")), svg, legend);
}

/** Shift labels so that they do not overlap and keep their order. @param {number[]} heights */
function spreadLabels(heights) {
  const order = heights.map((height, i) => ({ height, i })).sort((a, b) => a.height - b.height);
  const spread = [...heights];
  let last = -Infinity;
  for (const { height, i } of order) spread[i] = last = Math.max(height, last + 15);
  return spread;
}
