// @ts-check
/** The score of a first game, explained line by line with the person's own numbers, and what to play next. */

import { begin, HERE } from "../start/beginning.js";
import { beginShortGame } from "./beginning.js";
import { button, element } from "../kit/element.js";
import { listed } from "../kit/say.js";
import { counted, plain, signed } from "../kit/words.js";

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

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
  return [{ title: "Your tracks", text: trackWords(about, state.owners, seat), points: result.routes[seat] }, ...tickets, ...path];
}

/** Such as "two of 3 spaces (4 points each)". */
function trackWords(
  /** @type {import("../kit/places.js").About} */ about,
  /** @type {Record<string, number>} */ owners,
  /** @type {number} */ seat,
) {
  const lengths = Object.keys(owners)
    .filter((track) => owners[track] === seat)
    .map((track) => about.board.tracks[Number(track)].length);
  if (!lengths.length) return "You claimed none.";
  const kinds = [...new Set(lengths)].sort((a, b) => b - a);
  const words = kinds.map((length) => {
    const many = lengths.filter((one) => one === length).length;
    const points = about.ruleset.route_points[length] ?? 0;
    const each = many > 1 ? " each" : "";
    return `${NUMBERS[many] ?? many} of ${counted(length, "space")} (${counted(points, "point")}${each})`;
  });
  return `You claimed ${words.join(", ")}.`;
}

/** @param {[string, string, number]} ticket @param {boolean} isDone */
function ticketLine([a, b, points], isDone) {
  return {
    title: `${a} – ${b}`,
    text: isDone ? "Your tracks join the two cities." : "The two cities are not joined by your tracks, so its points are lost.",
    points: isDone ? points : -points,
  };
}

/** @param {any} state @param {number} seat @param {number} bonus */
function pathLine({ result, names }, seat, bonus) {
  const longest = Math.max(...result.longest_path);
  const mine = result.longest_path[seat];
  const holders = names.filter((/** @type {string} */ _, /** @type {number} */ i) => result.longest_path[i] === longest);
  const text = bonus
    ? `Your longest unbroken path has ${mine} trains, ${holders.length > 1 ? "as long as any" : "the longest"} at the table.`
    : `Your longest unbroken path has ${mine} trains; ${listed(holders)} got the points with ${longest}.`;
  return { title: "Longest path", text, points: bonus };
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
    .map((/** @type {any} */ { name, i }) => `${name} has ${plain(scores[i])}`)
    .join(", ");
  const end = winners.includes(seat) ? (winners.length > 1 ? "You share the win." : "You win.") : "Better luck next time.";
  const whole = { board: "usa", title: "North America", tickets: null, ruleset: null, grace: null };
  const seats = [
    { who: HERE, name: state.names[seat] },
    { who: "beginner", name: "Ann" },
  ];
  return element(
    "section",
    { class: "card-panel score-lines", "aria-label": "Your score, line by line" },
    element("h2", {}, "Your score, line by line"),
    element("ol", {}, ...rows),
    element("p", {}, element("b", {}, `Together ${plain(scores[seat])} points.`), ` ${others}. ${end}`),
    element(
      "div",
      { class: "result-buttons" },
      button("Now a whole game", () => begin({ ...whole, seats }), { class: "main-button" }),
      button("Another short game", beginShortGame),
      element("a", { class: "button", href: "#/help" }, "All the rules"),
    ),
  );
}
