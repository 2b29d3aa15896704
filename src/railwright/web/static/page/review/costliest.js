// @ts-check
/** Each seat's costliest decisions: what was better, why, how sure that is, and the way back to the moment. */

import { HERE, playOn } from "../start/beginning.js";
import { button, element } from "../kit/element.js";
import { nameValue, shownName } from "../kit/names.js";
import { numeral, say, sayNodes, spokenOf } from "../kit/say.js";
import { seatBadge } from "../kit/signs.js";
import { KINDS } from "./kinds.js";

/** Decisions of a seat that are shown at once. */
const SHOWN = 4;
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

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
    element("h3", {}, say("Costliest decisions")),
    element(
      "p",
      { class: "quiet review-note" },
      say("Judged only by what the seat could see at that moment. Choices that are about equal are not listed."),
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
    element("h4", {}, seatBadge(number), ` ${shownName(name)}`),
    told.length
      ? element("ol", { class: "costly-list" }, ...told)
      : element("p", {}, say("No decision was clearly worse than another.")),
    rest.length
      ? element(
          "details",
          { class: "costly-rest" },
          element("summary", {}, say("{count} more", { count: rest.length }, "decisions")),
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
      element("b", { class: "cost" }, `−${numeral(100 * one.loss, ONE_DECIMAL)}`),
      " ",
      element(
        "span",
        { class: "quiet" },
        say("± {error} percentage points · {kind}", {
          error: numeral(100 * one.error, ONE_DECIMAL),
          kind: KINDS[one.kind]?.note ?? one.kind,
        }),
      ),
    ),
    element("p", { class: "sentence" }, say("{words}.", { words: spokenOf(one, "words") })),
    element(
      "p",
      {},
      ...sayNodes("{better} {words}. {reason}", {
        better: element("b", {}, say("Better:")),
        words: spokenOf(one, "best_words"),
        reason: spokenOf(one, "reason"),
      }),
    ),
    element(
      "div",
      { class: "costly-ways" },
      element("a", { class: "button", href: `#/replay/${about.game}/${one.step}` }, say("Show on the board")),
      button(say("Try again from here"), () => playOn(about.game, one.step, { ...wish, seats }), {
        "aria-label": say("Try again as {name} from step {step}", { name: nameValue(name), step: one.step }),
      }),
    ),
  );
}
