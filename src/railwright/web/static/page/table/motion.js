// @ts-check
/** Animates a step on the table: highlights the claimed track, moves cards. */

import { fly } from "./flight.js";
import { cityIndex, trackIndex } from "../kit/places.js";

export class Motion {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this._table = table;
  }

  /** @param {import("./show.js").News} news @param {number} time milliseconds; 0 for no animation */
  show(news, time) {
    const { board, about } = this._table;
    const tracks = news.events.filter(({ track }) => track).map(({ track }) => trackIndex(about, track));
    const cities = news.events.filter(({ city }) => city).map(({ city }) => cityIndex(about, city));
    board.point("news", time ? { tracks, cities } : {});
    if (time) for (const event of news.events) this._move(event, time);
  }

  clear() {
    this._table.board.point("news", {});
  }

  /** @param {any} event @param {number} time */
  _move(event, time) {
    const { parts, viewer } = this._table;
    const isMine = event.seat === viewer && viewer !== null;
    if (event.event === "draw") {
      const from = event.source === "deck" ? parts.market.deck : parts.market.row[event.place];
      fly(event.card, from, isMine && event.card ? parts.hand.pile(event.card) : parts.seats.place(event.seat), time);
    } else if (event.event === "keep") {
      fly("ticket", parts.market.tickets, isMine ? parts.tickets.node : parts.seats.place(event.seat), time);
    }
  }
}
