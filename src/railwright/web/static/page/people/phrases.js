// @ts-check
/** Set phrases: what players can say to each other. A phrase appears at the seat of whoever says it, for a while. */

import { button, element } from "../kit/element.js";
import { nameValue } from "../kit/names.js";
import { notify } from "../kit/notice.js";
import { say, spokenIn } from "../kit/say.js";
import * as settings from "../kit/settings.js";
import { tell } from "../panels/log.js";
import { isShared } from "./company.js";

/** How long a phrase is shown; the style sheet lets it fade at the end of this time. */
const SHOWN_MS = 6000;

/** Name of the sheet with the phrases. */
export const PHRASES = "phrases";

export class Phrases {
  /** @param {import("../table/table.js").Table} table @param {import("../panels/seats.js").Seats} seats */
  constructor(table, seats) {
    this._table = table;
    this._seats = seats;
    if (!table.keys.size || !isShared(table)) return; // nobody else would hear it
    const offer = button(say("Say …"), () => this._offer(), { class: "say-button", "aria-haspopup": "dialog" });
    seats.place(Math.min(...table.keys.keys())).querySelector(".seat-name")?.after(offer);
  }

  _offer() {
    const { about, parts } = this._table;
    const choices = Object.keys(about.phrases).map((phrase) =>
      button(spokenIn(about, "phrases", phrase), () => this._send(phrase)),
    );
    parts.aside.ask({
      name: PHRASES,
      title: say("Say to everybody"),
      body: [element("div", { class: "phrase-list" }, ...choices)],
      cancel: () => parts.aside.hide(),
    });
  }

  /** @param {string} phrase */
  async _send(phrase) {
    this._table.parts.aside.hide();
    try {
      await this._table.live?.send("say", { phrase });
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
    }
  }

  /** Show what somebody says, unless the viewer wants to hear only their own words. @param {{seat: number, phrase: string}} heard */
  hear({ seat, phrase }) {
    const { about, keys } = this._table;
    const words = spokenIn(about, "phrases", phrase);
    const isOwn = keys.has(seat);
    if (!words || (!isOwn && !settings.settings.phrases)) return;
    const row = this._seats.place(seat);
    row.querySelector(".bubble")?.remove();
    const bubble = element("span", { class: "bubble", "aria-hidden": "true" }, words);
    row.append(bubble);
    setTimeout(() => bubble.remove(), SHOWN_MS);
    if (!isOwn) tell(say("{name} says: {words}", { name: nameValue(about.seats[seat].name), words }));
  }
}

/** The choice for the settings. */
export function phrasePreference() {
  const heard = element("input", { type: "checkbox", id: "phrases" });
  heard.checked = settings.settings.phrases;
  heard.addEventListener("change", () => settings.change({ phrases: heard.checked }));
  return element("label", { class: "check" }, heard, say("Show what others say"));
}
