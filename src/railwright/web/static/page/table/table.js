// @ts-check
/** The table: a game as one or several people at this device play it, or as a spectator watches it. */

import * as api from "../kit/api.js";
import { Board } from "../board/board.js";
import { Choices, NO_CHOICES } from "./choices.js";
import { drawCurtain } from "./curtain.js";
import { question, ticketCities } from "./decision.js";
import { Live } from "./live.js";
import { Motion } from "./motion.js";
import { notify, standing } from "../kit/notice.js";
import { Parts } from "./parts.js";
import { emptyScene, carryOn, sceneOf } from "../panels/scene.js";
import { pace } from "../kit/settings.js";
import { keep } from "../kit/saved-games.js";
import { Show } from "./show.js";
import { say, spokenOf } from "../kit/say.js";
import { describeTicket } from "../panels/tickets.js";
import { Turn } from "./turn.js";
import { TurnSignal } from "../people/turn-signal.js";
import { offerWebhook } from "../people/webhook.js";
import { wayNodes, wayWords } from "../panels/ways.js";

/**
 * @typedef {object} TableOptions
 * @property {string} game
 * @property {Record<string, string>} keys keys of the seats played here; none to watch
 * @property {boolean} [isFromStart] show the whole game from the start
 * @property {boolean} [isInviting] show the links for others first
 */

export class Table {
  /** @param {HTMLElement} screen @param {TableOptions} options @param {import("../kit/places.js").About} about */
  constructor(screen, { game, keys, isFromStart = false, isInviting = false }, about) {
    this.game = game;
    this.about = about;
    this.keys = new Map(Object.entries(keys).map(([seat, key]) => [Number(seat), key]));
    /** @type {any} */
    this.state = null;
    /** The seat whose cards are shown. @type {number | null} */
    this.viewer = this.keys.size === 1 ? [...this.keys.keys()][0] : null;
    this.isActing = false;
    this.isCurtained = false;
    this._isFresh = true;
    this._isFromStart = isFromStart;
    this._isInviting = isInviting;
    this.scene = emptyScene(about);
    this.choices = NO_CHOICES;
    this.board = new Board(about, {
      track: (track) => this._choose(this.choices.tracks, track),
      city: (city) => this._choose(this.choices.cities, city),
      touch: (things) => this.turn.confirm(things),
    });
    this.show = new Show(
      (news, time) => this._showNews(news, time),
      () => this._settle(),
      (news) => news.seat === this.viewer && this.viewer !== null,
    );
    this.turn = new Turn(this);
    this._signal = new TurnSignal(game, about.board.title);
    this.parts = new Parts(this);
    this.motion = new Motion(this);
    screen.replaceChildren(this.parts.node);
    this._ways = { moment: "", found: /** @type {Promise<any> | null} */ (null) };
    /** @type {(() => void) | null} */
    this._lost = null;
    /** @type {Live | null} */
    this.live = null;
    /** Called whenever the table has been drawn. */
    this.whenDrawn = () => undefined;
  }

  /** @param {HTMLElement} screen @param {TableOptions} options */
  static async open(screen, options) {
    const about = await api.about(options.game);
    const table = new Table(screen, options, about);
    await table.board.load();
    table.live = new Live(options.game, {
      state: (state) => table._hear(state),
      phrase: (heard) => table.parts.phrases.hear(heard),
      lost: (isLost) => table._connection(isLost),
      gone: (message) => notify(message),
    });
    table._look();
    return table;
  }

  close() {
    offerWebhook(null);
    this.live?.close();
    this.show.close();
    this.parts.clocks.close();
    this.turn.close();
    this.board.close();
    this._lift?.();
    this._lost?.();
    clearTimeout(this._leaving);
  }

  _look() {
    this._isFresh = true;
    const key = this.viewer === null ? null : (this.keys.get(this.viewer) ?? null);
    this.live?.look(key, -1, [...this.keys.values()]);
  }

  /** @param {any} state */
  _hear(state) {
    const before = this.state;
    if ((state.me?.seat ?? null) !== this.viewer) return; // meant for another person at this device
    if (before && !this._isFresh && state.version < before.version) return;
    this.state = state;
    this.parts.clocks.hear(state);
    this._signal.hear(state, { viewer: this.viewer, isFirst: this._isFresh });
    offerWebhook(this);
    this.isActing = false;
    for (const notice of state.notices.slice(before?.notices.length ?? 0)) notify(spokenOf(notice, "text"));
    this.turn.welcome((before ?? state).invited.filter((/** @type {number} */ seat) => !state.invited.includes(seat)));
    if (this._isFresh) return this._begin(state, before);
    if (state.steps < before.steps) return this._takeBack(state);
    if (state.steps === before.steps && state.version > before.version) return this._look();
    this.show.add(state.news);
    if (!this.show.isBusy) this._settle();
  }

  /**
   * Handle the first state for a viewer: the log is rewritten, and only unseen steps are shown.
   * @param {any} state
   * @param {any} before
   */
  _begin(state, before) {
    this._isFresh = false;
    this.parts.log.clear();
    const isNew = (/** @type {any} */ news) => (before ? news.step >= before.steps : this._isFromStart);
    this.parts.log.add(state.news.filter((/** @type {any} */ news) => !isNew(news)));
    keep({ game: this.game, isOver: state.is_over });
    if (this._isInviting && !before && state.invited.length) this.turn.invite();
    const unseen = state.news.filter(isNew);
    if (unseen.length) this.show.add(unseen);
    else if (!this.show.isBusy) this._settle({ isStill: true });
  }

  /** @param {any} state */
  _takeBack(state) {
    this.show.dropFrom(state.steps);
    this.parts.log.dropFrom(state.steps);
    this._settle({ isStill: true });
  }

  /** @param {import("./show.js").News} news @param {number} time */
  _showNews(news, time) {
    this.parts.log.add([news], true);
    this.motion.show(news, time);
    for (const event of news.events) carryOn(this.scene, event, this.about);
    this.choices = NO_CHOICES;
    this.render({ news: time ? news : null });
  }

  /** Show the server's state, after all steps have been shown. @param {{isStill?: boolean}} [options] */
  _settle(options) {
    if (!this.state) return;
    this.motion.clear();
    this.scene = sceneOf(this.state);
    this.choices = this.isActing || this.isCurtained || !this.state.me ? NO_CHOICES : new Choices(this.state.me.legal);
    this.render(options);
    if (this.state.is_over) return this._leave();
    this.turn.nextPerson();
  }

  /** @param {{isStill?: boolean, news?: import("./show.js").News | null}} [options] */
  render({ isStill = false, news = null } = {}) {
    this.board.show(this.scene, { isStill });
    this.board.offer({ tracks: new Set(this.choices.tracks.keys()), cities: new Set(this.choices.cities.keys()) });
    this.parts.show(news);
    this._ask();
    this.whenDrawn();
  }

  _ask() {
    const { sheet } = this.parts;
    const isMine = this.choices !== NO_CHOICES && this.choices.all.length > 0;
    const asked =
      isMine &&
      question({
        about: this.about,
        state: this.state,
        choices: this.choices,
        act: (action) => this.act(action),
        undo: () => this.turn.undo(),
        pointTicket: (ticket, node) => this.pointTicket(ticket, node),
      });
    const paying = isMine && this.state.paying;
    this.board.point(
      "paying",
      paying
        ? { tracks: paying.track === null ? [] : [paying.track], cities: paying.track === null ? [paying.city] : [] }
        : {},
    );
    if (asked) sheet.ask(asked);
    else sheet.hide();
    if (!isMine) this.turn.closeLists();
  }

  /** @param {Map<number, number>} actions @param {number} value */
  _choose(actions, value) {
    const action = actions.get(value);
    if (action !== undefined) this.act(action);
  }

  /** Take an action. @param {number} action */
  async act(action) {
    if (this.isActing || !this.choices.all.some((choice) => choice.action === action)) return;
    this.isActing = true;
    this.choices = NO_CHOICES;
    this.pointTicket(null);
    this.render();
    await this.send("act", { action, version: this.state.version });
  }

  /** @param {string} type @param {Record<string, unknown>} [values] */
  async send(type, values) {
    try {
      await this.live?.send(type, values);
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
      this.isActing = false;
      if (!this.show.isBusy) this._settle();
    }
  }

  /** The cheapest open paths of the viewer's tickets, fetched once per version; null for a spectator. */
  async ways() {
    const key = this.viewer === null ? null : this.keys.get(this.viewer);
    if (!key) return null;
    const moment = `${this.viewer} ${this.state.version}`;
    if (this._ways.moment !== moment) this._ways = { moment, found: api.ways(this.game, key) };
    return this._ways.found?.catch(() => null);
  }

  /**
   * Highlight a ticket's cities and its cheapest open path, and write on the ticket what it takes.
   * @param {number | null} ticket
   * @param {HTMLElement} [node]
   */
  async pointTicket(ticket, node) {
    this._pointed = ticket;
    if (ticket === null) {
      if (node) describeTicket(node, null);
      return this.board.point("ticket", {});
    }
    const cities = ticketCities(this.about, ticket);
    this.board.point("ticket", { cities });
    const found = await this.ways();
    const way = found?.ways.find((/** @type {any} */ one) => one.ticket === ticket);
    if (this._pointed !== ticket || !way || this.viewer === null) return;
    this.board.point("ticket", { cities, tracks: way.tracks ?? [] });
    const left = this.scene.seats[this.viewer];
    if (node && way.trains !== 0)
      describeTicket(node, { words: wayWords(way, left), nodes: wayNodes(way, left) });
  }

  /** Pass the device to another person. @param {number} seat */
  passTo(seat) {
    this.viewer = null;
    this.isCurtained = true;
    this.choices = NO_CHOICES;
    this.state = { ...this.state, me: null, undo: null };
    this.parts.log.clear();
    this.render({ isStill: true });
    this._look();
    this._lift?.();
    this._lift = drawCurtain({
      seat,
      name: this.about.seats[seat].name,
      ready: () => {
        this.isCurtained = false;
        this.viewer = seat;
        this._look();
      },
    });
  }

  /** @param {boolean} isLost */
  _connection(isLost) {
    this._lost?.();
    this._lost = isLost ? standing(say("The connection to the server is lost. Trying again ...")) : null;
  }

  _leave() {
    keep({ game: this.game, isOver: true });
    clearTimeout(this._leaving);
    this._leaving = window.setTimeout(() => location.replace(`#/result/${this.game}`), Math.min(2 * pace(), 2500));
  }
}
