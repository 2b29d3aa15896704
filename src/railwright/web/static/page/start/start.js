// @ts-check
/** The start screen: a quick game, a custom game, unfinished games, uploads of boards and records. */

import * as api from "../kit/api.js";
import { HERE, begin } from "./beginning.js";
import { button, element } from "../kit/element.js";
import { shelfNode } from "./my-games.js";
import { NewGame } from "./new-game.js";
import { notify } from "../kit/notice.js";
import { settings } from "../kit/settings.js";
import { keep } from "../kit/saved-games.js";

const QUICK = [
  { who: "express:iterations=200", name: "Express" },
  { who: "express:iterations=0", name: "Local" },
  { who: "rule", name: "Freight" },
];

/** @param {HTMLElement} screen */
export async function openStart(screen) {
  const catalog = await api.catalog();
  const form = new NewGame(catalog);
  const usual = { board: "usa", title: "North America", tickets: null, ruleset: null, grace: null };
  const you = { who: HERE, name: settings.name || "You" };
  const quick = button("Quick game", () => begin({ ...usual, seats: [you, ...QUICK] }), {
    class: "main-button large",
    "data-start": "quick",
  });
  const watch = button("Watch computers", () => begin({ ...usual, seats: QUICK }), {
    class: "large",
    "data-start": "watch",
  });
  const hero = element(
    "section",
    { class: "hero" },
    element("h1", {}, "All aboard"),
    element(
      "p",
      {},
      "Collect cards, claim tracks, connect your cities. Three computers are waiting for you at the table.",
    ),
    element("div", { class: "hero-buttons" }, quick, watch),
  );
  const page = element(
    "div",
    { class: "start" },
    element("div", { class: "start-top" }, hero, shelfNode()),
    form.node,
    files(form),
  );
  screen.replaceChildren(page);
}

/** @param {NewGame} form */
function files(form) {
  const board = file("A board", ".json,.map", async (name, text) => {
    const found = await api.bringBoard(name, text);
    form.addBoard(found);
    notify(`${found.title} was added to the list of boards.`);
  });
  const record = file("A record", ".json", async (_, text) => {
    const { game } = await api.bringRecord(text);
    const about = await api.about(game);
    const state = await api.look(game);
    keep({
      game,
      title: `${about.board.title}: ${about.seats.map((/** @type {any} */ seat) => seat.name).join(", ")}`,
      isOver: state.is_over,
    });
    location.hash = state.is_over ? `#/replay/${game}` : `#/watch/${game}`;
  });
  return element(
    "section",
    { class: "card-panel files" },
    element("h2", {}, "From a file"),
    element(
      "p",
      { class: "quiet" },
      "A board is a .json or .map file. The record of a game can be replayed or continued.",
    ),
    element("div", { class: "file-row" }, board, record),
  );
}

/** @param {string} label @param {string} accept @param {(name: string, text: string) => Promise<void>} take */
function file(label, accept, take) {
  const input = element("input", { type: "file", accept, class: "unseen", "aria-label": `${label} from a file` });
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
  return element("label", { class: "file-button" }, `${label} …`, input);
}
