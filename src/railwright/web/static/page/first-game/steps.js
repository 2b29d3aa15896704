// @ts-check
/** The five steps of a first game: what each one explains, what to do now, and when it is done. */

import { claimable, dearest, described, finishing, helpfulCard, longGoal, nearest, wanted } from "./advice.js";
import { closedTracks, trackName, trackPoints } from "../kit/places.js";
import { listed } from "../kit/say.js";
import { counted } from "../kit/words.js";
import { LONG } from "./progress.js";

/**
 * @typedef {import("./advice.js").Situation} Situation
 * @typedef {import("./progress.js").Progress} Progress
 * @typedef {import("../kit/places.js").About} About
 * @typedef {"sheet" | "market" | "hand" | "seats"} Part
 * @typedef {{part?: Part, place?: number, tracks?: number[]}} Aim what an advice is about: a part of the table, a
 *   place in the row of cards, tracks
 * @typedef {{text: string, aim: Aim}} Advice
 * @typedef {object} Step
 * @property {string} name
 * @property {string} title
 * @property {(about: About) => string} why
 * @property {(now: Situation) => Advice} advice what to do at the start of a turn
 * @property {(progress: Progress) => boolean} isDone
 * @property {(about: About, progress: Progress) => string} done what was done, in words that stay true
 */

/** @type {Step} */
const TICKETS = {
  name: "tickets",
  title: "Tickets are your goals",
  why: () =>
    "Join the two cities of a ticket with your own tracks, and you win its points at the end. Otherwise you lose them.",
  advice: keepFirstTickets,
  isDone: ({ kept }) => kept > 0,
  done: (_, { kept, ticketPoints }) => `You kept ${counted(kept, "ticket")}, worth ${ticketPoints} points.`,
};

/** @type {Step} */
const CARDS = {
  name: "cards",
  title: "Cards pay for tracks",
  why: () =>
    "A turn may be two cards, face up or from the deck. Locomotives stand for any colour, but one taken face up counts " +
    "as both cards.",
  advice: takeCards,
  isDone: ({ hasTakenCards }) => hasTakenCards,
  done: () => "You have taken your first cards.",
};

/** @type {Step} */
const CLAIMING = {
  name: "claiming",
  title: "Claim a track",
  why: () =>
    "A track costs a card for each space: of its own colour, or of any one colour if it is gray. You can pay for those " +
    "that glow.",
  advice: claim,
  isDone: ({ claims }) => claims.length > 0,
  done: (about, { claims }) =>
    claims.length === 1
      ? `${trackName(about, claims[0])} is yours: ${trackPoints(about, claims[0])}.`
      : "You have claimed your first tracks.",
};

/** Such as "Denver to Omaha scored 7 points in one turn". @param {About} about @param {number[]} claims */
function longWords(about, claims) {
  const { tracks } = about.board;
  const longest = claims.reduce((a, b) => (tracks[b].length > tracks[a].length ? b : a));
  return `${trackName(about, longest)} scored ${trackPoints(about, longest)} in one turn`;
}

/** @type {Step} */
const LONG_TRACKS = {
  name: "long",
  title: "Long tracks are worth more",
  why: ({ ruleset: { route_points: points } }) =>
    `One space scores ${points[1]}, three score ${points[3]}, six score ${points[6]}: it can be wise to save cards of ` +
    "one colour.",
  advice: goLong,
  isDone: ({ longest, claims }) => longest >= LONG && claims.length > 1,
  done: (about, { claims }) => `${longWords(about, claims)}.`,
};

/** @type {Step} */
const END = {
  name: "end",
  title: "How it ends",
  why: ({ ruleset, deck }) => {
    const bonus = (ruleset.decks[deck] ?? ruleset.decks["*"]).longest_path;
    return (
      `Once somebody ends a turn with ${ruleset.end_trains} trains or fewer, everybody has one more turn. Then tickets ` +
      `count, and the longest unbroken path scores ${bonus}.`
    );
  },
  advice: finish,
  isDone: ({ isOver }) => isOver,
  done: () => "",
};

export const STEPS = [TICKETS, CARDS, CLAIMING, LONG_TRACKS, END];

/**
 * The step that somebody is at; null if all others are done or skipped. In the last round, it is how the game ends.
 * @param {Progress} progress
 * @param {string[]} skipped
 */
export function currentStep(progress, skipped) {
  const left = STEPS.filter((step) => !step.isDone(progress) && !skipped.includes(step.name));
  return (progress.isLastRound ? left.find((step) => step === END) : left[0]) ?? null;
}

/** What to do now, in any stage of one's own turn. @param {Step} step @param {Situation} now @returns {Advice} */
export function adviceFor(step, now) {
  const { state, choices } = now;
  if (state.stage === "keep" && step !== TICKETS) return keepMoreTickets(now);
  if (state.stage === "pay")
    return {
      text: "Choose how to pay. Locomotives fit everywhere, so they are worth keeping.",
      aim: { part: "sheet" },
    };
  if (state.stage === "second_card") return takeSecondCard(now);
  if (choices.pass !== null && choices.all.length === 1) return { text: "Now you can only pass.", aim: {} };
  return step.advice(now);
}

/** @param {Situation} now @returns {Advice} */
function keepFirstTickets({ about, state, ways, together }) {
  const needed = ways.map(({ trains }) => trains ?? 0).filter((trains) => trains > 0);
  const alone = needed.reduce((a, b) => a + b, 0);
  const sentences = [];
  if (needed.length > 1) {
    const shared = together && together.trains < alone ? `, but only ${together.trains} together: they share tracks` : "";
    sentences.push(`Alone, their paths take ${listed(needed.map(String))} of your ${about.ruleset.trains} trains${shared}.`);
  }
  sentences.push(`Point at them, or touch them, and keep at least ${state.me.least_kept}.`);
  return { text: sentences.join(" "), aim: { part: "sheet" } };
}

/** @param {Situation} now @returns {Advice} */
function keepMoreTickets({ state }) {
  const least = counted(state.me.least_kept, "ticket");
  return {
    text: `You drew tickets: keep at least ${least}. Unfinished tickets lose their points at the end.`,
    aim: { part: "sheet" },
  };
}

/** @param {Situation} now @returns {Advice} */
function takeCards(now) {
  const help = helpfulCard(now);
  if (!help)
    return {
      text: "No face-up card is one that your paths need first. Draw from the deck, or take what you like.",
      aim: { part: "market" },
    };
  return {
    text: `The ${help.color} card helps with ${described(now, help.track)}, on the path of a ticket. Take it, or any other.`,
    aim: { part: "market", place: help.place },
  };
}

/** @param {Situation} now @returns {Advice} */
function takeSecondCard(now) {
  const help = helpfulCard(now);
  if (!help) return { text: "Now a second card, face up or from the deck.", aim: { part: "market" } };
  return {
    text: `Now a second card. ${help.color[0].toUpperCase()}${help.color.slice(1)} helps with ${described(now, help.track)}.`,
    aim: { part: "market", place: help.place },
  };
}

/** Such as "2 green cards are missing". @param {import("./advice.js").Price} price */
const missingWords = ({ color, missing }) =>
  `${missing} ${color} card${missing === 1 ? " is" : "s are"} missing, or locomotives`;

/** @param {Situation} now @returns {Advice} */
function claim(now) {
  const [track] = claimable(now);
  if (track !== undefined)
    return {
      text: `You have the cards for ${described(now, track)}, on the path of a ticket. Press it, or choose it from the list under Claim.`,
      aim: { tracks: [track] },
    };
  const others = now.choices.tracks.size > 0 ? "Take cards, or claim another track that glows." : "Take cards.";
  const [next] = nearest(now);
  if (!next) return { text: `No track is left that your tickets need and your trains reach. ${others}`, aim: {} };
  const help = helpfulCard(now);
  return {
    text: `The nearest on your paths is ${described(now, next.track)}: ${missingWords(next)}. ${others}`,
    aim: { part: "market", place: help?.place, tracks: [next.track] },
  };
}

/** @param {Situation} now @returns {Advice} */
function goLong(now) {
  const { longest, claims } = now.progress;
  if (longest >= LONG) {
    const { text, aim } = claim(now);
    return { text: `${longWords(now.about, claims)}. ${text}`, aim };
  }
  const goal = longGoal(now, closedTracks(now.about, now.state.owners));
  if (!goal)
    return { text: "No long track is left that your trains reach. Skip this step, and play on.", aim: {} };
  const isOnPath = wanted(now).includes(goal.track);
  const where = isOnPath ? ", on the path of a ticket" : "";
  const aim = { tracks: [goal.track] };
  if (now.choices.tracks.has(goal.track))
    return { text: `You have the cards for ${described(now, goal.track)}${where}. Claim it.`, aim };
  const help = now.state.row.indexOf(goal.color);
  const place = now.choices.row.has(help) ? help : undefined;
  return {
    text: `For example ${described(now, goal.track)}${where}: ${missingWords(goal)}. Save for it, or continue with your tickets.`,
    aim: { ...aim, part: place === undefined ? "hand" : "market", place },
  };
}

/** @param {Situation} now @returns {Advice} */
function finish(now) {
  const { about, state, ways, progress } = now;
  const rivals = about.seats.map(({ name }, seat) => ({ name, seat })).filter(({ seat }) => seat !== state.me.seat);
  const trains = rivals.map(({ name, seat }) => `${name} ${state.seats[seat].trains}`);
  const start = progress.isLastRound
    ? "This is your last turn."
    : `You have ${counted(progress.trains, "train")} left, ${listed(trains)}.`;
  const last = finishing(now);
  if (last) {
    const { places, points } = about.tickets[last.ticket];
    return {
      text: `${start} ${described(now, last.track)} would finish ${places[0]} – ${places[1]}: ${points} points won instead of lost.`,
      aim: { tracks: [last.track] },
    };
  }
  const best = dearest(now);
  const extra = best === null ? "" : `No claim scores more now than ${described(now, best)}.`;
  const aim = best === null ? { part: /** @type {Part} */ ("seats") } : { tracks: [best] };
  if (progress.isLastRound)
    return { text: `${start} ${extra || "You cannot claim a track, and cards in hand count for nothing."}`, aim };
  const open = state.me.tickets.filter((/** @type {any} */ one) => one.state === "open");
  if (!open.length)
    return { text: `${start} All your tickets are done, so every further track is extra. ${extra}`.trim(), aim };
  const lost = open.filter((/** @type {any} */ { ticket }) => {
    const way = ways.find((one) => one.ticket === ticket);
    return way && (way.trains === null || way.trains > progress.trains);
  });
  const names = lost.map((/** @type {any} */ { ticket }) => about.tickets[ticket].places.join(" – "));
  const warning = lost.length ? ` Your trains cannot join ${listed(names)} any more.` : "";
  const next = claim(now);
  return { text: `${start} Tickets still open: ${open.length}.${warning} ${next.text}`, aim: next.aim };
}
