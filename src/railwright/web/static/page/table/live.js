// @ts-check
/** The live connection to a game: sends actions, receives changes, and reconnects when it is lost. */

import { RefusedError, addressOf } from "../kit/api.js";
import { say, spokenOf } from "../kit/say.js";

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;
const UNKNOWN_GAME = 4004;
const MOST_OTHERS = 4;

/** Errors after which reconnecting is useless. */
const LOST = ["damaged", "other-engine", "not-offered"];

/**
 * @typedef {object} Listeners
 * @property {(state: any) => void} state the game has changed
 * @property {(heard: {seat: number, phrase: string}) => void} [phrase] somebody has said a phrase
 * @property {(isLost: boolean) => void} lost the connection was lost, or is back
 * @property {(message: string) => void} gone there is no such game
 */

export class Live {
  /**
   * @param {string} game
   * @param {Listeners} listeners
   */
  constructor(game, listeners) {
    this._address = addressOf(`/api/games/${game}/live`);
    this._address.protocol = this._address.protocol.replace("http", "ws");
    this._listeners = listeners;
    /** @type {string | null} */
    this._key = null;
    /** @type {string[]} */
    this._also = [];
    this._known = -1;
    this._wait = FIRST_WAIT_MS;
    this._number = 0;
    /** @type {Map<number, {resolve: () => void, reject: (error: Error) => void}>} */
    this._waiting = new Map();
    this._isClosed = false;
    /** @type {WebSocket | null} */
    this._socket = null;
    this._wake = () => this._open();
    addEventListener("online", this._wake);
    this._open();
  }

  /**
   * Watch the game with the key of a seat, or without one, with the news from step `since` on.
   * @param {string | null} key
   * @param {number} since
   * @param {string[]} [also] keys of all seats played at this device, whose people count as present
   */
  look(key, since, also = []) {
    this._key = key;
    this._also = also.filter((other) => other !== key).slice(0, MOST_OTHERS);
    this._known = since;
    this._sendLook();
  }

  /**
   * Send a request; the promise is rejected with the reason if the server refuses it.
   * @param {string} type
   * @param {Record<string, unknown>} [values]
   * @returns {Promise<void>}
   */
  send(type, values = {}) {
    const id = ++this._number;
    if (this._socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new RefusedError("unreachable", say("The server cannot be reached now.")));
    }
    return new Promise((resolve, reject) => {
      this._waiting.set(id, { resolve, reject });
      this._socket?.send(JSON.stringify({ type, id, ...values }));
    });
  }

  close() {
    this._isClosed = true;
    removeEventListener("online", this._wake);
    if (this._socket?.readyState === WebSocket.CONNECTING) return; // browsers warn of a close before the opening
    this._socket?.close();
  }

  _open() {
    if (this._isClosed || (this._socket && this._socket.readyState <= WebSocket.OPEN)) return;
    const socket = new WebSocket(this._address);
    this._socket = socket;
    socket.addEventListener("open", () => {
      if (this._isClosed) return socket.close();
      this._wait = FIRST_WAIT_MS;
      this._listeners.lost(false);
      this._sendLook();
    });
    socket.addEventListener("message", (event) => this._hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => this._lose(event.code));
  }

  _sendLook() {
    if (this._socket?.readyState !== WebSocket.OPEN) return;
    const key = this._key === null ? {} : { key: this._key };
    this._socket.send(JSON.stringify({ type: "look", since: this._known, also: this._also, ...key }));
  }

  /** @param {any} message */
  _hear(message) {
    if (message.type === "state") {
      this._known = message.steps;
      this._listeners.state(message);
      return;
    }
    if (message.type === "said") return this._listeners.phrase?.(message);
    const waiting = this._waiting.get(message.id);
    this._waiting.delete(message.id);
    if (message.type === "done") waiting?.resolve();
    else if (waiting) waiting.reject(new RefusedError(message.error, spokenOf(message, "message")));
    else if (message.error === "not-yours") this._listeners.gone(spokenOf(message, "message"));
    else if (LOST.includes(message.error)) {
      this._isClosed = true;
      this._listeners.gone(spokenOf(message, "message"));
    }
  }

  /** @param {number} code */
  _lose(code) {
    const waiting = [...this._waiting.values()];
    this._waiting.clear();
    if (this._isClosed) {
      for (const { resolve } of waiting) resolve(); // the table was left, so nobody needs the answers
      return;
    }
    for (const { reject } of waiting) reject(new RefusedError("unreachable", say("The connection was lost.")));
    if (code === UNKNOWN_GAME) {
      this._isClosed = true;
      this._listeners.gone(say("There is no such game on this server."));
      return;
    }
    this._listeners.lost(true);
    setTimeout(() => this._open(), this._wait * (0.75 + Math.random() / 2));
    this._wait = Math.min(2 * this._wait, LONGEST_WAIT_MS);
  }
}
