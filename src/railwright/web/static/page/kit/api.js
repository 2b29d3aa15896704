// @ts-check
/** Requests to the server. A refusal is thrown as an error whose message says what is wrong. */

import { deviceSecret, personForLists } from "./person.js";
import { say, spokenOf } from "./say.js";

export class RefusedError extends Error {
  /** @param {string} name @param {string} message */
  constructor(name, message) {
    super(message);
    this.name = name;
  }
}

const NO_CONTENT = 204;

/** The address of something on the server, which may serve the page under a path. @param {string} path */
export const addressOf = (path) => new URL(path.replace(/^\//, ""), document.baseURI);

/**
 * @param {string} path
 * @param {{method?: string, body?: unknown, text?: string, key?: string | null, person?: string | null}} [options]
 * @returns {Promise<any>}
 */
async function ask(path, { method = "GET", body, text, key, person } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["X-Railwright-Key"] = key;
  if (person) headers["X-Railwright-Person"] = person;
  let answer;
  try {
    answer = await fetch(addressOf(path), { method, headers, body: body === undefined ? text : JSON.stringify(body) });
  } catch {
    throw new RefusedError("unreachable", say("The server cannot be reached."));
  }
  if (answer.status === NO_CONTENT) return null;
  const isJson = (answer.headers.get("content-type") ?? "").includes("json");
  const found = isJson ? await answer.json() : await answer.text();
  if (answer.ok) return found;
  const status = String(answer.status);
  const message = found.message ? spokenOf(found, "message") : say("The server answered {status}.", { status });
  throw new RefusedError(found.error ?? "failed", message);
}

/** @param {string} game */
const at = (game) => `/api/games/${encodeURIComponent(game)}`;

/** @param {Record<string, unknown>} options */
function query(options) {
  const given = Object.entries(options).filter(([, value]) => value !== null && value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** @param {unknown} wish */
export const makeGame = (wish) => ask("/api/games", { method: "POST", body: wish, person: personForLists() });
/** @param {string} game @param {string | null} [key] @param {number} [since] */
export const look = (game, key = null, since = -1) => ask(`${at(game)}?${query({ since })}`, { key });
/** @param {string} game */
export const about = (game) => ask(`${at(game)}/about`);
/**
 * Exchange an invitation for the key of the seat.
 * @param {string} game
 * @param {string} seat
 * @param {{invitation: string, secret: string}} wish
 * @returns {Promise<{key: string}>}
 */
export const take = (game, seat, wish) =>
  ask(`${at(game)}/seats/${encodeURIComponent(seat)}/take`, { method: "POST", body: wish, person: personForLists() });
/** @param {string} game @param {string} key @returns {Promise<{game: string, seat: number}>} */
export const rematch = (game, key) => ask(`${at(game)}/rematch`, { method: "POST", key, person: personForLists() });
/** @param {string} game @param {number} seat @param {{player: string}} wish @param {string | null} key of a host */
export const standIn = (game, seat, wish, key) =>
  ask(`${at(game)}/seats/${seat}/stand-in`, { method: "POST", body: wish, key });
/** @param {string} game @param {number} seat */
const webhookOf = (game, seat) => `${at(game)}/seats/${seat}/webhook`;
/** @param {string} game @param {number} seat @param {{url: string, link: string}} wish @param {string | null} key */
export const setWebhook = (game, seat, wish, key) => ask(webhookOf(game, seat), { method: "PUT", body: wish, key });
/** @param {string} game @param {number} seat @param {string | null} key */
export const removeWebhook = (game, seat, key) => ask(webhookOf(game, seat), { method: "DELETE", key });
/** @param {string} game @param {number} seat @param {string | null} key */
export const testWebhook = (game, seat, key) => ask(`${webhookOf(game, seat)}/test`, { method: "POST", key });
/** @param {string} game @param {string} key */
export const hint = (game, key) => ask(`${at(game)}/hint`, { key });
/** @param {string} game @param {string} key */
export const ways = (game, key) => ask(`${at(game)}/ways`, { key });
/** @param {string} game */
export const record = (game) => ask(`${at(game)}/record`);
/** @param {string} game @param {{step: number, seat?: number | null, since?: number}} options */
export const replay = (game, options) => ask(`${at(game)}/replay?${query(options)}`);
/** @param {string} game */
export const points = (game) => ask(`${at(game)}/points`);
/** @param {string} game @param {"GET" | "POST" | "DELETE"} [method] to look at, begin or stop a review */
export const review = (game, method = "GET") => ask(`${at(game)}/review`, { method });
/** @param {string} game @param {unknown} wish */
export const fork = (game, wish) =>
  ask(`${at(game)}/fork`, { method: "POST", body: wish, person: personForLists() });
/** @param {string} game @param {string} theme @param {"usual" | "large"} names @returns {Promise<string>} */
export const gamePicture = (game, theme, names) => ask(`${at(game)}/picture.svg?${query({ theme, names })}`);
/** The small picture, for lists. @param {string} board @param {string} theme */
export const boardPictureAddress = (board, theme) =>
  `api/boards/${encodeURIComponent(board)}/picture.svg?${query({ theme, size: "small" })}`;
export const progress = () => ask("/api/progress");
export const catalog = () => ask("/api/catalog");
export const reach = () => ask("/api/reach");
export const drawing = () => ask("/api/drawing");
export const learn = () => ask("/api/learn");
/** @param {string} file name of the file @param {string} text */
export const bringBoard = (file, text) => ask(`/api/boards?${query({ file })}`, { method: "POST", text });
/** @param {string} board */
export const removeBoard = (board) => ask(`/api/boards/${encodeURIComponent(board)}`, { method: "DELETE" });
/** @param {string} text */
export const bringRecord = (text) => ask("/api/records", { method: "POST", text, person: personForLists() });
/** The games that the server lists for this device. @param {number} start how many later ones to skip */
export const ownGames = (start) => ask(`/api/me/games?${query({ start })}`, { person: deviceSecret() });
export const ownStatistics = () => ask("/api/me/statistics", { person: deviceSecret() });
export const ownExport = () => ask("/api/me/export", { person: deviceSecret() });
/** @param {string} game */
export const removeOwnGame = (game) =>
  ask(`/api/me/games/${encodeURIComponent(game)}`, { method: "DELETE", person: deviceSecret() });
export const removeOwnGames = () => ask("/api/me", { method: "DELETE", person: deviceSecret() });
