// @ts-check
/** The score of a first game, explained line by line with the person's own numbers, and what to play next. */

import { begin, HERE } from "../start/beginning.js";
import { beginShortGame } from "./beginning.js";
import { button, element } from "../kit/element.js";
import { paragraph } from "./steps.js";
import { nameValue } from "../kit/names.js";
import { signed } from "../kit/numbers.js";
import { listed, numeral, say } from "../kit/say.js";

/**
 * @param {import("../kit/places.js").About} about
 * @param {any} state of the finished game
 * @param {number} seat of the person
 * @returns {{title: string, text: string, points: number}[]} lines whose points add up to the score
 */
export function scoreLines(about, state, seat) {
  const { result } = state;
  const tickets = [
    ...result.completed[seat].map((/** @type {any} */ ticket) => ticketLine(ticket, true)),
    ...result.failed[seat].map((/** @type {any} */ ticket) => ticketLine(ticket, false)),
  ];
  const bonus = result.bonuses[seat].longest_path;
  const path = bonus === undefined ? [] : [pathLine(state, seat, bonus)];
  const text = trackWords(about, state.owners, seat);
  return [{ title: say("Your tracks"), text, points: result.routes[seat] }, ...tickets, ...path];
}

/** Such as "You claimed two of 3 spaces (4 points each), one of 1 space (1 point)." */
function trackWords(
  /** @type {import("../kit/places.js").About} */ about,
  /** @type {Record<string, number>} */ owners,
  /** @type {number} */ seat,
) {
  const lengths = Object.keys(owners)
    .filter((track) => owners[track] === seat)
    .map((track) => about.board.tracks[Number(track)].length);
  if (!lengths.length) return say("You claimed none.");
  const kinds = [...new Set(lengths)].sort((a, b) => b - a);
  const words = kinds.map((length) =>
    say(
      "{many, plural, =1 {one} =2 {two} =3 {three} =4 {four} =5 {five} =6 {six} =7 {seven} =8 {eight} " +
        "=9 {nine} other {#}} of {length, plural, one {# space} other {# spaces}} " +
        "({points, plural, one {# point} other {# points}}{many, plural, =1 {} other { each}})",
      {
        many: lengths.filter((one) => one === length).length,
        length,
        points: about.ruleset.route_points[length] ?? 0,
      },
    ),
  );
  return say("You claimed {tracks}.", { tracks: { items: words, between: ", " } });
}

/** @param {[string, string, number]} ticket @param {boolean} isDone */
function ticketLine([a, b, points], isDone) {
  return {
    title: `${a} – ${b}`,
    text: isDone
      ? say("Your tracks join the two cities.")
      : say("The two cities are not joined by your tracks, so its points are lost."),
    points: isDone ? points : -points,
  };
}

/** @param {any} state @param {number} seat @param {number} bonus */
function pathLine({ result, names }, seat, bonus) {
  const longest = Math.max(...result.longest_path);
  const mine = result.longest_path[seat];
  const holders = names.filter((/** @type {string} */ _, /** @type {number} */ i) => result.longest_path[i] === longest);
  return { title: say("Longest path"), text: pathWords({ mine, longest, holders, bonus }), points: bonus };
}

/** @param {{mine: number, longest: number, holders: string[], bonus: number}} path */
function pathWords({ mine, longest, holders, bonus }) {
  if (!bonus)
    return say("Your longest unbroken path has {mine} trains; {holders} got the points with {longest}.", {
      mine,
      holders: listed(holders.map(nameValue)),
      longest,
    });
  return holders.length > 1
    ? say("Your longest unbroken path has {mine} trains, as long as any at the table.", { mine })
    : say("Your longest unbroken path has {mine} trains, the longest at the table.", { mine });
}

/**
 * The panel for the page of the result.
 * @param {import("../kit/places.js").About} about
 * @param {any} state
 * @param {number} seat
 */
export function scorePanel(about, state, seat) {
  const lines = scoreLines(about, state, seat);
  const { scores, winners } = state.result;
  const rows = lines.map(({ title, text, points }) =>
    element(
      "li",
      { class: points < 0 ? "lost" : "" },
      element("b", { class: "line-points" }, signed(points)),
      element("span", {}, element("b", {}, `${title}.`), ` ${text}`),
    ),
  );
  const others = state.names
    .map((/** @type {string} */ name, /** @type {number} */ i) => ({ name, i }))
    .filter((/** @type {any} */ { i }) => i !== seat)
    .map((/** @type {any} */ { name, i }) =>
      say("{name} has {points}.", { name: nameValue(name), points: numeral(scores[i]) }),
    );
  const won = winners.length > 1 ? say("You share the win.") : say("You win.");
  const end = winners.includes(seat) ? won : say("Better luck next time.");
  const sum = say("Together {points} points.", { points: numeral(scores[seat]) });
  const whole = { board: "usa", title: "North America", tickets: null, ruleset: null, grace: null };
  const seats = [
    { who: HERE, name: state.names[seat] },
    { who: "beginner", name: "Ann" },
  ];
  return element(
    "section",
    { class: "card-panel score-lines", "aria-label": say("Your score, line by line") },
    element("h2", {}, say("Your score, line by line")),
    element("ol", {}, ...rows),
    element("p", {}, element("b", {}, sum), ` ${paragraph(...others, end)}`),
    element(
      "div",
      { class: "result-buttons" },
      button(say("Now a whole game"), () => begin({ ...whole, seats }), { class: "main-button" }),
      button(say("Another short game"), beginShortGame),
      element("a", { class: "button", href: "#/help" }, say("All the rules")),
    ),
  );
}
