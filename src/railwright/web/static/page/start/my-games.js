// @ts-check
/** The list of this device's games. */

import { button, element } from "../kit/element.js";
import { forget, keptGames } from "../kit/saved-games.js";
import { dateWords, say } from "../kit/say.js";

const IN_SHORT = [
  say("Take two cards per turn,"),
  say("or claim a track with cards of its colour,"),
  say("or draw tickets: cities to connect."),
];

/** @returns {HTMLElement} */
export function shelfNode() {
  const node = element("section", { class: "card-panel my-games", "aria-label": say("Your games") });
  draw(node);
  return node;
}

/** @param {HTMLElement} node */
function draw(node) {
  const games = keptGames();
  const items = games.map((kept) => {
    const remove = () => {
      if (
        !kept.isOver &&
        Object.keys(kept.here).length &&
        !confirm(say("Forget this game and its seat? You will not be able to resume it."))
      )
        return;
      forget(kept.game);
      draw(node);
    };
    return element(
      "li",
      {},
      element("a", { class: "game-title", href: address(kept) }, kept.title),
      element("span", { class: `tag${kept.isOver ? "" : " on"}` }, kept.isOver ? say("finished") : say("unfinished")),
      element("span", { class: "quiet when" }, dateWords(kept.at)),
      element(
        "span",
        { class: "game-links" },
        kept.isOver
          ? element("a", { href: `#/replay/${kept.game}` }, say("Replay"))
          : element("a", { href: address(kept) }, Object.keys(kept.here).length ? say("Resume") : say("Watch")),
        button(say("Forget"), remove, {
          class: "link-button",
          "aria-label": say("Forget {game}", { game: kept.title }),
        }),
      ),
    );
  });
  node.replaceChildren(
    element(
      "div",
      { class: "my-games-head" },
      element("h2", {}, say("Your games")),
      element("a", { href: "#/mine" }, say("All games and statistics")),
    ),
    items.length
      ? element("ul", {}, ...items)
      : element(
          "p",
          { class: "quiet" },
          say("Games that you start are listed here, finished or not. This list stays on this device."),
        ),
  );
  if (!items.length)
    node.append(
      element("ol", { class: "in-short" }, ...IN_SHORT.map((text) => element("li", {}, text))),
      element("a", { href: "#/help" }, say("The rules in short")),
    );
}

/** @param {import("../kit/saved-games.js").Kept} kept */
function address(kept) {
  if (kept.isOver) return `#/result/${kept.game}`;
  return Object.keys(kept.here).length ? `#/table/${kept.game}` : `#/watch/${kept.game}`;
}
