// @ts-check
/** Accuracy of every seat, in all and by kind of decision. */

import { element } from "../kit/element.js";
import { shownName } from "../kit/names.js";
import { say } from "../kit/say.js";
import { KINDS } from "./kinds.js";

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
    element("h3", {}, say("Accuracy")),
    element(
      "p",
      { class: "quiet review-note" },
      say("100 means that no decision was clearly worse than another. In brackets: percentage points given away."),
    ),
    element(
      "table",
      { class: "accuracy" },
      element("caption", { class: "unseen" }, say("Accuracy by kind of decision")),
      element(
        "thead",
        {},
        element("tr", {}, element("td"), ...names.map((name) => element("th", { scope: "col" }, shownName(name)))),
      ),
      element(
        "tbody",
        {},
        row(say("All decisions"), seats, "total"),
        ...kinds.map((kind) =>
          row(
            KINDS[kind]?.heading ?? kind,
            seats.map((seat) => seat.kinds.find((/** @type {any} */ one) => one.kind === kind)),
          ),
        ),
      ),
    ),
  );
}
