// @ts-check
/** A list with a search box of everything that can be claimed or built, for the keyboard. */

import { element } from "../kit/element.js";
import { say } from "../kit/say.js";
import { pointing } from "../panels/tickets.js";

/**
 * @typedef {{words: string, detail: string, choose: () => void, point: () => void}} Found
 */

/**
 * The body of a sheet that finds a thing by typing.
 * @param {Found[]} things
 * @param {{label: string, unpoint: () => void}} options
 */
export function finder(things, { label, unpoint }) {
  const input = element("input", {
    type: "search",
    class: "find",
    placeholder: say("Type a city ..."),
    "aria-label": label,
    autocomplete: "off",
  });
  const list = element("ul", { class: "found" });
  const items = things.map((thing) => {
    const node = element(
      "button",
      { type: "button", class: "choice", click: thing.choose },
      element("span", {}, thing.words),
      element("span", { class: "quiet" }, thing.detail),
    );
    pointing(node, thing.point, unpoint);
    return { node, item: element("li", {}, node), text: plain(`${thing.words} ${thing.detail}`) };
  });
  list.append(...items.map(({ item }) => item));
  const none = element("p", { class: "quiet", hidden: true }, say("No matches."));
  const visible = () => items.filter(({ item }) => !item.hidden);
  input.addEventListener("input", () => {
    const parts = plain(input.value).split(/\s+/).filter(Boolean);
    for (const { item, text } of items) item.hidden = !parts.every((part) => text.includes(part));
    none.hidden = visible().length > 0;
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    visible()[0]?.node.click();
  });
  return [input, list, none];
}

/** Lower-case letters without accents. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
