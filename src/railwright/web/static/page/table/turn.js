// @ts-check
/** What a person does besides pressing things on the board: undo, hints, lists, passing the device. */

import * as api from "../kit/api.js";
import { mixButtons } from "./decision.js";
import { button } from "../kit/element.js";
import { finder } from "./finder.js";
import { hintBody } from "./hint.js";
import { invitations } from "../people/invitation.js";
import { listen } from "../kit/keyboard.js";
import { notify } from "../kit/notice.js";
import { nameValue } from "../kit/names.js";
import { pointing } from "../panels/tickets.js";
import { routeName, trackKind, trackPoints, trackWords } from "../kit/places.js";
import { PHRASES } from "../people/phrases.js";
import { placeOfLinks } from "../people/reach.js";
import { isComputer } from "../people/stand-ins.js";
import { keptGame } from "../kit/saved-games.js";
import { say, spokenOf } from "../kit/say.js";
import { WEBHOOK } from "../people/webhook.js";

const INVITATION = "invitation";

/** Sheets that stay open when the turn is over. */
const LASTING = [INVITATION, PHRASES, WEBHOOK];

export class Turn {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this._table = table;
    const row = Object.fromEntries(["1", "2", "3", "4", "5"].map((key, place) => [key, () => this.row(place)]));
    this._stop = listen({
      ...row,
      d: () => this.deck(),
      t: () => this.tickets(),
      c: () => this.claim(),
      s: () => this.station(),
      u: () => this.undo(),
      h: () => this.hint(),
      b: () => table.board.focus(),
      l: () => table.parts.log.focus(),
      k: () => /** @type {HTMLElement | null} */ (table.parts.tickets.node.querySelector(".ticket"))?.focus(),
      Enter: () => void table.parts.prompt.pressMain(),
      " ": () => this.space(),
      Escape: () => this.escape(),
      ArrowRight: () => this.step(),
      "?": () => void (location.hash = "#/help"),
    });
  }

  close() {
    this._stop();
  }

  /** @param {number} place */
  row(place) {
    const { choices } = this._table;
    const action = choices.row.get(place);
    if (action !== undefined) this._table.act(action);
  }

  deck() {
    const { choices } = this._table;
    if (choices.deck !== null) this._table.act(choices.deck);
  }

  /** Draw tickets; on boards with short and long ones, ask how many of each. */
  tickets() {
    const table = this._table;
    const mixes = [...table.choices.mixes.values()];
    if (mixes.length === 1) table.act(mixes[0]);
    if (mixes.length < 2) return;
    this._open(
      "mix",
      say("Draw tickets"),
      mixButtons(table.about, table.choices, (action) => table.act(action)),
    );
  }

  /** Open a list of all tracks that can be claimed. */
  claim() {
    const { about, board, choices } = this._table;
    const words = [...choices.tracks.keys()].map((track) => trackWords(about, track));
    const different = [...choices.tracks].filter((_, i) => words.indexOf(words[i]) === i); // equal ones need one entry
    const found = different.map(([track, action]) => ({
      words: routeName(about, track),
      detail: say("{kind}, {points}", { kind: trackKind(about, track), points: trackPoints(about, track) }),
      choose: () => this._table.act(action),
      point: () => board.point("finder", { tracks: [track] }),
    }));
    this._find("claim", say("Claim a track"), found, say("You cannot claim a track now."));
  }

  /** Open a list of all cities where a station can be built. */
  station() {
    const { about, board, choices } = this._table;
    const found = [...choices.cities].map(([city, action]) => ({
      words: about.board.cities[city].name,
      detail: "",
      choose: () => this._table.act(action),
      point: () => board.point("finder", { cities: [city] }),
    }));
    this._find("station", say("Build a station"), found, say("You cannot build a station now."));
  }

  /** @param {string} name @param {string} title @param {import("./finder.js").Found[]} found @param {string} none */
  _find(name, title, found, none) {
    if (!found.length) return notify(none);
    found.sort((a, b) => a.words.localeCompare(b.words));
    const unpoint = () => this._table.board.point("finder", {});
    this._open(name, title, finder(found, { label: title, unpoint }));
  }

  /**
   * Ask which of some tracks and cities a finger meant; of a single one, whether it is the right one.
   * @param {import("../board/board.js").Thing[]} things nearest first
   */
  confirm(things) {
    const { board, choices, parts } = this._table;
    const found = things.map((thing) => this._wordsOf(thing));
    const different = found.filter(({ text }, i) => found.findIndex((other) => other.text === text) === i);
    board.point("finder", choices.pointed(different[0].action));
    parts.aside.hide();
    const buttons = different.map(({ text, action }, i) => {
      const node = button(text, () => this._table.act(action), { class: i ? "choice" : "choice main-button" });
      const point = () => board.point("finder", choices.pointed(action));
      pointing(node, point, point);
      return node;
    });
    this._open("confirm", different.length > 1 ? say("Which one?") : say("Is this the one?"), buttons);
  }

  /** @param {import("../board/board.js").Thing} thing */
  _wordsOf({ track, city }) {
    const { about, choices } = this._table;
    return track === undefined
      ? {
          action: Number(choices.cities.get(Number(city))),
          text: say("Build a station in {city}", { city: about.board.cities[Number(city)].name }),
        }
      : {
          action: Number(choices.tracks.get(track)),
          text: say("Claim {track} ({kind}, {points})", {
            track: routeName(about, track),
            kind: trackKind(about, track),
            points: trackPoints(about, track),
          }),
        };
  }

  async hint() {
    const table = this._table;
    const key = table.viewer === null ? null : table.keys.get(table.viewer);
    if (!key || !table.choices.all.length) return notify(say("Hints are available only on your turn."));
    const version = table.state.version;
    try {
      table.parts.prompt.rename("hint", say("Thinking …"));
      const hint = await api.hint(table.game, key);
      if (table.state.version !== version || !table.choices.all.length) return;
      const point = (/** @type {number | null} */ action) => this._pointAt(action);
      this._open("hint", say("Hint"), hintBody(hint, { point, act: (action) => table.act(action) }));
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
    } finally {
      table.parts.prompt.rename("hint", say("Hint"));
    }
  }

  /** Highlight on the table what an action is about. @param {number | null} action */
  _pointAt(action) {
    const { board, choices, parts } = this._table;
    board.point("hint", action === null ? {} : choices.pointed(action));
    parts.market.point(choices.all.find((choice) => choice.action === action));
  }

  undo() {
    const { state, isActing } = this._table;
    if (!state || state.undo === null || isActing) return;
    if (state.undo) return notify(spokenOf(state, "undo"));
    this._table.send("undo", { version: state.version });
  }

  goOn() {
    this._table.send("go-on");
  }

  /** Show the rest at once; spectators pause instead. */
  space() {
    const { show, keys } = this._table;
    if (!keys.size) this.pause();
    else if (show.isBusy) show.skip();
  }

  pause() {
    const { show } = this._table;
    show.pause(!show.isPaused);
    this._table.parts.show(null);
  }

  /** For spectators: pause and show one step. */
  step() {
    const { show, keys } = this._table;
    if (keys.size) return;
    show.pause(true);
    show.step();
    this._table.parts.show(null);
  }

  escape() {
    const { parts, show } = this._table;
    if (parts.aside.isOpen) this._closeSheet();
    else if (show.isBusy) show.skip();
  }

  /** Show the links for others. */
  async invite() {
    const { game, about, parts } = this._table;
    const place = await placeOfLinks();
    const body = invitations(
      game,
      keptGame(game) ?? { here: {}, away: {} },
      this._table.state.invited,
      about.seats.map(({ name }) => name),
      place,
    );
    parts.aside.ask({ name: INVITATION, title: say("Invite"), body, cancel: () => this._closeSheet() });
  }

  /** Announce that people have taken seats with invitations. @param {number[]} seats */
  welcome(seats) {
    const { about, parts } = this._table;
    for (const seat of seats) notify(say("{name} has joined.", { name: nameValue(about.seats[seat].name) }));
    if (!seats.length || !parts.aside.isAbout(INVITATION)) return;
    parts.aside.hide();
    this.invite();
  }

  /** If it is the turn of another person at this device, pass it to them. */
  nextPerson() {
    const table = this._table;
    const { seat } = table.state;
    if (isComputer(table.about, table.state, seat)) return;
    if (table.keys.size < 2 || !table.keys.has(seat) || seat === table.viewer || table.isCurtained) return;
    if (table.viewer === null) table.passTo(seat);
  }

  /** @param {string} name @param {string} title @param {Node[]} body */
  _open(name, title, body) {
    const { parts, state } = this._table;
    parts.aside.ask({ name: `${state.version} ${name}`, title, body, cancel: () => this._closeSheet() });
  }

  _closeSheet() {
    const table = this._table;
    this._pointAt(null);
    table.board.point("finder", {});
    table.parts.aside.hide();
  }

  /** Close lists and hints, which are out of date now. Others stay. */
  closeLists() {
    const { aside } = this._table.parts;
    if (aside.isOpen && !LASTING.some((name) => aside.isAbout(name))) this._closeSheet();
  }
}
