// @ts-check
/** The header of the page: navigation and settings. */

import { element } from "./element.js";
import { language, languages, say } from "./say.js";
import * as settings from "./settings.js";
import { cardMark } from "./signs.js";
import { phrasePreference } from "../people/phrases.js";
import { signalPreferences } from "../people/turn-signal.js";
import { webhookPreference } from "../people/webhook.js";

/** @param {HTMLElement} node */
export function openTop(node) {
  const home = element(
    "a",
    { class: "brand", href: "#/", "aria-label": say("Railwright, start") },
    cardMark("locomotive"),
    element("span", { class: "brand-name" }, "Railwright"),
  );
  const links = element(
    "nav",
    { "aria-label": say("Pages") },
    element("a", { href: "#/" }, say("Games")),
    element("a", { href: "#/learn" }, say("Learn")),
    element("a", { href: "#/help" }, say("Help")),
  );
  node.replaceChildren(home, links, preferences());
}

function preferences() {
  const { settings: now } = settings;
  const speeds = {
    slow: say("slow", {}, "speed"),
    normal: say("normal", {}, "speed"),
    fast: say("fast", {}, "speed"),
    off: say("instant", {}, "speed"),
  };
  const speed = select(say("Speed"), speeds, now.speed, (value) =>
    settings.change({ speed: /** @type {any} */ (value) }),
  );
  const themes = {
    system: say("system", {}, "colours"),
    light: say("light", {}, "colours"),
    dark: say("dark", {}, "colours"),
  };
  const theme = select(say("Colours"), themes, now.theme, (value) =>
    settings.change({ theme: /** @type {any} */ (value) }),
  );
  const still = element("input", { type: "checkbox", id: "still" });
  still.checked = now.reduceMotion;
  still.addEventListener("change", () => settings.change({ reduceMotion: still.checked }));
  const details = element(
    "details",
    { class: "preferences" },
    element("summary", { "aria-label": say("Settings") }, say("Settings")),
    element(
      "div",
      { class: "preferences-box" },
      languageChoice(),
      speed,
      theme,
      element("label", { class: "check" }, still, say("Reduce motion")),
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

/** The choice of the language. Its label is also in English, for those who cannot read the language in use. */
function languageChoice() {
  const label = [...new Set([say("Language"), "Language"])].join(" / ");
  const field = select(label, languages, language, (code) => {
    settings.change({ language: code });
    location.reload();
  });
  for (const option of field.querySelectorAll("option")) option.lang = option.value;
  return field;
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
