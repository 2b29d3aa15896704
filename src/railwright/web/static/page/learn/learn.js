// @ts-check
/** The learning pages: tournaments, studies and best scores made by other commands. */

import * as api from "../kit/api.js";
import { element } from "../kit/element.js";
import { theme } from "../kit/settings.js";

const KINDS = {
  tournament: "Tournaments",
  study: "Studies",
  optimum: "Best scores",
  sweep: "Best scores for every number of trains",
  picture: "Drawings",
};

const COMMANDS = [
  ["railwright tournament --save", "tables of who beats whom, with ratings"],
  ["railwright study", "reports that compare a published study with our own numbers"],
  ["railwright optimum --json", "the best possible score on a board, drawn"],
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
    element("h2", {}, "Nothing here yet"),
    element("p", {}, "This page shows the results of these commands:"),
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
      "The server looks for them in the folder where it was started, or in those given with ",
      element("code", {}, "railwright serve --show"),
      ".",
    ),
  );
  const frame = element("iframe", { class: "report", sandbox: "", title: "Report", hidden: true });
  screen.replaceChildren(
    element("div", { class: "learn" }, element("h1", {}, "Learn"), ...(groups.length ? groups : [none]), frame),
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
