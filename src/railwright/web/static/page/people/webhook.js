// @ts-check
/** Asks for an address that the server calls at one's turn while one is away. Some servers do, for one game at a time. */

import * as api from "../kit/api.js";
import { button, element, setText } from "../kit/element.js";
import { say, spokenOf } from "../kit/say.js";
import * as settings from "../kit/settings.js";

/** @typedef {"none" | "on" | "paused"} WebhookState */

/** @type {Record<WebhookState, string>} */
const STATES = {
  none: say("Nothing is called in this game."),
  on: say("Your address is called in this game."),
  paused: say("Your address is not called any more: that failed too often. Test it, or save another one."),
};

/** Name of the sheet. */
export const WEBHOOK = "webhook";

/** The table at which the choice is offered. @type {import("../table/table.js").Table | null} */
let offered = null;

/** The seat of the person who was asked last. @type {number | null} */
let asked = null;

const entry = button(say("Call me …"), () => offered && ask(offered), { class: "webhook-entry", hidden: true });

/** The choice for the settings. @returns {HTMLElement} */
export const webhookPreference = () => entry;

/** Offer the choice at a table where it is possible, or nowhere. @param {import("../table/table.js").Table | null} table */
export function offerWebhook(table) {
  offered = table;
  if (table?.parts.aside.isAbout(WEBHOOK) && table.viewer !== asked) table.parts.aside.hide();
  entry.hidden = !table?.state?.webhook || table.state.is_over;
}

/** @param {import("../table/table.js").Table} table */
function ask(table) {
  const { aside } = table.parts;
  entry.closest("details")?.removeAttribute("open");
  asked = table.viewer;
  aside.ask({ name: WEBHOOK, title: say("Call me at my turn"), body: form(table), cancel: () => aside.hide() });
}

/** @param {import("../table/table.js").Table} table @returns {Node[]} */
function form(table) {
  const { game } = table;
  /** @type {WebhookState} */
  let now = table.state.webhook;
  const seat = /** @type {number} */ (table.viewer);
  const key = table.keys.get(seat) ?? null;
  const field = element("input", {
    type: "url",
    id: "webhook-url",
    required: true,
    maxlength: 400,
    placeholder: "https://",
    value: settings.settings.webhook,
    autocomplete: "off",
  });
  const status = element("p", { class: "webhook-state", role: "status" });
  const test = button(say("Test"), () => run(api.testWebhook(game, seat, key), say("It was called.")));
  const remove = button(say("Remove"), () => {
    settings.change({ webhook: "" });
    field.value = "";
    run(api.removeWebhook(game, seat, key));
  });

  /** @param {string} words */
  const show = (words) => {
    setText(status, words);
    test.disabled = remove.disabled = now === "none";
  };
  /** @param {Promise<{webhook: WebhookState, problem: string}>} answer @param {string} [done] */
  const run = async (answer, done = "") => {
    setText(status, say("One moment …"));
    try {
      const found = await answer;
      now = found.webhook;
      if (table.state) table.state.webhook = now;
      const problem = spokenOf(found, "problem");
      show(problem ? say("It could not be called: {problem}.", { problem }) : `${done} ${STATES[now]}`.trim());
    } catch (error) {
      show(/** @type {Error} */ (error).message);
    }
  };
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    settings.change({ webhook: field.value });
    const link = `${location.origin}${location.pathname}#/table/${game}`;
    run(api.setWebhook(game, seat, { url: field.value, link }, key), say("Saved."));
  };
  show(STATES[now]);
  return [
    status,
    element(
      "form",
      { class: "webhook-form", submit: save },
      element("label", { for: "webhook-url" }, say("Address")),
      field,
      element("button", { type: "submit", class: "main-button" }, say("Save")),
      test,
      remove,
    ),
    element(
      "p",
      {},
      say(
        "When it is your turn and you are not at the table, the server can call an address of yours: the incoming " +
          "webhook of a chat, ntfy, or home automation. It says which board, with whom, and where. Nobody else sees " +
          "the address.",
      ),
    ),
  ];
}
