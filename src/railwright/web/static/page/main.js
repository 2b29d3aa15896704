// @ts-check
/**
 * The router: opens the screen for a URL. Everything, including the keys of seats, is in the fragment after the #,
 * which a browser never sends to the server.
 */

import "./kit/folder.js";
import { about, look } from "./kit/api.js";
import { acceptInvitation } from "./start/acceptance.js";
import { element, setText } from "./kit/element.js";
import { beginFirstGame } from "./first-game/beginning.js";
import { guided } from "./first-game/guide.js";
import { openHelp } from "./kit/help.js";
import { openLearn } from "./learn/learn.js";
import { openMine } from "./mine/mine.js";
import { notify } from "./kit/notice.js";
import { welcomeLateGuest } from "./people/late-guest.js";
import { openReplay } from "./replay/replay.js";
import { openResult } from "./replay/result.js";
import { gameTitle, keep, keptGame } from "./kit/saved-games.js";
import { say } from "./kit/say.js";
import { loadSigns } from "./kit/signs.js";
import { openStart } from "./start/start.js";
import { Table } from "./table/table.js";
import { openTop } from "./kit/top.js";
import { whenServerReady } from "./kit/waiting.js";

/** @typedef {{close?: () => void} | void} Screen */

const frame = /** @type {HTMLElement} */ (document.getElementById("screen"));
/** @type {Screen} */
let open;
let visit = 0;

/** @type {Record<string, string>} */
const TITLES = {
  result: say("Result"),
  replay: say("Replay"),
  watch: say("Watching"),
  learn: say("Learn"),
  help: say("How to play"),
  mine: say("My games"),
};

/** @type {Record<string, (screen: HTMLElement, parts: string[]) => Promise<Screen>>} */
const SCREENS = {
  "": (screen) => openStart(screen),
  table: async (screen, [game, wish]) =>
    guided(await Table.open(screen, { game, keys: keptGame(game)?.here ?? {}, isInviting: wish === "invite" })),
  invitation: async (screen, [game, seat, invitation]) => {
    const key = keptGame(game)?.here[seat] ?? (await acceptInvitation(game, seat, invitation).catch(unlessTaken));
    if (!key) return welcomeLateGuest(screen, game, Number(seat));
    await keepSeat(game, seat, key);
    // the used invitation leaves the URL; without local storage, the key has to be there instead
    location.replace(keptGame(game) ? `#/table/${game}` : `#/seat/${game}/${key}`);
  },
  seat: async (screen, [game, key]) => Table.open(screen, { game, keys: await takeSeat(game, key) }),
  watch: (screen, [game, wish]) => Table.open(screen, { game, keys: {}, isFromStart: wish === "start" }),
  result: (screen, [game]) => openResult(screen, game),
  replay: (screen, [game, step]) => openReplay(screen, game, step),
  learn: (screen) => openLearn(screen),
  mine: (screen) => openMine(screen),
  help: (screen) => openHelp(screen, { beginFirstGame }),
};

/** Screens that need no game. */
const ANYTIME = [SCREENS[""], SCREENS.help];

/** Errors pass, but not that somebody else has the seat. @param {Error} error */
function unlessTaken(error) {
  if (error.name !== "taken") throw error;
  return null;
}

/**
 * Take a seat by its link and remember it.
 * @param {string} game
 * @param {string} key
 * @returns {Promise<Record<string, string>>}
 */
async function takeSeat(game, key) {
  const { me } = await look(game, key);
  if (!keptGame(game)) await keepSeat(game, String(me.seat), key);
  return { [me.seat]: key };
}

/** @param {string} game @param {string} seat @param {string} key */
async function keepSeat(game, seat, key) {
  const { board, seats } = await about(game);
  const title = gameTitle(board.title, seats);
  keep({ title, ...keptGame(game), game, here: { ...keptGame(game)?.here, [seat]: key } });
}

async function go() {
  const mine = ++visit;
  const [name, ...parts] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  open?.close?.();
  open = undefined;
  document.body.dataset.screen = name || "start";
  document.title = TITLES[name] ? `${TITLES[name]} · Railwright` : "Railwright";
  frame.inert = false;
  const screen = element("div", { class: "screen" }, element("p", { class: "loading" }, say("One moment ...")));
  frame.replaceChildren(screen); // a screen that loads too late writes into a detached node
  try {
    const show = SCREENS[name] ?? SCREENS[""];
    if (!ANYTIME.includes(show)) await whenServerReady();
    const opened = await show(screen, parts);
    if (mine === visit) open = opened;
    else opened?.close?.();
  } catch (error) {
    if (mine !== visit) return;
    screen.replaceChildren(
      element(
        "div",
        { class: "trouble" },
        element("h1", {}, say("Something went wrong")),
        element("p", {}, /** @type {Error} */ (error).message),
        element("a", { href: "#/" }, say("Back to the start")),
      ),
    );
  }
  if (mine !== visit) return;
  scrollTo(0, 0);
  if (mine > 1 && document.activeElement === document.body) frame.focus({ preventScroll: true });
}

/** Say in the language in use what the document says in English. */
function translateDocument() {
  const texts = {
    ".skip": say("Skip to the table"),
    ".loading": say("Setting up the table ..."),
  };
  for (const [selector, text] of Object.entries(texts)) {
    const node = document.querySelector(selector);
    if (node) setText(node, text);
  }
  const description = say("Play, watch, replay and learn Ticket to Ride.");
  document.querySelector("meta[name=description]")?.setAttribute("content", description);
}

translateDocument();
await loadSigns().catch((error) => notify(error.message));
openTop(/** @type {HTMLElement} */ (document.getElementById("top")));
addEventListener("hashchange", go);
void whenServerReady();
await go();
