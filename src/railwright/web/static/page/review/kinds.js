// @ts-check
/** The kinds of decisions: as the heading of a row, and next to a decision. */

import { say } from "../kit/say.js";

/** @type {Record<string, {heading: string, note: string}>} */
export const KINDS = {
  "opening tickets": { heading: say("Opening tickets"), note: say("opening tickets", {}, "decision") },
  tickets: { heading: say("Tickets"), note: say("tickets", {}, "decision") },
  cards: { heading: say("Cards"), note: say("cards", {}, "decision") },
  blocking: { heading: say("Blocking"), note: say("blocking", {}, "decision") },
  claims: { heading: say("Claims"), note: say("claims", {}, "decision") },
  payments: { heading: say("Payments"), note: say("payments", {}, "decision") },
  stations: { heading: say("Stations"), note: say("stations", {}, "decision") },
  passengers: { heading: say("Passengers"), note: say("passengers", {}, "decision") },
  tunnels: { heading: say("Tunnels"), note: say("tunnels", {}, "decision") },
  passes: { heading: say("Passes"), note: say("passes", {}, "decision") },
};
