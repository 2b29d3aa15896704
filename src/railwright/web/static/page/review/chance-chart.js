// @ts-check
/** A chart of every seat's chance to win over the game. */

import { drawn, element } from "../kit/element.js";
import { nameValue, shownName } from "../kit/names.js";
import { percent } from "../kit/numbers.js";
import { say } from "../kit/say.js";
import { seatBadge, seatSign } from "../kit/signs.js";

const WIDE = 960;
/** On a phone, where the same letters are larger relative to the lines. */
const NARROW = 460;
const NARROW_SCREEN = 700;
const HEIGHT = 260;
const EDGE = { left: 48, right: 58, top: 14, bottom: 32 };
const DASHES = ["", "7 3", "2 3", "10 3 2 3", "5 5"];
const LABEL_HEIGHT = 17;

/** @param {any} review @param {string[]} names */
export function chanceChart(review, names) {
  const { curve, steps, seats } = review;
  const width = innerWidth < NARROW_SCREEN ? NARROW : WIDE;
  const x = (/** @type {number} */ step) => EDGE.left + ((width - EDGE.left - EDGE.right) * step) / Math.max(1, steps);
  const y = (/** @type {number} */ chance) => HEIGHT - EDGE.bottom - (HEIGHT - EDGE.top - EDGE.bottom) * chance;
  const grid = [0, 0.25, 0.5, 0.75, 1].map((chance) =>
    drawn(
      "g",
      { class: "grid" },
      drawn("path", { d: `M${EDGE.left} ${y(chance)}H${width - EDGE.right}` }),
      drawn("text", { x: EDGE.left - 6, y: y(chance) + 4, "text-anchor": "end" }, percent(chance)),
    ),
  );
  const last = curve[curve.length - 1].chances;
  const heights = apart(last.map(y));
  const lines = names.map((_, seat) => {
    const path = curve
      .map((/** @type {any} */ at, /** @type {number} */ i) => {
        return `${i ? "L" : "M"}${x(at.step).toFixed(1)} ${y(at.chances[seat]).toFixed(1)}`;
      })
      .join("");
    const dots = seats[seat].costliest.slice(0, 3).map((/** @type {any} */ one) => {
      const at = curve.filter((/** @type {any} */ moment) => moment.step <= one.step).pop() ?? curve[0];
      return drawn("circle", { cx: x(at.step), cy: y(at.chances[seat]), r: 4.5, fill: seatSign(seat).fill });
    });
    return drawn(
      "g",
      { class: "line" },
      drawn("path", { class: "under", d: path }),
      drawn("path", { class: "over", d: path, stroke: seatSign(seat).fill, "stroke-dasharray": DASHES[seat] }),
      ...dots,
      drawn("text", { x: width - EDGE.right + 8, y: heights[seat] + 4 }, percent(last[seat])),
    );
  });
  const start = curve[0].chances;
  const items = names.map((name, seat) =>
    say("{name} {start} after the deal, {end}", {
      name: nameValue(name),
      start: percent(start[seat]),
      end: percent(last[seat]),
    }),
  );
  const label = say("Chance to win over the game: {chances} at the end", { chances: { items, between: "; " } });
  return element(
    "figure",
    { class: "chart chance-chart" },
    element("figcaption", {}, say("Chance to win")),
    drawn(
      "svg",
      {
        viewBox: `0 0 ${width} ${HEIGHT}`,
        role: "img",
        "aria-label": label,
      },
      ...grid,
      drawn(
        "text",
        { class: "axis", x: (EDGE.left + width - EDGE.right) / 2, y: HEIGHT - 8, "text-anchor": "middle" },
        say("the {steps} steps of the game", { steps }),
      ),
      ...lines,
    ),
    element(
      "ul",
      { class: "chart-names" },
      ...names.map((name, seat) =>
        element("li", {}, seatBadge(seat), shownName(name), element("b", {}, percent(last[seat]))),
      ),
    ),
    element(
      "p",
      { class: "quiet review-note" },
      say(
        "With all cards open: how often each seat would win if the strongest player took over every seat and the " +
          "deck were reshuffled. Dots mark the costliest decisions.",
      ),
    ),
  );
}

/** Heights of labels that do not touch each other. @param {number[]} wanted */
function apart(wanted) {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  const found = [...wanted];
  order.forEach((i, rank) => {
    if (rank) found[i] = Math.max(found[i], found[order[rank - 1]] + LABEL_HEIGHT);
  });
  const over = Math.max(0, ...found.map((height) => height - (HEIGHT - EDGE.bottom)));
  return found.map((height) => height - over);
}
