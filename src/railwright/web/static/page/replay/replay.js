// @ts-check
/** The replay of a finished game: any step, as any seat saw it or with all cards open. The game can be forked there. */

import * as api from "../kit/api.js";
import { playOn } from "../start/beginning.js";
import { Board } from "../board/board.js";
import { button, element } from "../kit/element.js";
import { Hand } from "../panels/hand.js";
import { listen } from "../kit/keyboard.js";
import { Log } from "../panels/log.js";
import { Market } from "../panels/market.js";
import { openHands } from "./open-hands.js";
import { nameValue } from "../kit/names.js";
import { cityIndex, trackIndex } from "../kit/places.js";
import { say } from "../kit/say.js";
import { lastRoundWords } from "../panels/now.js";
import { wishOf } from "./result.js";
import { sceneOf } from "../panels/scene.js";
import { Seating } from "../start/seating.js";
import { Seats } from "../panels/seats.js";
import { SPEEDS, pace } from "../kit/settings.js";
import { Sheet } from "../kit/sheet.js";
import { noteStandIns } from "../people/stand-ins.js";
import { Tickets } from "../panels/tickets.js";

const NOTHING = { row: new Set(), deck: false, tickets: false };
const nothing = () => undefined;

export class Replay {
  /** @param {import("../kit/places.js").About} about @param {number} steps */
  constructor(about, steps) {
    this.about = about;
    this.steps = steps;
    this.step = -1;
    /** @type {number | null} */
    this.seat = null;
    this._timer = 0;
    this._wanted = 0;
    this.board = new Board(about);
    this.seats = new Seats(about);
    this.market = new Market({ row: nothing, deck: nothing, tickets: nothing }, about.ruleset.face_up);
    this.hand = new Hand();
    this.tickets = new Tickets(about, (ticket) =>
      this.board.point("ticket", ticket === null ? {} : { cities: about.tickets[ticket].cities.flat() }),
    );
    this.log = new Log({ press: (step) => this.go(step) });
    this.sheet = new Sheet("asking");
    this._open = element("section", { class: "panel", "aria-label": say("All cards"), tabindex: "0" });
    this._slider = element("input", {
      type: "range",
      min: 0,
      max: steps,
      value: 0,
      step: 1,
      "aria-label": say("Step of the game"),
      class: "slider",
    });
    this._slider.addEventListener("input", () => this.go(Number(this._slider.value)));
    this._banner = element("div", { class: "banner", role: "status" });
    this._count = element("output", { class: "step-count" });
    this._play = button(say("Play", {}, "replay"), () => this.play(!this._timer), {
      class: "main-button",
      "aria-keyshortcuts": "Space",
    });
    this.node = this._layout();
    this._stop = listen({
      ArrowRight: () => this.go(this.step + 1),
      ArrowLeft: () => this.go(this.step - 1),
      Home: () => this.go(0),
      End: () => this.go(steps),
      PageDown: () => this.go(this.step + 10),
      PageUp: () => this.go(this.step - 10),
      " ": () => this.play(!this._timer),
      Escape: () => this.sheet.hide(),
      "?": () => void (location.hash = "#/help"),
    });
  }

  _layout() {
    const views = element(
      "select",
      { "aria-label": say("View") },
      element("option", { value: "" }, say("All cards open")),
      ...this.about.seats.map(({ name }, seat) =>
        element("option", { value: seat }, say("As {name} saw it", { name: nameValue(name) })),
      ),
    );
    views.addEventListener("change", () => this.view(views.value === "" ? null : Number(views.value)));
    const move = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ press) =>
      button(text, press, { class: "tool", "aria-label": label, title: label });
    const controls = element(
      "section",
      { class: "prompt replay-controls", "aria-label": say("Replay") },
      element("div", { class: "slider-row" }, this._slider, this._count),
      element(
        "div",
        { class: "tools" },
        move("|◀", say("To the start"), () => this.go(0)),
        move("◀", say("One step back (left arrow)"), () => this.go(this.step - 1)),
        this._play,
        move("▶", say("One step forward (right arrow)"), () => this.go(this.step + 1)),
        move("▶|", say("To the end"), () => this.go(this.steps)),
        views,
        button(say("Continue from here …"), () => this.fork(), { class: "tool" }),
        element("a", { class: "button tool", href: `#/result/${this.about.game}` }, say("Scores")),
      ),
    );
    return element(
      "div",
      { class: "table replay" },
      element("h1", { class: "unseen" }, say("Replay of {board}", { board: this.about.board.title })),
      element("div", { class: "ground" }, this._banner, this.board.node),
      element("div", { class: "tray" }, this.market.node, controls, this.hand.node),
      element(
        "aside",
        { class: "side" },
        this.seats.node,
        this.tickets.node,
        this._open,
        element("div", { class: "sheets" }, this.sheet.node),
        this.board.key,
        this.log.node,
      ),
    );
  }

  /** Show the game as a seat saw it, or with all cards open (null). @param {number | null} seat */
  async view(seat) {
    this.seat = seat;
    const whole = await api.replay(this.about.game, { step: this.steps, seat, since: -1 });
    if (this.seat !== seat) return;
    this.log.clear();
    this.log.add(whole.news);
    await this._fetch();
  }

  /** @param {number} step */
  async go(step) {
    const wanted = Math.min(this.steps, Math.max(0, step));
    if (wanted === this.step) return;
    this.step = wanted;
    this._slider.value = String(wanted);
    this._slider.setAttribute("aria-valuetext", say("Step {step} of {steps}", { step: wanted, steps: this.steps }));
    this._count.textContent = `${wanted} / ${this.steps}`;
    if (wanted === this.steps) this.play(false);
    await this._fetch();
  }

  /** Show the current step; late responses are ignored. */
  async _fetch() {
    const mine = ++this._wanted;
    const state = await api.replay(this.about.game, { step: Math.max(0, this.step), seat: this.seat });
    if (mine === this._wanted) this._show(state);
  }

  /** @param {any} state */
  _show(state) {
    const scene = sceneOf(state);
    this.board.show(scene, { isStill: !this._timer });
    const events = state.news.flatMap((/** @type {any} */ news) => news.events);
    this.board.point("news", {
      tracks: events
        .filter((/** @type {any} */ event) => event.track)
        .map((/** @type {any} */ event) => trackIndex(this.about, event.track)),
      cities: events
        .filter((/** @type {any} */ event) => event.city)
        .map((/** @type {any} */ event) => cityIndex(this.about, event.city)),
    });
    this.seats.show(scene, { me: this.seat, thinking: null, result: state.is_over ? state.result : null });
    this.market.show(scene, NOTHING);
    const name = this.seat === null ? "" : nameValue(this.about.seats[this.seat].name);
    this.hand.show(state.me?.hand ?? null, say("Cards of {name}", { name }));
    this.tickets.show(state.me?.tickets ?? null, say("Tickets of {name}", { name }));
    this._open.hidden = this.seat !== null;
    this._open.replaceChildren(
      element("h2", {}, say("All cards")),
      ...(state.open && this.seat === null
        ? [openHands(this.about, state.open, state.names, { isOver: state.is_over })]
        : []),
    );
    this._banner.textContent = lastRoundWords(scene, { viewer: this.seat, isMoving: false });
    this._banner.classList.toggle("up", Boolean(this._banner.textContent));
    this.log.mark(this.step);
  }

  /** @param {boolean} isOn */
  play(isOn) {
    clearInterval(this._timer);
    this._timer = 0;
    this._play.textContent = isOn ? say("Pause", {}, "replay") : say("Play", {}, "replay");
    if (!isOn) return;
    if (this.step >= this.steps) this.go(0);
    this._timer = window.setInterval(() => this.go(this.step + 1), pace() || SPEEDS.fast);
  }

  /** Ask who continues the game from this step. */
  async fork() {
    this.play(false);
    const catalog = await api.catalog();
    const wish = wishOf(this.about, this.about.game);
    const many = wish.seats.length;
    const seating = new Seating(catalog, wish.seats, { low: many, high: many });
    const begin = () => playOn(this.about.game, this.step, { ...wish, seats: seating.wishes() });
    const go = button(say("Continue", {}, "game"), begin, { class: "main-button" });
    this.sheet.hide();
    this.sheet.ask({
      name: `fork ${this.step}`,
      title: say("Continue from step {step}", { step: this.step }),
      body: [
        element("p", {}, say("Who sits where from now on?")),
        seating.node,
        go,
        button(say("Not now"), () => this.sheet.hide(), { class: "quiet-button" }),
      ],
      cancel: () => this.sheet.hide(),
    });
  }

  close() {
    this.play(false);
    this._stop();
    this.board.close();
  }
}

/**
 * @param {HTMLElement} screen
 * @param {string} game
 * @param {string} [wish] the step to start with, or "fork" to continue the game
 */
export async function openReplay(screen, game, wish = "0") {
  const [about, last] = await Promise.all([api.about(game), api.look(game, null, 100_000)]);
  const { steps, is_over: isOver } = last;
  if (!isOver) throw new Error(say("Only a finished game can be replayed."));
  const replay = new Replay(about, steps);
  noteStandIns(replay.log, about, last);
  screen.replaceChildren(replay.node);
  await replay.board.load();
  await replay.go(wish === "fork" ? Math.floor(steps / 2) : Number(wish) || 0);
  await replay.view(null);
  if (wish === "fork") await replay.fork();
  return replay;
}
