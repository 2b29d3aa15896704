// @ts-check
/** Statistics of one's own games: a table by board, by opponents and by the number of players. */

import { drawn, element } from "../kit/element.js";
import { percent } from "../kit/numbers.js";
import { listed, numeral, say } from "../kit/say.js";

/**
 * @typedef {object} Tally
 * @property {string} key
 * @property {string} name
 * @property {number} games
 * @property {number} win_rate
 * @property {[number, number]} interval
 * @property {number} equal_share
 * @property {number} points
 * @property {number} completed
 * @property {number} failed
 * @property {number | null} accuracy
 * @property {number} reviewed
 * @typedef {object} Statistics
 * @property {Tally | null} total
 * @property {Record<string, number>} left_out
 * @property {Tally[]} by_board
 * @property {Tally[]} by_opponents
 * @property {Tally[]} by_seats
 * @property {number} waiting
 */

/** Games that do not count, by their number. @type {Record<string, (count: number) => string>} */
const LEFT_OUT = {
  unfinished: (count) => say("{count} unfinished", { count }),
  continued: (count) => say("{count} continued from another game", { count }),
  record: (count) => say("{count} from a record", { count }),
  "chosen-deal": (count) => say("{count} with a chosen deal, such as a guided game", { count }),
  "stand-in": (count) => say("{count} in which a computer stood in for you", { count }),
  pending: (count) => say("{count} being worked out", { count }),
  unreadable: (count) => say("{count} that cannot be replayed any more", { count }),
};

/** Some languages have long words here, which need a place to be divided: a context of their own. */
const HEADINGS = [
  say("Games"),
  say("Wins"),
  say("Points"),
  say("Tickets", {}, "column"),
  say("Accuracy", {}, "column"),
];
const COLUMNS = HEADINGS.length + 1;
const BAR = { width: 120, height: 14 };

/** @param {Statistics} statistics */
export function statisticsNode(statistics) {
  const { total } = statistics;
  const games = leftOutWords(statistics.left_out);
  const note = games && element("p", { class: "quiet" }, say("Not counted: {games}.", { games }));
  if (!total)
    return element("div", {}, element("p", { class: "quiet" }, say("Finished games are counted here.")), note);
  return element(
    "div",
    { class: "own-statistics" },
    element(
      "table",
      {},
      element("caption", { class: "unseen" }, say("Statistics of my games")),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("td"),
          ...HEADINGS.map((name) => element("th", { scope: "col" }, name)),
        ),
      ),
      element("tbody", {}, row({ ...total, name: say("All games") })),
      group(say("By board"), statistics.by_board),
      group(say("By strongest opponent"), statistics.by_opponents.map(withOpponent)),
      group(
        say("By players"),
        statistics.by_seats.map((tally) => ({ ...tally, name: playersWords(Number(tally.key)) })),
      ),
    ),
    element(
      "p",
      { class: "quiet" },
      say("Wins: your share, and below it the 95% confidence interval (Wilson), which is wide while games are few."),
      " ",
      element(
        "span",
        { class: "win-bar-words" },
        say("The line across the bar is the share of equally strong players."),
        " ",
      ),
      say(
        "Points: the mean of a game. Tickets: completed, and all. Accuracy: the mean of the reviewed games, whose " +
          "number is below it.",
      ),
    ),
    note,
  );
}

/** @param {Tally} tally */
const withOpponent = (tally) => ({
  ...tally,
  name:
    { people: say("People"), others: say("Other computers") }[tally.key] ??
    say("Level {number}", { number: Number(tally.key) }),
});

/** @param {number} count */
const playersWords = (count) => say("{count, plural, one {# player} other {# players}}", { count });

/** @param {string} title @param {Tally[]} tallies */
function group(title, tallies) {
  return element(
    "tbody",
    {},
    element("tr", { class: "group" }, element("th", { scope: "rowgroup", colspan: COLUMNS }, title)),
    ...tallies.map(row),
  );
}

/** @param {Tally} tally */
function row(tally) {
  const [low, high] = tally.interval.map((share) => Math.round(100 * share));
  const below = (/** @type {string | number} */ text) => element("span", { class: "quiet below" }, text);
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, tally.name),
    element("td", {}, numeral(tally.games)),
    element("td", { class: "wins" }, percent(tally.win_rate), bar(tally), below(say("{low}%–{high}%", { low, high }))),
    element("td", {}, numeral(Math.round(tally.points))),
    element("td", {}, `${numeral(tally.completed)} / ${numeral(tally.completed + tally.failed)}`),
    element(
      "td",
      {},
      tally.accuracy === null ? "–" : Math.round(tally.accuracy),
      tally.accuracy !== null && below(say("in {count}", { count: tally.reviewed }, "games")),
    ),
  );
}

/** The win rate with its interval, and the share of equal players. @param {Tally} tally */
function bar({ win_rate: rate, interval: [low, high], equal_share: equal }) {
  const { width, height } = BAR;
  const middle = height / 2;
  return drawn(
    "svg",
    { class: "win-bar", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
    drawn("rect", { class: "whole", x: 0, y: middle - 1, width, height: 2 }),
    drawn("rect", { class: "interval", x: low * width, y: middle - 4, width: (high - low) * width, height: 8, rx: 3 }),
    drawn("rect", { class: "equal", x: equal * width - 1, y: 0, width: 2, height }),
    drawn("circle", { class: "rate", cx: Math.min(Math.max(rate * width, 4), width - 4), cy: middle, r: 4 }),
  );
}

/** @param {Record<string, number>} leftOut */
const leftOutWords = (leftOut) =>
  listed(Object.entries(leftOut).map(([reason, count]) => LEFT_OUT[reason]?.(count) ?? `${numeral(count)} ${reason}`));
