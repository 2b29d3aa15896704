// @ts-check
/** Animates cards that fly from one place on the page to another. */

import { element } from "../kit/element.js";
import { reducesMotion } from "../kit/settings.js";
import { card } from "../kit/signs.js";

/**
 * @param {string | null} color null for a face-down card, "ticket" for tickets
 * @param {Element | null | undefined} from
 * @param {Element | null | undefined} to
 * @param {number} milliseconds
 */
export function fly(color, from, to, milliseconds) {
  if (!from || !to || !milliseconds || reducesMotion()) return;
  const start = from.getBoundingClientRect();
  const end = to.getBoundingClientRect();
  if (!start.width || !end.width) return;
  const isHidden = color === null || color === "ticket";
  const node = isHidden ? element("span", { class: color ? "card ticket-back" : "card back" }) : card(color);
  node.classList.add("flying");
  node.setAttribute("aria-hidden", "true");
  document.body.append(node);
  const size = node.getBoundingClientRect();
  const at = (/** @type {DOMRect} */ box) =>
    `translate(${box.x + box.width / 2 - size.width / 2}px, ${box.y + box.height / 2 - size.height / 2}px)`;
  const motion = node.animate(
    [
      { transform: `${at(start)} scale(1)`, opacity: 1 },
      { transform: `${at(end)} scale(1)`, opacity: 1, offset: 0.85 },
      { transform: `${at(end)} scale(.4)`, opacity: 0 },
    ],
    { duration: Math.min(900, milliseconds * 0.8), easing: "cubic-bezier(.4,0,.2,1)" },
  );
  motion.finished.catch(() => undefined).finally(() => node.remove());
}
