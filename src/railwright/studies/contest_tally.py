"""Aggregates the games of a contest by player."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.arena.intervals import Z_95, estimate_mean, estimate_rate
from railwright.arena.measures import measure, rounds_of
from railwright.compiled.bits import members
from railwright.game.setup import Setup
from railwright.matches.results import Block
from railwright.studies.player_outcome import (
    COMPLETED,
    GAINED,
    MEDIAN,
    POINTS,
    RATES,
    ROUNDS,
    TICKET_POINTS,
    TIED_WIN_RATE,
    WIN_RATE,
    OutcomeEstimate,
    PlayerOutcome,
)

ROUND = "round"
"""The column with the round of each game; the games of a round start from the same deal."""


class ContestTally:
    """Collects the games of a contest's matches. Players with equal labels are counted together."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._columns: dict[str, dict[str, list[NDArray[Any]]]] = {}

    def add(self, match: int, labels: Sequence[str], block: Block) -> None:
        """Add a block of games from the match with this number; players with an empty label are left out."""
        columns = {name: block.by_player(by_seat) for name, by_seat in self._by_seat(block).items()}
        rounds = rounds_of(block) + (match << 32)
        for p, label in enumerate(labels):
            if label:
                mine = self._columns.setdefault(label, {})
                mine.setdefault(ROUND, []).append(rounds)
                for name, values in columns.items():
                    mine.setdefault(name, []).append(values[:, p])

    def _by_seat(self, block: Block) -> dict[str, NDArray[Any]]:
        """Every measure of every game, by seat."""
        found = measure(self._setup, block)
        points = found["points"].astype(float)
        gained = points + self._failed_points(block, found["ticket_points"])
        turns = np.repeat(block.game_stats["turns"][:, None], block.seats, axis=1)
        return {
            WIN_RATE: found["win_share"],
            TIED_WIN_RATE: (points == points.max(axis=1, keepdims=True)).astype(float),
            POINTS: points,
            COMPLETED: found["tickets_completed"].astype(float),
            TICKET_POINTS: found["ticket_points"].astype(float),
            GAINED: 100 * gained / np.maximum(gained.sum(axis=1, keepdims=True), 1),
            ROUNDS: 1 + np.ceil(turns / block.seats),
        }

    def _failed_points(self, block: Block, ticket_points: NDArray[Any]) -> NDArray[Any]:
        """The points of the tickets that each seat did not complete."""
        worth = [ticket.points for ticket in self._setup.tickets]
        seats = [game[: block.seats] for game in block.results["done"]]
        completed = np.array([[sum(worth[ticket] for ticket in members(done)) for done in game] for game in seats])
        return completed - ticket_points

    def outcomes(self) -> tuple[PlayerOutcome, ...]:
        """One outcome for each label."""
        return tuple(
            _sum_up(label, {name: np.concatenate(parts) for name, parts in columns.items()})
            for label, columns in self._columns.items()
        )


def _sum_up(label: str, columns: dict[str, NDArray[Any]]) -> PlayerOutcome:
    rounds = columns.pop(ROUND)
    estimates = {name: _estimate(name, values, rounds) for name, values in columns.items()}
    estimates[MEDIAN] = _median(columns[POINTS], estimates[POINTS].sample)
    points = tuple(float(value) for value in columns[POINTS])
    return PlayerOutcome(label, len(points), estimates, points)


def _estimate(name: str, values: NDArray[Any], rounds: NDArray[Any]) -> OutcomeEstimate:
    found = estimate_rate(values, rounds) if name in RATES else estimate_mean(values, rounds)
    if found is None:
        raise ValueError("a contest needs at least two rounds")
    return OutcomeEstimate.of(found.mean, found.low, found.high, float(values.std()), found.sample)


def _median(values: NDArray[Any], sample: float) -> OutcomeEstimate:
    """The median; its interval lies between two order statistics, for the effective sample size of the mean."""
    reach = min(0.5, Z_95 / (2 * sqrt(sample)))
    low, middle, high = np.quantile(values, [0.5 - reach, 0.5, 0.5 + reach])
    return OutcomeEstimate.of(float(middle), float(low), float(high), float(values.std()), sample)
