// @ts-check
/** The result of a game: the scores, the final board, and what to do next. */

import * as api from "../kit/api.js";
import { HERE, begin } from "../start/beginning.js";
import { Board } from "../board/board.js";
import { pointsChart } from "./chart.js";
import { download } from "../kit/download.js";
import { button, element } from "../kit/element.js";
import { openHands } from "./open-hands.js";
import { RematchOffer, isShared } from "../people/rematch.js";
import { standInWords } from "../people/stand-ins.js";
import { Review } from "../review/review.js";
import { scorePanel } from "../first-game/score-lines.js";
import { scores } from "./scores.js";
import { keep, keptGame } from "../kit/saved-games.js";
import { nameValue } from "../kit/names.js";
import { say } from "../kit/say.js";

/** @param {HTMLElement} screen @param {string} game */
export async function openResult(screen, game) {
  const [about, state] = await Promise.all([api.about(game), api.look(game)]);
  if (!state.is_over) {
    location.replace(keptGame(game) ? `#/table/${game}` : `#/watch/${game}`);
    return;
  }
  const kept = keptGame(game);
  const own = Object.keys(kept?.here ?? {}).map(Number);
  const hasWon = own.length === 1 ? state.result.winners.includes(own[0]) : undefined;
  keep({ game, isOver: true, endedAt: kept?.endedAt ?? Date.now(), hasWon });
  const { points } = await api.points(game);
  const names = state.names;
  const winners = state.result.winners.map((/** @type {number} */ seat) => nameValue(names[seat]));
  const board = new Board(about, {}, { isOverview: true });
  const rematch = isShared(about, game) ? new RematchOffer(about, game, state) : null;
  const standInNotes = standInWords(about, state).map((words) => element("p", { class: "quiet" }, words));
  const review = new Review(about, wishOf(about, game));
  const buttons = element(
    "div",
    { class: "result-buttons" },
    rematch?.node ?? button(say("Play again"), () => begin(wishOf(about, game)), { class: "main-button" }),
    element("a", { class: "button", href: `#/replay/${game}` }, say("Replay")),
    element("a", { class: "button", href: `#/replay/${game}/fork` }, say("Continue from a move")),
    button(say("Download the record"), () => downloadRecord(game)),
  );
  const title =
    winners.length > 1
      ? say("{names} share the win", { names: { items: winners, between: "and" } })
      : say("{who, select, You {You win} other {{who} wins}} with {points, plural, one {# point} other {# points}}", {
          who: winners[0],
          points: Math.max(...state.result.scores),
        });
  screen.replaceChildren(
    element(
      "div",
      { class: "result" },
      element("div", { class: "result-head" }, element("h1", {}, title), buttons),
      kept?.lessons && own.length === 1 ? scorePanel(about, state, own[0]) : "",
      element(
        "section",
        { class: "card-panel sheet-panel", "aria-label": say("Scores") },
        ...scores(state),
        ...standInNotes,
      ),
      element("section", { class: "card-panel", "aria-label": say("Final board") }, element("div", {}, board.node)),
      element(
        "div",
        { class: "result-column" },
        element(
          "section",
          { class: "card-panel", "aria-label": say("Chart") },
          pointsChart(points, names, state.result.scores),
        ),
        element(
          "section",
          { class: "card-panel", "aria-label": say("All cards") },
          element("h2", {}, say("What everybody held")),
          openHands(about, state.open, names, { isOver: true }),
        ),
      ),
      review.node,
    ),
  );
  await Promise.all([board.load(), review.load()]);
  board.show(state, { isStill: true });
  return {
    close() {
      board.close();
      review.close();
      rematch?.close();
    },
  };
}

/**
 * The request for another game with the same settings.
 * @param {import("../kit/places.js").About} about
 * @param {string} game
 * @returns {import("../start/beginning.js").Wish}
 */
export function wishOf(about, game) {
  const wish = /** @type {import("../start/beginning.js").Wish | undefined} */ (keptGame(game)?.wish);
  if (wish) return wish;
  return {
    board: about.board.name,
    title: about.board.title,
    tickets: about.deck,
    ruleset: about.ruleset.name,
    grace: null,
    seats: about.seats.map(({ name, is_person: isPerson, player }) => ({
      who: isPerson ? HERE : player,
      name: name.slice(0, 24),
    })),
  };
}

/** @param {string} game */
async function downloadRecord(game) {
  download(`railwright-${game.slice(0, 8)}.json`, await api.record(game));
}
