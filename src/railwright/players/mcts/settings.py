"""What can be set about the search. The defaults are the final player of the thesis (Õunmaa 2022, 5.1 and 6.1).

The last six options are readings: the text leaves them open. In the first five, versions of the framework that the
thesis used (TAG) differ. ``loop=open:ties=chance:rewards=normalised:rollout-end=own-turn`` is TAG from January 2022 on,
but for one thing: there the extremes for normalised rewards are those of all players, which takes four times as long to
find. ``loop=closed:ties=chance:rollout-counts=own:rollout-end=own-turn`` is TAG before. ``ratios=whole`` is what a
division of whole numbers does in Java, the language of the framework.
"""

from __future__ import annotations

from collections.abc import Mapping

from railwright.players.kit.options import Option

MAX_DEPTH = 1000
"""No tree can be deeper."""

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
    Option(name="k", default=0.229, high=1000, summary="how much to explore: the constant K of UCT"),
    Option(name="rollout", default=31, high=1_000_000, summary="random actions of a roll-out at most"),
    Option(name="depth", default=100, low=1, high=MAX_DEPTH, summary="depth of the tree at most, in decisions"),
    Option(name="budget", default=40_000, low=1, summary="how much to search before each decision"),
    Option(
        name="unit", default="calls", choices=("calls", "iterations", "milliseconds"),
        summary="what the budget counts: actions tried out in all, iterations, or time",
    ),
    Option(
        name="evaluation", default="self-only", choices=("self-only", "paranoid"),
        summary="self-only: own value, the others act at random; paranoid: less theirs, they choose against you",
    ),
    Option(
        name="heuristic", default="include-cards",
        choices=(
            "only-score", "destination-progress", "include-cards", "collect-at-first", "tickets", "progress",
        ),
        summary="the value of a position: four of the thesis, two rewards of the read-me project",
    ),
    Option(
        name="selection", default="uct", choices=("uct", "random"),
        summary="how a known action is chosen inside the tree",
    ),
    Option(
        name="returns", default="change", choices=("change", "final"),
        summary="what an iteration reports: the change of the value since the root, or the value reached",
    ),
    Option(name="horizon", default=0, high=10_000, summary="turns to look ahead at most, of all players (0: any)"),
    Option(
        name="choice", default="most-visited", choices=("most-visited", "mean-value", "total-value"),
        summary="which action is played after the search",
    ),
    Option(
        name="tickets", default="yes", choices=("no", "yes"),
        summary="whether anyone draws new tickets during the game, as long as there is something else to do",
    ),
    Option(
        name="loop", default="open", choices=("open", "closed"),
        summary="what follows an action in the tree: dealt and played anew at each visit, or the same at all visits",
    ),
    Option(
        name="ties", default="mean", choices=("mean", "chance"),
        summary="which of several most visited actions is played; chance: by the mean only if all are visited equally",
    ),
    Option(
        name="rewards", default="raw", choices=("raw", "normalised"),
        summary="what UCT adds K to: the mean as it is, or its place between the extremes reported in the search",
    ),
    Option(
        name="rollout-counts", default="all", choices=("all", "own"),
        summary="whose actions count against the length of a roll-out: everybody's, or only the searching player's",
    ),
    Option(
        name="rollout-end", default="anywhere", choices=("anywhere", "own-turn"),
        summary="where a roll-out ends: after its last action, or only when the searching player is to act",
    ),
    Option(
        name="ratios", default="exact", choices=("exact", "whole"),
        summary="shares of a ticket's way in a heuristic: as they are, or rounded down to 0 or 1",
    ),
)  # fmt: skip
"""Everything that can be set, in the order in which it stands at the beginning of a player's memory."""

(
    K, ROLLOUT, DEPTH, BUDGET, UNIT, EVALUATION, HEURISTIC, SELECTION, RETURNS, HORIZON, CHOICE, DRAWS_TICKETS,
    LOOP, TIES, REWARDS, ROLLOUT_COUNTS, ROLLOUT_END, RATIOS,
) = range(len(OPTIONS))  # fmt: skip
"""Where each option stands there."""

README_OPTIONS: Mapping[str, str] = {
    "budget": "1000", "unit": "iterations", "horizon": "10", "rollout": "1000", "heuristic": "tickets",
    "selection": "random", "returns": "final", "choice": "mean-value", "k": "1.414214",
}  # fmt: skip
"""The search of the read-me project as its text describes it. Its depth limit of 10 counts whole turns, as it does
there, where drawing two cards is one action."""
