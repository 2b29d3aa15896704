"""The options of the search. The defaults are the final player of the thesis (Õunmaa 2022, 5.1 and 6.1).

The last six options are readings of points that the text leaves open. In the first five of them, versions of the
framework used by the thesis (TAG) differ. ``loop=open:ties=chance:rewards=normalised:rollout-end=own-turn`` is TAG from
January 2022 on, with one exception: there the extremes for normalised rewards are those of all players, which take four
times as long to find. ``loop=closed:ties=chance:rollout-counts=own:rollout-end=own-turn`` is TAG before that.
``ratios=whole`` is integer division in Java, the language of the framework.
"""

from __future__ import annotations

from collections.abc import Mapping

from railwright.players.kit.options import Option

MAX_DEPTH = 1000
"""Maximum depth of any tree."""

CALLS, ITERATIONS, MILLISECONDS = range(3)
SELF_ONLY, PARANOID = range(2)
ONLY_SCORE, DESTINATION_PROGRESS, INCLUDE_CARDS, COLLECT_AT_FIRST, TICKETS_REWARD, PROGRESS_REWARD = range(6)
BY_BOUND, AT_RANDOM = range(2)
CHANGE, FINAL = range(2)
MOST_VISITED, MEAN_VALUE, TOTAL_VALUE = range(3)
NO, YES = range(2)
OPEN, CLOSED = range(2)
BY_MEAN, BY_CHANCE = range(2)
RAW, NORMALISED = range(2)
ALL_ACTIONS, OWN_ACTIONS = range(2)
ANYWHERE, OWN_TURN = range(2)
EXACT, WHOLE = range(2)

OPTIONS = (
    Option(name="k", default=0.229, high=1000, summary="exploration constant K of UCT"),
    Option(name="rollout", default=31, high=1_000_000, summary="maximum number of random actions in a rollout"),
    Option(name="depth", default=100, low=1, high=MAX_DEPTH, summary="maximum depth of the tree, in decisions"),
    Option(name="budget", default=40_000, low=1, summary="search budget for each decision"),
    Option(
        name="unit", default="calls", choices=("calls", "iterations", "milliseconds"),
        summary="unit of the budget: simulated actions in total, iterations, or time",
    ),
    Option(
        name="evaluation", default="self-only", choices=("self-only", "paranoid"),
        summary="self-only: own value, others act at random; paranoid: own value minus theirs, others play against you",
    ),
    Option(
        name="heuristic", default="include-cards",
        choices=(
            "only-score", "destination-progress", "include-cards", "collect-at-first", "tickets", "progress",
        ),
        summary="value of a position: four heuristics of the thesis, two rewards of the student project",
    ),
    Option(
        name="selection", default="uct", choices=("uct", "random"),
        summary="how an action is selected inside the tree",
    ),
    Option(
        name="returns", default="change", choices=("change", "final"),
        summary="what an iteration backs up: the change of the value since the root, or the final value",
    ),
    Option(name="horizon", default=0, high=10_000, summary="maximum turns to look ahead, of all players (0: no limit)"),
    Option(
        name="choice", default="most-visited", choices=("most-visited", "mean-value", "total-value"),
        summary="which action to play after the search",
    ),
    Option(
        name="tickets", default="yes", choices=("no", "yes"),
        summary="whether any seat may draw new tickets during the game when it has other actions",
    ),
    Option(
        name="loop", default="open", choices=("open", "closed"),
        summary="open: chance is drawn again at each visit of a node; closed: it is fixed at the first visit",
    ),
    Option(
        name="ties", default="mean", choices=("mean", "chance"),
        summary="tie-break among most visited actions; chance: at random, by mean only if all are visited equally",
    ),
    Option(
        name="rewards", default="raw", choices=("raw", "normalised"),
        summary="means in UCT: as they are, or normalised by the lowest and highest value of the search",
    ),
    Option(
        name="rollout-counts", default="all", choices=("all", "own"),
        summary="whose actions count towards the length of a rollout: everybody's, or only the searching player's",
    ),
    Option(
        name="rollout-end", default="anywhere", choices=("anywhere", "own-turn"),
        summary="where a rollout ends: after its last action, or only at a decision of the searching player",
    ),
    Option(
        name="ratios", default="exact", choices=("exact", "whole"),
        summary="shares of a ticket's path in a heuristic: exact, or rounded down to 0 or 1",
    ),
)  # fmt: skip
"""All options, in their order at the start of a player's memory."""

(
    K, ROLLOUT, DEPTH, BUDGET, UNIT, EVALUATION, HEURISTIC, SELECTION, RETURNS, HORIZON, CHOICE, DRAWS_TICKETS,
    LOOP, TIES, REWARDS, ROLLOUT_COUNTS, ROLLOUT_END, RATIOS,
) = range(len(OPTIONS))  # fmt: skip
"""The index of each option in memory."""

README_OPTIONS: Mapping[str, str] = {
    "budget": "1000", "unit": "iterations", "horizon": "10", "rollout": "1000", "heuristic": "tickets",
    "selection": "random", "returns": "final", "choice": "mean-value", "k": "1.414214",
}  # fmt: skip
"""The search of the read-me project as its text describes it. The depth limit of 10 counts whole turns, as in that
project, where drawing two cards is one action."""
