// @ts-check
/** The start screen: a game at once, a custom game, unfinished games, uploads of boards and records. */

import * as api from "../kit/api.js";
import { begin } from "./beginning.js";
import { button, element } from "../kit/element.js";
import { beginFirstGame } from "../first-game/beginning.js";
import { shelfNode } from "./my-games.js";
import { NewGame } from "./new-game.js";
import { notify } from "../kit/notice.js";
import { PlayNow, USUAL } from "./play-now.js";
import { gameTitle, keep, keptGames } from "../kit/saved-games.js";
import { say } from "../kit/say.js";

/** Players of the game to watch, all of which are ready at once. */
const WATCHED = ["expert", "skilled", "regular"];

/** @param {HTMLElement} screen */
export async function openStart(screen) {
  const catalog = await api.catalog();
  const playNow = new PlayNow(catalog);
  const form = new NewGame(catalog, playNow.level.number);
  const page = element(
    "div",
    { class: "start" },
    element("div", { class: "start-top" }, heroNode(catalog, playNow), shelfNode()),
    form.node,
    files(form),
  );
  screen.replaceChildren(page);
}

/**
 * The first thing to see. A person without games on this device is offered a guided one first.
 * @param {import("./opponents.js").Catalog} catalog
 * @param {PlayNow} playNow
 */
function heroNode(catalog, playNow) {
  const isNew = keptGames().length === 0;
  const first = button(say("Learn by playing"), beginFirstGame, {
    class: isNew ? "main-button large" : "link-button",
    "data-start": "first-game",
  });
  const now = button(say("Play now"), () => playNow.begin(), {
    class: `large${isNew ? "" : " main-button"}`,
    "data-start": "quick",
  });
  const watch = button(say("Watch computers"), () => begin({ ...USUAL, seats: watched(catalog) }), {
    class: isNew ? "link-button" : "large",
    "data-start": "watch",
  });
  return element(
    "section",
    { class: "hero" },
    element("h1", {}, say("All aboard")),
    element("p", { class: "hero-words" }, say("Collect cards, claim tracks, connect your cities.")),
    isNew &&
      element(
        "div",
        { class: "first-offer" },
        element("p", {}, say("Never played? A short guided game teaches you in about ten minutes.")),
        first,
      ),
    playNow.node,
    element("div", { class: "hero-buttons" }, now, watch, !isNew && first),
  );
}

/** Three levels to watch. @param {import("./opponents.js").Catalog} catalog */
const watched = ({ levels }) =>
  WATCHED.map((player) => ({ who: player, name: levels.find((level) => level.player === player)?.names[0] ?? player }));

/** @param {NewGame} form */
function files(form) {
  const board = file(say("A board …"), say("A board from a file"), ".json,.map", async (name, text) => {
    const found = await api.bringBoard(name, text);
    form.addBoard(found);
    notify(say("{board} was added to the list of boards.", { board: found.title }));
  });
  const record = file(say("A record …"), say("A record from a file"), ".json", async (_, text) => {
    const { game } = await api.bringRecord(text);
    const about = await api.about(game);
    const state = await api.look(game);
    keep({ game, title: gameTitle(about.board.title, about.seats), isOver: state.is_over });
    location.hash = state.is_over ? `#/replay/${game}` : `#/watch/${game}`;
  });
  return element(
    "section",
    { class: "card-panel files" },
    element("h2", {}, say("From a file")),
    element(
      "p",
      { class: "quiet" },
      say("A board is a .json or .map file. The record of a game can be replayed or continued."),
    ),
    element("div", { class: "file-row" }, board, record),
  );
}

/**
 * @param {string} text
 * @param {string} label for screen readers
 * @param {string} accept
 * @param {(name: string, text: string) => Promise<void>} take
 */
function file(text, label, accept, take) {
  const input = element("input", { type: "file", accept, class: "unseen", "aria-label": label });
  input.addEventListener("change", async () => {
    const [chosen] = input.files ?? [];
    if (!chosen) return;
    try {
      await take(chosen.name, await chosen.text());
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
    }
    input.value = "";
  });
  return element("label", { class: "file-button" }, text, input);
}
