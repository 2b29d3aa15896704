// @ts-check
/** The help screen: the rules in short, and the keys. */

import { button, element } from "./element.js";
import { KEYS } from "./keyboard.js";
import { CARDS, card } from "./signs.js";

const RULES = [
  ["Your turn", "Do one of these: take cards, claim a track, draw tickets, or (on some boards) build a station."],
  [
    "Cards",
    "Take two cards, face up or from the deck. A face-up locomotive counts as both: it must be the first and only card.",
  ],
  [
    "Tracks",
    "Pay as many cards of the track's colour as it has spaces. Gray tracks take any single colour. Locomotives count as any colour. Longer tracks give more points.",
  ],
  [
    "Tickets",
    "A ticket asks you to connect two places with your own tracks. At the end you score its points, or lose them if you failed.",
  ],
  [
    "Parallel tracks",
    "Nobody may claim two tracks between the same cities. With two or three players, only one of them can be claimed at all.",
  ],
  ["Ferries", "Spaces with an engine must be paid for with locomotives."],
  [
    "Tunnels",
    "Cards are turned over after you pay. For each card of your colour, and each locomotive, you pay one more card, or turn back.",
  ],
  [
    "Stations",
    "A station lets you use one track of another player at that city for your tickets. Each station left at the end gives points.",
  ],
  [
    "Passengers",
    "Claim a track, and you take a passenger from each of its cities, if any are waiting there. At the end, those with the most of a colour get points.",
  ],
  [
    "The end",
    "When somebody has only a few trains left, everyone gets one more turn. Then tickets and bonuses are scored.",
  ],
];

/** @param {HTMLElement} screen @param {{beginFirstGame: () => Promise<void>}} start */
export async function openHelp(screen, { beginFirstGame }) {
  const rules = element(
    "dl",
    { class: "rules" },
    ...RULES.flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]),
  );
  const keys = element(
    "table",
    { class: "keys" },
    element(
      "tbody",
      {},
      ...KEYS.map(([key, text]) =>
        element("tr", {}, element("th", { scope: "row" }, element("kbd", {}, key)), element("td", {}, text)),
      ),
    ),
  );
  const back = element("button", { type: "button", click: () => history.back() }, "Back");
  screen.replaceChildren(
    element(
      "div",
      { class: "help" },
      element("div", { class: "help-head" }, element("h1", {}, "How to play"), back),
      element(
        "section",
        { class: "card-panel first-game-offer" },
        element("p", {}, "The quickest way to learn is to play: a short game with a guide, about ten minutes."),
        button("Start the guided game", beginFirstGame, { class: "main-button", "data-start": "first-game" }),
      ),
      element("section", { class: "card-panel" }, rules),
      element(
        "section",
        { class: "card-panel" },
        element("h2", {}, "The cards and their marks"),
        element("div", { class: "all-cards" }, ...CARDS.map(card)),
        element(
          "p",
          { class: "quiet" },
          "Every colour has its own mark, on cards and on tracks; every player has a number.",
        ),
      ),
      element("section", { class: "card-panel" }, element("h2", {}, "Keys"), keys),
    ),
  );
}
