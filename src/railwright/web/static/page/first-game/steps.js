// @ts-check
/** The five steps of a first game: what each one explains, what to do now, and when it is done. */

import { claimable, dearest, described, finishing, helpfulCard, longGoal, nearest, wanted } from "./advice.js";
import { colorName } from "../kit/colors.js";
import { shownName } from "../kit/names.js";
import { closedTracks, trackName, trackPoints } from "../kit/places.js";
import { listed, say } from "../kit/say.js";
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
  title: say("Tickets are your goals"),
  why: () =>
    say(
      "Join the two cities of a ticket with your own tracks, and you win its points at the end. Otherwise you lose " +
        "them.",
    ),
  advice: keepFirstTickets,
  isDone: ({ kept }) => kept > 0,
  done: (_, { kept, ticketPoints: points }) =>
    say("You kept {kept, plural, one {# ticket} other {# tickets}}, worth {points} points.", { kept, points }),
};

/** @type {Step} */
const CARDS = {
  name: "cards",
  title: say("Cards pay for tracks"),
  why: () =>
    say(
      "A turn may be two cards, face up or from the deck. Locomotives stand for any colour, but one taken face up " +
        "counts as both cards.",
    ),
  advice: takeCards,
  isDone: ({ hasTakenCards }) => hasTakenCards,
  done: () => say("You have taken your first cards."),
};

/** @type {Step} */
const CLAIMING = {
  name: "claiming",
  title: say("Claim a track"),
  why: () =>
    say(
      "A track costs a card for each space: of its own colour, or of any one colour if it is gray. You can pay for " +
        "those that glow.",
    ),
  advice: claim,
  isDone: ({ claims }) => claims.length > 0,
  done: (about, { claims }) =>
    claims.length === 1
      ? say("{track} is yours: {points}.", {
          track: trackName(about, claims[0]),
          points: trackPoints(about, claims[0]),
        })
      : say("You have claimed your first tracks."),
};

/** Such as "Denver to Omaha scored 7 points in one turn." @param {About} about @param {number[]} claims */
function longWords(about, claims) {
  const { tracks } = about.board;
  const longest = claims.reduce((a, b) => (tracks[b].length > tracks[a].length ? b : a));
  return say("{track} scored {points} in one turn.", {
    track: trackName(about, longest),
    points: trackPoints(about, longest),
  });
}

/** @type {Step} */
const LONG_TRACKS = {
  name: "long",
  title: say("Long tracks are worth more"),
  why: ({ ruleset: { route_points: points } }) =>
    say("One space scores {one}, three score {three}, six score {six}: it can be wise to save cards of one colour.", {
      one: points[1],
      three: points[3],
      six: points[6],
    }),
  advice: goLong,
  isDone: ({ longest, claims }) => longest >= LONG && claims.length > 1,
  done: (about, { claims }) => longWords(about, claims),
};

/** @type {Step} */
const END = {
  name: "end",
  title: say("How it ends"),
  why: ({ ruleset, deck }) => {
    const bonus = (ruleset.decks[deck] ?? ruleset.decks["*"]).longest_path;
    return say(
      "Once somebody ends a turn with {trains} trains or fewer, everybody has one more turn. Then tickets count, and " +
        "the longest unbroken path scores {bonus}.",
      { trains: ruleset.end_trains, bonus },
    );
  },
  advice: finish,
  isDone: ({ isOver }) => isOver,
  done: () => "",
};

/** Sentences one after another, without those that are empty. @param {(string | null)[]} sentences */
export const paragraph = (...sentences) => sentences.filter(Boolean).join(" ");

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
      text: say("Choose how to pay. Locomotives fit everywhere, so they are worth keeping."),
      aim: { part: "sheet" },
    };
  if (state.stage === "second_card") return takeSecondCard(now);
  if (choices.pass !== null && choices.all.length === 1) return { text: say("Now you can only pass."), aim: {} };
  return step.advice(now);
}

/** @param {Situation} now @returns {Advice} */
function keepFirstTickets({ about, state, ways, together }) {
  const needed = ways.map(({ trains }) => trains ?? 0).filter((trains) => trains > 0);
  const costs =
    needed.length > 1 ? costWords(needed, about.ruleset.trains, together?.trains ?? Number.POSITIVE_INFINITY) : "";
  const point = say("Point at them, or touch them, and keep at least {least}.", { least: state.me.least_kept });
  return { text: paragraph(costs, point), aim: { part: "sheet" } };
}

/**
 * What the paths of several tickets take.
 * @param {number[]} needed trains for each of them
 * @param {number} trains that somebody has
 * @param {number} together trains for all of them
 */
function costWords(needed, trains, together) {
  const alone = needed.reduce((a, b) => a + b, 0);
  const each = listed(needed);
  return together < alone
    ? say(
        "Alone, their paths take {each} of your {trains} trains, but only {together} together: they share tracks.",
        { each, trains, together },
      )
    : say("Alone, their paths take {each} of your {trains} trains.", { each, trains });
}

/** @param {Situation} now @returns {Advice} */
function keepMoreTickets({ state }) {
  return {
    text: say(
      "You drew tickets: keep at least {least, plural, one {# ticket} other {# tickets}}. Unfinished tickets lose " +
        "their points at the end.",
      { least: state.me.least_kept },
    ),
    aim: { part: "sheet" },
  };
}

/** @param {Situation} now @returns {Advice} */
function takeCards(now) {
  const help = helpfulCard(now);
  if (!help)
    return {
      text: say("No face-up card is one that your paths need first. Draw from the deck, or take what you like."),
      aim: { part: "market" },
    };
  return {
    text: say("The {color} card helps with {track}, on the path of a ticket. Take it, or any other.", {
      color: colorName(help.color),
      track: described(now, help.track),
    }),
    aim: { part: "market", place: help.place },
  };
}

/** @param {Situation} now @returns {Advice} */
function takeSecondCard(now) {
  const help = helpfulCard(now);
  if (!help) return { text: say("Now a second card, face up or from the deck."), aim: { part: "market" } };
  return {
    text: say("Now a second card: {color} helps with {track}.", {
      color: colorName(help.color),
      track: described(now, help.track),
    }),
    aim: { part: "market", place: help.place },
  };
}

/** @param {Situation} now @returns {Advice} */
function claim(now) {
  const [track] = claimable(now);
  if (track !== undefined)
    return {
      text: say(
        "You have the cards for {track}, on the path of a ticket. Press it, or choose it from the list under Claim.",
        { track: described(now, track) },
      ),
      aim: { tracks: [track] },
    };
  const others =
    now.choices.tracks.size > 0 ? say("Take cards, or claim another track that glows.") : say("Take cards.");
  const [next] = nearest(now);
  if (!next)
    return {
      text: paragraph(say("No track is left that your tickets need and your trains reach."), others),
      aim: {},
    };
  const help = helpfulCard(now);
  const lack = say(
    "The nearest on your paths is {track}: {missing, plural, one {# {color} card is} other {# {color} cards are}} " +
      "missing, or locomotives.",
    { track: described(now, next.track), missing: next.missing, color: colorName(next.color) },
  );
  return {
    text: paragraph(lack, others),
    aim: { part: "market", place: help?.place, tracks: [next.track] },
  };
}

/** @param {Situation} now @returns {Advice} */
function goLong(now) {
  const { longest, claims } = now.progress;
  if (longest >= LONG) {
    const { text, aim } = claim(now);
    return { text: paragraph(longWords(now.about, claims), text), aim };
  }
  const goal = longGoal(now, closedTracks(now.about, now.state.owners));
  if (!goal)
    return { text: say("No long track is left that your trains reach. Skip this step, and play on."), aim: {} };
  const isOnPath = wanted(now).includes(goal.track);
  const aim = { tracks: [goal.track] };
  if (now.choices.tracks.has(goal.track)) {
    const track = described(now, goal.track);
    return {
      text: isOnPath
        ? say("You have the cards for {track}, on the path of a ticket. Claim it.", { track })
        : say("You have the cards for {track}. Claim it.", { track }),
      aim,
    };
  }
  const help = now.state.row.indexOf(goal.color);
  const place = now.choices.row.has(help) ? help : undefined;
  return {
    text: paragraph(goalWords(now, goal, isOnPath), say("Save for it, or continue with your tickets.")),
    aim: { ...aim, part: place === undefined ? "hand" : "market", place },
  };
}

/**
 * A long track and what is missing for it.
 * @param {Situation} now
 * @param {import("./advice.js").Price} goal
 * @param {boolean} isOnPath
 */
function goalWords(now, goal, isOnPath) {
  const values = { track: described(now, goal.track), missing: goal.missing, color: colorName(goal.color) };
  return isOnPath
    ? say(
        "For example {track}, on the path of a ticket: {missing, plural, one {# {color} card is} other {# {color} " +
          "cards are}} missing, or locomotives.",
        values,
      )
    : say(
        "For example {track}: {missing, plural, one {# {color} card is} other {# {color} cards are}} missing, or " +
          "locomotives.",
        values,
      );
}

/** @param {Situation} now @returns {Advice} */
function finish(now) {
  const { about, state, ways, progress } = now;
  const rivals = about.seats.map(({ name }, seat) => ({ name, seat })).filter(({ seat }) => seat !== state.me.seat);
  const trains = rivals.map(({ name, seat }) => `${shownName(name)} ${state.seats[seat].trains}`);
  const start = progress.isLastRound
    ? say("This is your last turn.")
    : say("You have {trains, plural, one {# train} other {# trains}} left, {others}.", {
        trains: progress.trains,
        others: listed(trains),
      });
  const last = finishing(now);
  if (last) {
    const { places, points } = about.tickets[last.ticket];
    const gain = say("{track} would finish {ticket}: {points} points won instead of lost.", {
      track: described(now, last.track),
      ticket: places.join(" – "),
      points,
    });
    return { text: paragraph(start, gain), aim: { tracks: [last.track] } };
  }
  const best = dearest(now);
  const extra = best === null ? "" : say("No claim scores more now than {track}.", { track: described(now, best) });
  const aim = best === null ? { part: /** @type {Part} */ ("seats") } : { tracks: [best] };
  if (progress.isLastRound) {
    const none = say("You cannot claim a track, and cards in hand count for nothing.");
    return { text: paragraph(start, extra || none), aim };
  }
  const open = state.me.tickets.filter((/** @type {any} */ one) => one.state === "open");
  if (!open.length) {
    const done = say("All your tickets are done, so every further track is extra.");
    return { text: paragraph(start, done, extra), aim };
  }
  const lost = open.filter((/** @type {any} */ { ticket }) => {
    const way = ways.find((one) => one.ticket === ticket);
    return way && (way.trains === null || way.trains > progress.trains);
  });
  const names = lost.map((/** @type {any} */ { ticket }) => about.tickets[ticket].places.join(" – "));
  const left = say("Tickets still open: {count}.", { count: open.length });
  const warning = lost.length ? say("Your trains cannot join {tickets} any more.", { tickets: listed(names) }) : "";
  const next = claim(now);
  return { text: paragraph(start, left, warning, next.text), aim: next.aim };
}
