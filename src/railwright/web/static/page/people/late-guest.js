// @ts-check
/** The page for a guest whose seat somebody else has taken. */

import * as api from "../kit/api.js";
import { element } from "../kit/element.js";
import { shownName } from "../kit/names.js";
import { say } from "../kit/say.js";

/** @param {HTMLElement} screen @param {string} game @param {number} seat */
export async function welcomeLateGuest(screen, game, seat) {
  const about = await api.about(game);
  const found = about.seats[seat];
  const name = found ? shownName(found.name) : say("seat {seat}", { seat: seat + 1 });
  screen.replaceChildren(
    element(
      "div",
      { class: "late-guest card-panel" },
      element("h1", {}, say("This seat is taken")),
      element(
        "p",
        {},
        say(
          "Somebody has already joined as {name}: an invitation works only once. If that was you, on another device " +
            "or in another browser, continue there, or open your own link from its list of links (Invite).",
          { name },
        ),
      ),
      element("p", {}, say("You can watch the game on {board}.", { board: about.board.title })),
      element(
        "div",
        { class: "late-guest-links" },
        element("a", { class: "button main-button", href: `#/watch/${game}` }, say("Watch the game")),
        element("a", { class: "button", href: "#/" }, say("Start a game of your own")),
      ),
    ),
  );
}
