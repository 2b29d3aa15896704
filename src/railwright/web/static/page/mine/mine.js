// @ts-check
/** The screen of one's own games: statistics, the list, an export, and the way to delete it all. */

import * as api from "../kit/api.js";
import { download } from "../kit/download.js";
import { button, element, setText } from "../kit/element.js";
import { GameList } from "./game-list.js";
import { notify } from "../kit/notice.js";
import { say } from "../kit/say.js";
import { change, settings } from "../kit/settings.js";
import { statisticsNode } from "./statistics.js";

const EXPORT_FILE = "railwright-games.json";
const WHAT_STAYS = say(
  "The games themselves stay, for the others at the table and for anyone who has a link to them, until the server " +
    "removes old games.",
);

/** @typedef {import("./statistics.js").Statistics} Statistics */

/** @param {HTMLElement} screen */
export async function openMine(screen) {
  const [first, statistics] = await Promise.all([api.ownGames(0), api.ownStatistics()]);
  const mine = new Mine(first, statistics);
  screen.replaceChildren(mine.node);
  mine.waitForRest(statistics).catch((error) => notify(error.message));
  return mine;
}

class Mine {
  /** @param {import("./game-list.js").Page} first @param {Statistics} statistics */
  constructor(first, statistics) {
    this._isOpen = true;
    this._numbers = element("div", {}, statisticsNode(statistics));
    this._waiting = element("p", { class: "quiet", role: "status" });
    this._list = new GameList(first, { remove: (game) => this._remove(game) });
    this._all = element(
      "div",
      { class: "mine-buttons" },
      button(say("Export all"), () => this._export()),
      button(say("Delete all"), () => this._removeAll(), { class: "bad-button" }),
    );
    this.node = element(
      "div",
      { class: "mine-page" },
      element("div", { class: "mine-head" }, element("h1", {}, say("My games")), this._all),
      element(
        "section",
        { class: "card-panel", "aria-label": say("Statistics") },
        element("h2", {}, say("Statistics")),
        this._waiting,
        this._numbers,
      ),
      element("section", { class: "card-panel", "aria-label": say("Games") }, this._list.node),
      keepingNode(),
    );
    this._all.hidden = this._list.isEmpty;
  }

  /** Ask again as long as the server is still working out how older games ended. @param {Statistics} statistics */
  async waitForRest(statistics) {
    for (let now = statistics; this._isOpen; now = await api.ownStatistics()) {
      this._numbers.replaceChildren(statisticsNode(now));
      setText(this._waiting, now.waiting ? waitingWords(now.waiting) : "");
      if (!now.waiting) return;
    }
  }

  /** @param {import("./game-list.js").OwnGame} game */
  async _remove(game) {
    const question = say("Remove this game from your list and your statistics? {note}", { note: WHAT_STAYS });
    if (!confirm(question)) return false;
    return this._try(async () => {
      await api.removeOwnGame(game.game);
      await this.waitForRest(await api.ownStatistics());
    });
  }

  async _removeAll() {
    const question = say(
      "Delete your whole list and all statistics from the server? This cannot be undone. {note}",
      { note: WHAT_STAYS },
    );
    if (!confirm(question)) return;
    await this._try(async () => {
      await api.removeOwnGames();
      this._list.clear();
      this._all.hidden = true;
      await this.waitForRest(await api.ownStatistics());
      notify(say("Your list was deleted."));
    });
  }

  async _export() {
    await this._try(async () => download(EXPORT_FILE, await api.ownExport()));
  }

  /** Whether something worked; otherwise the reason is shown. @param {() => Promise<void>} act */
  async _try(act) {
    try {
      await act();
      return true;
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
      return false;
    }
  }

  close() {
    this._isOpen = false;
  }
}

/** @param {number} count */
const waitingWords = (count) =>
  say("Working out how {count, plural, one {# older game} other {# older games}} ended …", { count });

/** What the server keeps, and the switch for it. */
function keepingNode() {
  const box = element("input", { type: "checkbox", id: "keeps-games" });
  box.checked = settings.keepsGames;
  box.addEventListener("change", () => change({ keepsGames: box.checked }));
  return element(
    "section",
    { class: "card-panel", "aria-label": say("What the server keeps") },
    element("label", { class: "check" }, box, say("Add my new games to this list")),
    element(
      "p",
      { class: "quiet" },
      say(
        "The list is kept on this server and belongs to this browser, which identifies itself by a secret; the " +
          "server stores only a fingerprint of it. If you clear the data of this browser, nobody can reach the list " +
          "any more: export or delete it before.",
      ),
    ),
  );
}
