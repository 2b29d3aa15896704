// @ts-check
/** A curtain that hides the table while one device is passed from one person to the next. */

import { button, element } from "../kit/element.js";
import { nameValue } from "../kit/names.js";
import { say } from "../kit/say.js";
import { seatBadge } from "../kit/signs.js";

/**
 * @param {{seat: number, name: string, ready: () => void}} next
 * @returns {() => void} a function that lifts the curtain
 */
export function drawCurtain({ seat, name, ready }) {
  const screen = document.getElementById("screen");
  const lift = () => {
    node.remove();
    if (screen) screen.inert = false;
  };
  const go = button(
    say("I am {name}", { name: nameValue(name) }),
    () => {
      lift();
      ready();
    },
    { class: "main-button" },
  );
  const title = say("Pass the device to {name}", { name: nameValue(name) });
  const node = element(
    "div",
    { class: "curtain", role: "dialog", "aria-modal": "true", "aria-label": title },
    element(
      "div",
      { class: "curtain-text" },
      seatBadge(seat),
      element("h1", {}, title),
      element("p", {}, say("Nobody else should look now.")),
      go,
    ),
  );
  document.body.append(node);
  if (screen) screen.inert = true;
  go.focus();
  return lift;
}
