// @ts-check
/** Accuracy of every seat, in all and by kind of decision. */

import { element } from "../kit/element.js";

/** @param {any[]} seats @param {string[]} names */
export function accuracyTable(seats, names) {
  const kinds = [...new Set(seats.flatMap((seat) => seat.kinds.map((/** @type {any} */ one) => one.kind)))];
  const cell = (/** @type {any} */ one) =>
    element(
      "td",
      { class: "number" },
      one ? String(Math.round(one.accuracy)) : "–",
      one && one.loss >= 0.005 ? element("span", { class: "quiet" }, ` (−${Math.round(100 * one.loss)})`) : null,
    );
  const row = (/** @type {string} */ words, /** @type {any[]} */ cells, name = "") =>
    element("tr", { class: name }, element("th", { scope: "row" }, words), ...cells.map(cell));
  return element(
    "section",
    { class: "review-accuracy" },
    element("h3", {}, "Accuracy"),
    element(
      "p",
      { class: "quiet review-note" },
      "100 means that no decision was clearly worse than another. In brackets: percentage points given away.",
    ),
    element(
      "table",
      { class: "accuracy" },
      element("caption", { class: "unseen" }, "Accuracy by kind of decision"),
      element(
        "thead",
        {},
        element("tr", {}, element("td"), ...names.map((name) => element("th", { scope: "col" }, name))),
      ),
      element(
        "tbody",
        {},
        row("All decisions", seats, "total"),
        ...kinds.map((kind) =>
          row(
            kind[0].toUpperCase() + kind.slice(1),
            seats.map((seat) => seat.kinds.find((/** @type {any} */ one) => one.kind === kind)),
          ),
        ),
      ),
    ),
  );
}
