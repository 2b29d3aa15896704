// @ts-check
/** Each seat's costliest decisions: what was better, why, how sure that is, and the way back to the moment. */

import { HERE, playOn } from "../start/beginning.js";
import { button, element } from "../kit/element.js";
import { seatBadge } from "../kit/signs.js";
import { capital } from "../kit/words.js";

/** Decisions of a seat that are shown at once. */
const SHOWN = 4;

/**
 * @param {import("../kit/places.js").About} about
 * @param {import("../start/beginning.js").Wish} wish
 * @param {any[]} seats
 * @param {string[]} names
 */
export function costliest(about, wish, seats, names) {
  return element(
    "section",
    { class: "review-costliest" },
    element("h3", {}, "Costliest decisions"),
    element(
      "p",
      { class: "quiet review-note" },
      "Judged only by what the seat could see at that moment. Choices that are about equal are not listed.",
    ),
    element("div", { class: "costly-seats" }, ...seats.map((seat, i) => ofSeat(about, wish, seat, i, names[i]))),
  );
}

/**
 * @param {import("../kit/places.js").About} about
 * @param {import("../start/beginning.js").Wish} wish
 * @param {any} seat
 * @param {number} number
 * @param {string} name
 */
function ofSeat(about, wish, seat, number, name) {
  const told = seat.costliest.map((/** @type {any} */ one) => item(about, wish, one, number, name));
  const rest = told.splice(SHOWN);
  return element(
    "div",
    { class: "costly-seat" },
    element("h4", {}, seatBadge(number), ` ${name}`),
    told.length
      ? element("ol", { class: "costly-list" }, ...told)
      : element("p", {}, "No decision was clearly worse than another."),
    rest.length
      ? element(
          "details",
          { class: "costly-rest" },
          element("summary", {}, `${rest.length} more`),
          element("ol", { class: "costly-list" }, ...rest),
        )
      : null,
  );
}

/**
 * @param {import("../kit/places.js").About} about
 * @param {import("../start/beginning.js").Wish} wish
 * @param {any} one
 * @param {number} seat
 * @param {string} name
 */
function item(about, wish, one, seat, name) {
  const seats = wish.seats.map((held, i) => (i === seat ? { ...held, who: HERE } : held));
  return element(
    "li",
    { class: "costly" },
    element(
      "p",
      { class: "costly-head" },
      element("b", { class: "cost" }, `−${(100 * one.loss).toFixed(1)}`),
      element("span", { class: "quiet" }, ` ± ${(100 * one.error).toFixed(1)} percentage points · ${one.kind}`),
    ),
    element("p", {}, `${capital(one.words)}.`),
    element("p", {}, element("b", {}, "Better: "), `${one.best_words}. `, one.reason),
    element(
      "div",
      { class: "costly-ways" },
      element("a", { class: "button", href: `#/replay/${about.game}/${one.step}` }, "Show on the board"),
      button("Try again from here", () => playOn(about.game, one.step, { ...wish, seats }), {
        "aria-label": `Try again as ${name} from step ${one.step}`,
      }),
    ),
  );
}
