"""The cast: our player, with its options, for each player of the thesis."""

from __future__ import annotations

from railwright.players.registry import split_options
from railwright.studies.ounmaa2022.effort import Effort
from railwright.studies.ounmaa2022.published import (
    COLLECT_AT_FIRST,
    DESTINATION_PROGRESS,
    EVALUATION,
    HOARD,
    INCLUDE_CARDS,
    MCTS,
    ONLY_SCORE,
    RULE,
)

RULE_PLAYERS = {
    HOARD: "hoard:rounds=from-zero",
    EVALUATION: "evaluation:plan=cheapest:ticket-cost=spaces:taken-paths=filter:cities=again:lost-ticket=no-plan"
    ":new-tickets=completed",
    RULE: "rule:blocked=any-way:ways=spaces:rounds=from-zero",
}
"""The three players without a search, with the readings best supported by text and sources (``readings``)."""

SEARCH_READING = "loop=open:ties=chance:rewards=normalised:rollout-counts=all:rollout-end=own-turn:ratios=whole"
"""The framework of the thesis (TAG) as of 12 January 2022 and later, with shares rounded down."""

PEEKING, HONEST = "mcts-peeking", "mcts"
"""The thesis's search player knew what the others could do (section 5.1); the honest one sees only its own view."""

HEURISTICS = {
    INCLUDE_CARDS: "include-cards",
    COLLECT_AT_FIRST: "collect-at-first",
    DESTINATION_PROGRESS: "destination-progress",
    ONLY_SCORE: "only-score",
}

FINAL_K, FINAL_ROLLOUT = 0.229, 31
"""Parameters of the search player in tables 7 to 11 (section 6.1.2)."""

DEFAULT_K, DEFAULT_ROLLOUT = 1.414214, 10
"""Parameters of the opponents in the parameter search (table 3); K is the square root of two."""

TREE_DEPTH = 100
"""Limit on the depth of the search tree (thesis, table 3)."""

RANDOM = "random"

ELEVEN = (
    "hoard", "rule", "evaluation", "one-step", "path", "long-route", "hungry",
    "mcts", "mcts-readme", "express", "random",
)  # fmt: skip
"""All built-in players that see only their own view."""


def search(
    *, budget: int, k: float = FINAL_K, rollout: int = FINAL_ROLLOUT, heuristic: str = INCLUDE_CARDS,
    draws_tickets: bool = True, name: str = PEEKING,
) -> str:  # fmt: skip
    """The search player with these parameters and all others as in the thesis, whatever the player's defaults are."""
    tickets = "yes" if draws_tickets else "no"
    return (
        f"{name}:k={k:g}:rollout={rollout}:depth={TREE_DEPTH}:budget={budget}:unit=calls:evaluation=self-only"
        f":heuristic={HEURISTICS[heuristic]}:tickets={tickets}:{SEARCH_READING}"
    )


def change(player: str, options: str) -> str:
    """The same player with some options changed, such as ``ties=mean``."""
    name, current = split_options(player)
    changed = current | split_options(f"{name}:{options}")[1]
    return ":".join([name, *(f"{key}={value}" for key, value in changed.items())])


def thesis_players(effort: Effort, search_player: str = PEEKING) -> dict[str, str]:
    """The four players of tables 7 to 10."""
    return {**RULE_PLAYERS, MCTS: search(budget=effort.search_budget, name=search_player)}


def eleven_players(effort: Effort) -> dict[str, str]:
    """All eleven players with their defaults, but with the budgets of this effort."""
    names = {name: name for name in ELEVEN}
    names["mcts"] = f"mcts:budget={effort.search_budget}"
    names["mcts-readme"] = f"mcts-readme:budget={effort.readme_iterations}"
    names["express"] = f"express:iterations={effort.express_iterations}"
    return names
