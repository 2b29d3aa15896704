"""The experiments of the thesis, and those that we add."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from railwright.studies.contest import Contest, Lineup, LineupPlace
from railwright.studies.ounmaa2022.effort import Effort
from railwright.studies.ounmaa2022.published import (
    BEST_SEARCH,
    COLLECT_AT_FIRST,
    DESTINATION_PROGRESS,
    EVALUATION,
    HOARD,
    HUMAN,
    INCLUDE_CARDS,
    MCTS,
    ODD_SEARCH,
    RULE,
)
from railwright.studies.ounmaa2022.thesis_players import (
    DEFAULT_K,
    DEFAULT_ROLLOUT,
    ELEVEN,
    HEURISTICS,
    HONEST,
    RANDOM,
    eleven_players,
    search,
    thesis_players,
)
from railwright.studies.ounmaa2022.variants import USA
from railwright.studies.variant import Variant

K_RANGE, ROLLOUT_RANGE = (0.0, 5.0), (20, 50)
"""Ranges of the parameters in figure 10 (section 6.1.1)."""

TESTED = "tested"
"""The label of the player under test."""

TABLE_SEATS = 4
OTHER_SEATS = (2, 3, 5)


def seat(players: Mapping[str, str]) -> Lineup:
    """A line-up whose players are all reported, under their keys."""
    return tuple(LineupPlace(player, label) for label, player in players.items())


def comparison(table: str, variant: Variant, effort: Effort) -> Contest:
    """The four players of the thesis against each other (tables 7 to 10)."""
    lineup = seat(thesis_players(effort))
    return Contest(
        name=f"table-{table}-{variant.name}", variant=variant, lineups=(lineup,), games=effort.comparison_games
    )


def heuristics(effort: Effort) -> Contest:
    """The four heuristics against each other (table 5, figure 11)."""
    k, rollout = BEST_SEARCH
    players = {
        name: search(budget=effort.heuristic_budget, k=k, rollout=rollout, heuristic=name, draws_tickets=False)
        for name in HEURISTICS
    }
    return Contest(name="table-5", variant=USA, lineups=(seat(players),), games=effort.heuristic_games)


def duel(effort: Effort) -> Contest:
    """Two heuristics with and without rollouts (table 6)."""
    k, rollout = BEST_SEARCH
    players = {
        f"{name}_{length}": search(budget=effort.duel_budget, k=k, rollout=length, heuristic=name, draws_tickets=False)
        for name in (INCLUDE_CARDS, COLLECT_AT_FIRST)
        for length in (rollout, 0)
    }
    return Contest(name="table-6", variant=USA, lineups=(seat(players),), games=effort.duel_games)


@dataclass(frozen=True, slots=True)
class GridPoint:
    """One point of the parameter search."""

    k: float
    rollout: int
    experiment: Contest


def parameter_grid(effort: Effort, seed: int) -> list[GridPoint]:
    """Random parameters against three players with default ones (figure 10), after the two points named in the thesis.

    All points start from the same deals.
    """
    source = np.random.default_rng(seed)
    k_low, k_high = K_RANGE
    chosen = [BEST_SEARCH, ODD_SEARCH[:2]]
    while len(chosen) < effort.grid_points:
        rollout = int(source.integers(ROLLOUT_RANGE[0], ROLLOUT_RANGE[1] + 1))
        chosen.append((round(float(source.uniform(k_low, k_high)), 3), rollout))
    other = _grid_player(effort, DEFAULT_K, DEFAULT_ROLLOUT)
    points = []
    for i, (k, rollout) in enumerate(chosen):
        lineup = (LineupPlace(_grid_player(effort, k, rollout), TESTED), *[LineupPlace(other)] * (TABLE_SEATS - 1))
        experiment = Contest(
            name=f"figure-10-{i + 1:02}", variant=USA, lineups=(lineup,), games=effort.grid_games, deals="figure-10"
        )
        points.append(GridPoint(k, rollout, experiment))
    return points


def _grid_player(effort: Effort, k: float, rollout: int) -> str:
    return search(budget=effort.grid_budget, k=k, rollout=rollout, heuristic=DESTINATION_PROGRESS)


def without_hoard(variant: Variant, effort: Effort) -> Contest:
    """Three players and a varying fourth (table 11)."""
    players = thesis_players(effort)
    three = {name: players[name] for name in (EVALUATION, RULE, MCTS)}
    lineups = tuple((*seat(three), LineupPlace(filler)) for filler in _fillers(players))
    return Contest(name=f"table-11-{variant.name}", variant=variant, lineups=lineups, games=effort.without_hoard_games)


def _fillers(players: Mapping[str, str]) -> tuple[str, ...]:
    """The players that fill a seat, each in a quarter of the games (section 6.2)."""
    return players[RULE], players[EVALUATION], players[MCTS], RANDOM


def human_place(effort: Effort) -> Contest:
    """Table 12, with our strongest player in place of the human."""
    players = thesis_players(effort)
    express = eleven_players(effort)["express"]
    order = {HOARD: players[HOARD], HUMAN: express, EVALUATION: players[EVALUATION], RULE: players[RULE]}
    return Contest(name="table-12", variant=USA, lineups=(seat(order),), games=effort.human_games)


def official(variant: Variant, effort: Effort) -> Contest:
    """The four players under the official rules (our table A); the search player is honest."""
    lineup = seat(thesis_players(effort, HONEST))
    return Contest(name=f"table-A-{variant.name}", variant=variant, lineups=(lineup,), games=effort.official_games)


def other_seats(variant: Variant, seats: int, effort: Effort) -> Contest:
    """The four players in games of two, three or five (our table B).

    With fewer than four seats every subset plays equally often; with five, the fifth player varies as in table 11.
    """
    players = thesis_players(effort, HONEST)
    if seats > len(players):
        lineups = tuple((*seat(players), LineupPlace(filler)) for filler in _fillers(players))
    else:
        lineups = tuple(seat({name: players[name] for name in names}) for names in combinations(players, seats))
    return Contest(name=f"table-B-{variant.name}-{seats}", variant=variant, lineups=lineups, games=effort.seats_games)


def eleven(variant: Variant, effort: Effort, seed: int) -> Contest:
    """All eleven players in four-player games (our table C): every player sits at equally many tables."""
    players = eleven_players(effort)
    source = np.random.default_rng(seed)
    lineups = []
    for table in balanced_tables(effort.eleven_orbits, source):
        order = [ELEVEN[i] for i in source.permutation(table)]
        lineups.append(seat({name: players[name] for name in order}))
    return Contest(
        name=f"table-C-{variant.name}", variant=variant, lineups=tuple(lineups), games=TABLE_SEATS * len(lineups)
    )


def balanced_tables(orbits: int, source: np.random.Generator) -> Iterator[tuple[int, ...]]:
    """Some of the 330 subsets of four of the eleven players, with each player in equally many.

    Rotating a subset around the circle of the eleven players gives eleven different subsets (eleven is prime), in which
    each player appears four times: an orbit. There are thirty orbits.
    """
    count = len(ELEVEN)
    orbit_of: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for choice in combinations(range(count), TABLE_SEATS):
        rotated = [tuple(sorted((player + step) % count for player in choice)) for step in range(count)]
        orbit_of.setdefault(min(rotated), rotated)
    found = list(orbit_of.values())
    for i in source.choice(len(found), size=orbits, replace=False):
        yield from found[i]


def honest(effort: Effort) -> Contest:
    """The base game of table 7 with an honest search player in place of the peeking one (our table D)."""
    lineup = seat(thesis_players(effort, HONEST))
    deals = comparison("7", USA, effort).name
    return Contest(name="table-D", variant=USA, lineups=(lineup,), games=effort.comparison_games, deals=deals)
