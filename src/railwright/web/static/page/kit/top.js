// @ts-check
/** The header of the page: navigation and settings. */

import { element } from "./element.js";
import * as settings from "./settings.js";
import { cardMark } from "./signs.js";
import { phrasePreference } from "../people/phrases.js";
import { signalPreferences } from "../people/turn-signal.js";
import { webhookPreference } from "../people/webhook.js";

/** @param {HTMLElement} node */
export function openTop(node) {
  const home = element(
    "a",
    { class: "brand", href: "#/", "aria-label": "Railwright, start" },
    cardMark("locomotive"),
    element("span", { class: "brand-name" }, "Railwright"),
  );
  const links = element(
    "nav",
    { "aria-label": "Pages" },
    element("a", { href: "#/" }, "Games"),
    element("a", { href: "#/learn" }, "Learn"),
    element("a", { href: "#/help" }, "Help"),
  );
  node.replaceChildren(home, links, preferences());
}

function preferences() {
  const { settings: now } = settings;
  const speed = select("Speed", { slow: "slow", normal: "normal", fast: "fast", off: "instant" }, now.speed, (value) =>
    settings.change({ speed: /** @type {any} */ (value) }),
  );
  const theme = select("Colours", { system: "system", light: "light", dark: "dark" }, now.theme, (value) =>
    settings.change({ theme: /** @type {any} */ (value) }),
  );
  const still = element("input", { type: "checkbox", id: "still" });
  still.checked = now.reduceMotion;
  still.addEventListener("change", () => settings.change({ reduceMotion: still.checked }));
  const details = element(
    "details",
    { class: "preferences" },
    element("summary", { "aria-label": "Settings" }, "Settings"),
    element(
      "div",
      { class: "preferences-box" },
      speed,
      theme,
      element("label", { class: "check" }, still, "Reduce motion"),
      ...signalPreferences(),
      phrasePreference(),
      webhookPreference(),
    ),
  );
  document.addEventListener(
    "click",
    (event) => !details.contains(/** @type {Node} */ (event.target)) && details.removeAttribute("open"),
  );
  details.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    details.removeAttribute("open");
    details.querySelector("summary")?.focus();
  });
  return details;
}

/**
 * @param {string} label
 * @param {Record<string, string>} options
 * @param {string} value
 * @param {(value: string) => void} change
 */
function select(label, options, value, change) {
  const node = element(
    "select",
    {},
    ...Object.entries(options).map(([name, text]) => element("option", { value: name }, text)),
  );
  node.value = value;
  node.addEventListener("change", () => change(node.value));
  return element("label", { class: "field" }, label, node);
}
