// @ts-check
/** The computer players that can be chosen, with the names that they have at the table. */

import { capital } from "../kit/words.js";

/**
 * @typedef {{player: string, number: number, title: string, names: string[], summary: string, elo: number,
 *   error: number, wins_against_lower: number | null}} Level
 * @typedef {{player: string, name: string, summary: string, elo: number, error: number, like_level: number}} Character
 * @typedef {{player: string, summary: string, source: string,
 *   strengths: {player: string, name: string, summary: string}[]}} Player
 * @typedef {{levels: Level[], characters: Character[], players: Player[]}} Catalog
 * @typedef {object} Opponent
 * @property {string} who the player with its options
 * @property {string[]} names what it can be called at the table
 * @property {string} label in a list of players
 * @property {string} summary
 * @property {string} strength in plain words; empty if it was not measured
 * @property {Group} group
 * @typedef {"level" | "character" | "research"} Group
 */

/** Headings of the groups in a list. @type {Record<Group, string>} */
export const GROUPS = { level: "By level", character: "By character", research: "From research" };

const LONGEST_NAME = 24;

/** @param {Catalog} catalog @returns {Opponent[]} */
export function opponents({ levels, characters, players }) {
  return [
    ...levels.map((level) => ({
      who: level.player,
      names: level.names,
      label: `${level.number} ${capital(level.title)}`,
      summary: level.summary,
      strength: levelStrength(levels, level),
      group: /** @type {Group} */ ("level"),
    })),
    ...characters.map((one) => ({
      who: one.player,
      names: [one.name],
      label: one.name,
      summary: one.summary,
      strength: `About as strong as level ${one.like_level} (Elo ${elo(one)}).`,
      group: /** @type {Group} */ ("character"),
    })),
    ...players.flatMap(researchOpponents),
  ];
}

/** @param {Player} player @returns {Opponent[]} */
function researchOpponents({ player, summary, strengths }) {
  const names = [capital(player).slice(0, LONGEST_NAME)];
  const group = /** @type {Group} */ ("research");
  if (!strengths.length) return [{ who: player, names, label: player, summary, strength: "", group }];
  return strengths.map((one) => ({
    who: one.player,
    names,
    label: `${player}: ${one.name}`,
    summary: one.summary,
    strength: "",
    group,
  }));
}

/** How strong a level is, in plain words. @param {Level[]} levels @param {Level} level */
export function levelStrength(levels, level) {
  const measured = `Elo ${elo(level)}`;
  const wins = (/** @type {number} */ share) => Math.round(100 * share);
  if (level.wins_against_lower !== null)
    return `${measured}: wins about ${wins(level.wins_against_lower)} of 100 games against level ${level.number - 1}.`;
  const above = levels.find(({ number }) => number === level.number + 1);
  if (!above?.wins_against_lower) return `${measured}.`;
  return `${measured}: wins about ${100 - wins(above.wins_against_lower)} of 100 games against level ${above.number}.`;
}

/** @param {{elo: number, error: number}} rating */
function elo({ elo: rating, error }) {
  return error ? `${rating.toLocaleString("en")}, give or take ${error}` : rating.toLocaleString("en");
}

/**
 * The first of some names that nobody has yet, or the first of them with a number.
 * @param {string[]} names
 * @param {Set<string>} taken
 */
export function freeName(names, taken) {
  const free = names.find((name) => !taken.has(name));
  if (free) return free;
  let number = 2;
  while (taken.has(`${names[0]} ${number}`)) number += 1;
  return `${names[0].slice(0, LONGEST_NAME - 3)} ${number}`;
}
