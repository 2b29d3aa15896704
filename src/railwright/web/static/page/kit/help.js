// @ts-check
/** The help screen: the rules in short, and the keys. */

import { button, element } from "./element.js";
import { KEYS } from "./keyboard.js";
import { say } from "./say.js";
import { CARDS, card } from "./signs.js";

const RULES = [
  [
    say("Your turn"),
    say("Do one of these: take cards, claim a track, draw tickets, or (on some boards) build a station."),
  ],
  [
    say("Cards"),
    say(
      "Take two cards, face up or from the deck. A face-up locomotive counts as both: it must be the first and " +
        "only card.",
    ),
  ],
  [
    say("Tracks"),
    say(
      "Pay as many cards of the track's colour as it has spaces. Gray tracks take any single colour. " +
        "Locomotives count as any colour. Longer tracks give more points.",
    ),
  ],
  [
    say("Tickets"),
    say(
      "A ticket asks you to connect two places with your own tracks. At the end you score its points, or lose " +
        "them if you failed.",
    ),
  ],
  [
    say("Parallel tracks"),
    say(
      "Nobody may claim two tracks between the same cities. With two or three players, only one of them can be " +
        "claimed at all.",
    ),
  ],
  [say("Ferries"), say("Spaces with an engine must be paid for with locomotives.")],
  [
    say("Tunnels"),
    say(
      "Cards are turned over after you pay. For each card of your colour, and each locomotive, you pay one more " +
        "card, or turn back.",
    ),
  ],
  [
    say("Stations"),
    say(
      "A station lets you use one track of another player at that city for your tickets. Each station left at " +
        "the end gives points.",
    ),
  ],
  [
    say("Passengers"),
    say(
      "Claim a track, and you take a passenger from each of its cities, if any are waiting there. At the end, " +
        "those with the most of a colour get points.",
    ),
  ],
  [
    say("The end"),
    say("When somebody has only a few trains left, everyone gets one more turn. Then tickets and bonuses are scored."),
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
  const back = element("button", { type: "button", click: () => history.back() }, say("Back"));
  screen.replaceChildren(
    element(
      "div",
      { class: "help" },
      element("div", { class: "help-head" }, element("h1", {}, say("How to play")), back),
      element(
        "section",
        { class: "card-panel first-game-offer" },
        element("p", {}, say("The quickest way to learn is to play: a short game with a guide, about ten minutes.")),
        button(say("Start the guided game"), beginFirstGame, { class: "main-button", "data-start": "first-game" }),
      ),
      element("section", { class: "card-panel" }, rules),
      element(
        "section",
        { class: "card-panel" },
        element("h2", {}, say("The cards and their marks")),
        element("div", { class: "all-cards" }, ...CARDS.map(card)),
        element(
          "p",
          { class: "quiet" },
          say("Every colour has its own mark, on cards and on tracks; every player has a number."),
        ),
      ),
      element("section", { class: "card-panel" }, element("h2", {}, say("Keys")), keys),
    ),
  );
}
