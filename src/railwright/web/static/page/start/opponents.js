// @ts-check
/** The computer players that can be chosen, with the names that they have at the table. */

import { numeral, say, spokenOf } from "../kit/say.js";

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
export const GROUPS = {
  level: say("By level"),
  character: say("By character"),
  research: say("From research"),
};

const LONGEST_NAME = 24;

/** @param {Catalog} catalog @returns {Opponent[]} */
export function opponents({ levels, characters, players }) {
  return [
    ...levels.map((level) => ({
      who: level.player,
      names: level.names,
      label: say("{number} {title}", { number: level.number, title: levelTitle(level) }),
      summary: spokenOf(level, "summary"),
      strength: levelStrength(levels, level),
      group: /** @type {Group} */ ("level"),
    })),
    ...characters.map((one) => ({
      who: one.player,
      names: [spokenOf(one, "name")],
      label: spokenOf(one, "name"),
      summary: spokenOf(one, "summary"),
      strength: say("About as strong as level {level} (Elo {elo}).", { level: one.like_level, elo: elo(one) }),
      group: /** @type {Group} */ ("character"),
    })),
    ...players.flatMap(researchOpponents),
  ];
}

/** @param {Player} player @returns {Opponent[]} */
function researchOpponents(found) {
  const { player, strengths } = found;
  const names = [capitalised(player).slice(0, LONGEST_NAME)];
  const group = /** @type {Group} */ ("research");
  if (!strengths.length)
    return [{ who: player, names, label: player, summary: spokenOf(found, "summary"), strength: "", group }];
  return strengths.map((one) => ({
    who: one.player,
    names,
    label: say("{player}: {strength}", { player, strength: spokenOf(one, "name") }),
    summary: spokenOf(one, "summary"),
    strength: "",
    group,
  }));
}

/** The name of a level as a title, such as "Regular". @param {Level} level */
export const levelTitle = (level) => capitalised(spokenOf(level, "title"));

/** @param {string} name */
const capitalised = (name) => name.charAt(0).toUpperCase() + name.slice(1);

/** How strong a level is, in plain words. @param {Level[]} levels @param {Level} level */
export function levelStrength(levels, level) {
  const wins = (/** @type {number} */ share) => Math.round(100 * share);
  const against = (/** @type {number} */ number, /** @type {number} */ won) =>
    say("Elo {elo}: wins about {wins} of 100 games against level {level}.", {
      elo: elo(level),
      wins: won,
      level: number,
    });
  if (level.wins_against_lower !== null) return against(level.number - 1, wins(level.wins_against_lower));
  const above = levels.find(({ number }) => number === level.number + 1);
  if (!above?.wins_against_lower) return say("Elo {elo}.", { elo: elo(level) });
  return against(above.number, 100 - wins(above.wins_against_lower));
}

/** @param {{elo: number, error: number}} rating */
const elo = ({ elo: rating, error }) =>
  error ? say("{elo}, give or take {error}", { elo: rating, error }) : numeral(rating);

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
