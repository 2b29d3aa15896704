// @ts-check
/** The parts of a table and their layout. */

import { Clocks } from "../people/clock.js";
import { Company } from "../people/company.js";
import { Phrases } from "../people/phrases.js";
import { isComputer } from "../people/stand-ins.js";
import { element, setText } from "../kit/element.js";
import { Hand } from "../panels/hand.js";
import { Log, sentenceNodes, sentencesOf, tell } from "../panels/log.js";
import { Market } from "../panels/market.js";
import { shownName } from "../kit/names.js";
import { Prompt } from "./prompt.js";
import { say, spokenOf } from "../kit/say.js";
import { Seats } from "../panels/seats.js";
import { Sheet } from "../kit/sheet.js";
import { Tickets } from "../panels/tickets.js";
import { lastRoundWords, whatNow } from "../panels/now.js";

export class Parts {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    const { turn, about } = table;
    this._table = table;
    this.market = new Market(
      { row: (place) => turn.row(place), deck: () => turn.deck(), tickets: () => turn.tickets() },
      about.ruleset.face_up,
    );
    this.hand = new Hand();
    this.tickets = new Tickets(about, (ticket, node) => table.pointTicket(ticket, node));
    this.seats = new Seats(about);
    this.company = new Company(table, this.seats);
    this.phrases = new Phrases(table, this.seats);
    this.clocks = new Clocks(table, this.seats);
    this.log = new Log();
    this.sheet = new Sheet("asking");
    /** The sheet for lists, hints and links, next to the one for questions. */
    this.aside = new Sheet("beside");
    this.prompt = new Prompt([
      { name: "claim", text: say("Claim …"), key: "c", press: () => turn.claim() },
      { name: "station", text: say("Station …"), key: "s", press: () => turn.station() },
      { name: "undo", text: say("Undo"), key: "u", press: () => turn.undo() },
      { name: "hint", text: say("Hint"), key: "h", press: () => turn.hint() },
      { name: "pause", text: say("Pause"), key: "Space", press: () => turn.pause() },
      { name: "step", text: say("Step"), key: "→", press: () => turn.step() },
      { name: "end", text: say("To the end"), key: "Escape", press: () => table.show.skip() },
      { name: "invite", text: say("Invite"), key: "", press: () => turn.invite() },
    ]);
    const names = about.seats.map(({ name }) => shownName(name)).join(", ");
    this._banner = element("div", { class: "banner", role: "status" });
    this._told = "";
    const tray = element("div", { class: "tray" }, this.market.node, this.prompt.node, this.hand.node);
    const sheets = element("div", { class: "sheets" }, this.sheet.node, this.aside.node);
    this.side = element("aside", { class: "side" }, this.seats.node, this.tickets.node, sheets, table.board.key, this.log.node);
    const ground = element("div", { class: "ground" }, this._banner, table.board.node);
    this.node = element(
      "div",
      { class: `table${table.keys.size ? "" : " watching"}` },
      element("h1", { class: "unseen" }, `${about.board.title}: ${names}`),
      ground,
      tray,
      this.side,
    );
  }

  /** @param {import("./show.js").News | null} news the step being shown */
  show(news) {
    const table = this._table;
    const { state, scene, choices, viewer, show } = table;
    const me = state?.me ?? null;
    const isWaiting = state && !state.is_over && !show.isBusy;
    const thinking = isWaiting && isComputer(table.about, state, state.seat) ? state.seat : null;
    this.seats.show(scene, {
      me: viewer,
      thinking,
      result: state?.is_over && !show.isBusy ? state.result : null,
    });
    this.company.show();
    this.market.show(scene, {
      row: new Set(choices.row.keys()),
      deck: choices.deck !== null,
      tickets: choices.mixes.size > 0 && state.stage === "turn",
    });
    this.hand.show(me?.hand ?? null);
    this.tickets.show(me?.tickets ?? null);
    setText(this._banner, lastRoundWords(scene, { viewer, isMoving: show.isBusy }));
    this._banner.classList.toggle("up", Boolean(this._banner.textContent));
    this._tell(news);
    this._showTools(isWaiting);
    document.title = choices.all.length ? say("Your turn · Railwright") : "Railwright";
  }

  /** Say what is going on, and announce it once to screen readers. @param {import("./show.js").News | null} news */
  _tell(news) {
    const { state } = this._table;
    const { text, main, isTold = false } = whatNow(this._table);
    const happened = news ? sentencesOf(news).slice(-1) : [];
    this.prompt.show(happened.length ? happened.flatMap(sentenceNodes) : text, main);
    const telling = `${state?.version} ${text}`;
    if (isTold && telling !== this._told) tell(text);
    if (isTold) this._told = telling;
  }

  /** @param {boolean} isWaiting */
  _showTools(isWaiting) {
    const { state, choices, keys, show, about } = this._table;
    const isPlayed = keys.size > 0;
    const undo = state?.undo;
    this.prompt.allow("claim", {
      isOn: choices.tracks.size > 0,
      isThere: isPlayed,
      title: say("Claim a track from a list"),
    });
    this.prompt.allow("station", {
      isOn: choices.cities.size > 0,
      isThere: isPlayed && about.ruleset.stations > 0,
      title: say("Build a station"),
    });
    this.prompt.allow("undo", {
      isOn: undo === "",
      isThere: isPlayed,
      title: undo ? spokenOf(state, "undo") : say("Undo your last choice"),
      isLoud: undo === "" && isWaiting,
    });
    this.prompt.allow("hint", {
      isOn: choices.all.length > 0,
      isThere: isPlayed,
      title: say("What would the best player do?"),
    });
    const pause = show.isPaused ? say("Resume", {}, "pause") : say("Pause");
    this.prompt.allow("pause", { isOn: true, isThere: !isPlayed, title: pause });
    this.prompt.allow("step", { isOn: show.length > 0, isThere: !isPlayed, title: say("Show one step") });
    this.prompt.allow("end", { isOn: show.isBusy, isThere: !isPlayed, title: say("Skip to the end") });
    this.prompt.rename("pause", pause);
    this.prompt.allow("invite", { isOn: true, title: say("Links for others") });
  }
}
