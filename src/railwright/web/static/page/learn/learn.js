// @ts-check
/** The learning pages: tournaments, studies and best scores made by other commands. */

import * as api from "../kit/api.js";
import { element } from "../kit/element.js";
import { language, say, sayNodes } from "../kit/say.js";
import { theme } from "../kit/settings.js";

const KINDS = {
  tournament: say("Tournaments"),
  study: say("Studies"),
  optimum: say("Best scores"),
  sweep: say("Best scores for every number of trains"),
  picture: say("Drawings"),
};

const COMMANDS = [
  ["railwright tournament --save", say("tables of who beats whom, with ratings")],
  ["railwright study", say("reports that compare a published study with our own numbers")],
  ["railwright optimum --json", say("the best possible score on a board, drawn")],
];

/** @param {HTMLElement} screen */
export async function openLearn(screen) {
  /** @type {{kind: string, title: string, url: string}[]} */
  let items = [];
  try {
    items = (await api.learn()).items;
  } catch {
    items = [];
  }
  const kinds = [...new Set(items.map(({ kind }) => kind))];
  const groups = kinds.map((kind) =>
    element(
      "section",
      { class: "card-panel" },
      element("h2", {}, KINDS[/** @type {keyof typeof KINDS} */ (kind)] ?? kind),
      element(
        "ul",
        { class: "learn-list" },
        ...items.filter((item) => item.kind === kind).map((item) => element("li", {}, linkTo(item))),
      ),
    ),
  );
  const none = element(
    "section",
    { class: "card-panel" },
    element("h2", {}, say("Nothing here yet")),
    element("p", {}, say("This page shows the results of these commands:")),
    element(
      "dl",
      { class: "rules commands" },
      ...COMMANDS.flatMap(([command, what]) => [
        element("dt", {}, element("code", {}, command)),
        element("dd", {}, what),
      ]),
    ),
    element(
      "p",
      { class: "quiet" },
      ...sayNodes("The server looks for them in the folder where it was started, or in those given with {option}.", {
        option: element("code", {}, "railwright serve --show"),
      }),
    ),
  );
  const frame = element("iframe", { class: "report", sandbox: "", title: say("Report"), hidden: true });
  screen.replaceChildren(
    element(
      "div",
      { class: "learn" },
      element("h1", {}, say("Learn")),
      groups.length > 0 && language !== "en" && element("p", { class: "quiet" }, say("These pages are in English.")),
      ...(groups.length ? groups : [none]),
      frame,
    ),
  );

  /** @param {{title: string, url: string}} item */
  function linkTo({ title, url }) {
    const link = element("a", { href: sameSite(url) }, title);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      frame.hidden = false;
      frame.src = `${sameSite(url)}?theme=${theme()}`;
      frame.title = title;
      frame.scrollIntoView({ block: "start" });
    });
    return link;
  }
}

/** Replace a URL on another site by an empty page. @param {string} url */
function sameSite(url) {
  const full = api.addressOf(url);
  return full.origin === location.origin ? full.href : "about:blank";
}
