// @ts-check
/** The legal actions, grouped by kind. */

/**
 * @typedef {{action: number, kind: string, value?: number, cards?: Record<string, number>}} Choice
 */

export class Choices {
  /** @param {Choice[]} legal */
  constructor(legal) {
    this.all = legal;
    this.row = this._by("row");
    this.tracks = this._by("claim");
    this.cities = this._by("station");
    this.mixes = this._by("tickets");
    this.keeps = this._by("keep");
    this.passengers = this._by("passenger");
    this.payments = legal.filter(({ kind }) => kind === "pay");
    this.deck = this._one("deck");
    this.pass = this._one("pass");
    this.decline = this._one("decline");
  }

  /** @param {string} kind @returns {Map<number, number>} actions by value */
  _by(kind) {
    return new Map(this.all.filter((choice) => choice.kind === kind).map(({ value, action }) => [value ?? 0, action]));
  }

  /** @param {string} kind @returns {number | null} */
  _one(kind) {
    return this.all.find((choice) => choice.kind === kind)?.action ?? null;
  }

  /** The track or city of an action. @param {number} action @returns {import("../board/board.js").Pointed} */
  pointed(action) {
    const choice = this.all.find((one) => one.action === action);
    if (choice?.kind === "claim") return { tracks: [choice.value ?? 0] };
    if (choice?.kind === "station") return { cities: [choice.value ?? 0] };
    return {};
  }
}

/** No legal actions. */
export const NO_CHOICES = new Choices([]);
