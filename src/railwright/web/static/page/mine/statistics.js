// @ts-check
/** Statistics of one's own games: a table by board, by opponents and by the number of players. */

import { drawn, element } from "../kit/element.js";
import { listed } from "../kit/say.js";
import { percent, plain } from "../kit/words.js";

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

/** Games that do not count, after their number. @type {Record<string, string>} */
const LEFT_OUT = {
  unfinished: "unfinished",
  continued: "continued from another game",
  record: "from a record",
  "chosen-deal": "with a chosen deal, such as a guided game",
  "stand-in": "in which a computer stood in for you",
  pending: "being worked out",
  unreadable: "that cannot be replayed any more",
};

const COLUMNS = 6;
const BAR = { width: 120, height: 14 };

/** @param {Statistics} statistics */
export function statisticsNode(statistics) {
  const { total } = statistics;
  const left = leftOutWords(statistics.left_out);
  const note = left && element("p", { class: "quiet" }, `Not counted: ${left}.`);
  if (!total)
    return element("div", {}, element("p", { class: "quiet" }, "Finished games are counted here."), note);
  return element(
    "div",
    { class: "own-statistics" },
    element(
      "table",
      {},
      element("caption", { class: "unseen" }, "Statistics of my games"),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("td"),
          ...["Games", "Wins", "Points", "Tickets", "Accuracy"].map((name) => element("th", { scope: "col" }, name)),
        ),
      ),
      element("tbody", {}, row({ ...total, name: "All games" })),
      group("By board", statistics.by_board),
      group("By strongest opponent", statistics.by_opponents.map(withOpponent)),
      group(
        "By players",
        statistics.by_seats.map((tally) => ({ ...tally, name: `${tally.key} players` })),
      ),
    ),
    element(
      "p",
      { class: "quiet" },
      "Wins: your share, and below it the 95% confidence interval (Wilson), which is wide while games are few. ",
      element("span", { class: "win-bar-words" }, "The line across the bar is the share of equally strong players. "),
      "Points: the mean of a game. Tickets: completed, and all. Accuracy: the mean of the reviewed games, whose number " +
        "is below it.",
    ),
    note,
  );
}

/** @param {Tally} tally */
const withOpponent = (tally) => ({
  ...tally,
  name: { people: "People", others: "Other computers" }[tally.key] ?? `Level ${tally.key}`,
});

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
  const [low, high] = tally.interval.map(percent);
  const below = (/** @type {string | number} */ text) => element("span", { class: "quiet below" }, text);
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, tally.name),
    element("td", {}, tally.games),
    element("td", { class: "wins" }, percent(tally.win_rate), bar(tally), below(`${low}–${high}`)),
    element("td", {}, plain(Math.round(tally.points))),
    element("td", {}, `${tally.completed} / ${tally.completed + tally.failed}`),
    element(
      "td",
      {},
      tally.accuracy === null ? "–" : Math.round(tally.accuracy),
      tally.accuracy !== null && below(`in ${tally.reviewed}`),
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
  listed(Object.entries(leftOut).map(([reason, count]) => `${count} ${LEFT_OUT[reason] ?? reason}`));
