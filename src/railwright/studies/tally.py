"""Sums up the games of an experiment, player by player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.arena.match import Block
from railwright.arena.stats import Z_95, wilson
from railwright.game.bits import members
from railwright.game.setup import Setup
from railwright.studies.measures import (
    COMPLETED,
    GAINED,
    MEDIAN,
    POINTS,
    RATES,
    ROUNDS,
    TICKET_POINTS,
    TIED_WIN_RATE,
    WIN_RATE,
    Estimate,
    PlayerOutcome,
)


class Tally:
    """Collects the games of an experiment, player by player, and sums them up."""

    def __init__(self) -> None:
        self._columns: dict[str, dict[str, list[NDArray[Any]]]] = {}

    def add(self, setup: Setup, labels: Sequence[str], blocks: Sequence[Block]) -> None:
        """Take in one match; players with an empty label are left out."""
        columns = {measure: _by_player(blocks, values) for measure, values in _by_seat(setup, blocks).items()}
        for p, label in enumerate(labels):
            if label:
                mine = self._columns.setdefault(label, {measure: [] for measure in columns})
                for measure, values in columns.items():
                    mine[measure].append(values[:, p])

    def outcomes(self, seats: int) -> tuple[PlayerOutcome, ...]:
        """One outcome for each label. Games in a row that share a deal, as many as seats, count as one observation."""
        return tuple(
            _sum_up(label, {measure: np.concatenate(parts) for measure, parts in columns.items()}, seats)
            for label, columns in self._columns.items()
        )


def _by_seat(setup: Setup, blocks: Sequence[Block]) -> dict[str, NDArray[Any]]:
    """Every measure of every game, in the order of the seats."""
    results = np.concatenate([block.results for block in blocks])
    seats, scale = blocks[0].seats, setup.ruleset.scale
    scores, tickets = results["scores"][:, :seats], results["tickets"][:, :seats]
    won = results["winners"][:, None] >> np.arange(seats)[None, :] & 1
    worth = [ticket.points * scale for ticket in setup.tickets]
    done = np.array([[sum(worth[t] for t in members(seat)) for seat in game[:seats]] for game in results["done"]])
    gained = scores + (done - tickets)
    turns = np.concatenate([block.courses["turns"] for block in blocks])
    return {
        WIN_RATE: won / won.sum(axis=1, keepdims=True),
        TIED_WIN_RATE: (scores == scores.max(axis=1, keepdims=True)).astype(float),
        POINTS: scores / scale,
        COMPLETED: results["completed"][:, :seats].astype(float),
        TICKET_POINTS: tickets / scale,
        GAINED: 100 * gained / np.maximum(gained.sum(axis=1, keepdims=True), 1),
        ROUNDS: np.repeat(1 + np.ceil(turns / seats)[:, None], seats, axis=1),
    }


def _by_player(blocks: Sequence[Block], by_seat: NDArray[Any]) -> NDArray[Any]:
    arranged = np.empty_like(by_seat)
    np.put_along_axis(arranged, np.concatenate([block.seating() for block in blocks]), by_seat, axis=1)
    return arranged


def _sum_up(label: str, columns: Mapping[str, NDArray[Any]], seats: int) -> PlayerOutcome:
    estimates = {}
    for measure, values in columns.items():
        estimates[measure] = _rate(values) if measure in RATES else _mean(values, seats)
    points = columns[POINTS]
    estimates[MEDIAN] = _median(points)
    return PlayerOutcome(label, len(points), estimates, tuple(float(value) for value in points))


def _rate(shares: NDArray[Any]) -> Estimate:
    low, high = wilson(float(shares.sum()), len(shares))
    return Estimate(float(shares.mean()), low, high, float(shares.std()))


def _mean(values: NDArray[Any], seats: int) -> Estimate:
    """The interval is from the means of rounds: games with the same deal are not independent of each other."""
    rounds = values.reshape(-1, seats).mean(axis=1)
    mean = float(values.mean())
    half = Z_95 * float(rounds.std(ddof=1)) / sqrt(len(rounds)) if len(rounds) > 1 else float("inf")
    return Estimate(mean, mean - half, mean + half, float(values.std()))


def _median(values: NDArray[Any]) -> Estimate:
    """The interval is from order statistics."""
    ordered = np.sort(values)
    half = Z_95 * sqrt(len(ordered)) / 2
    low = ordered[max(0, int(np.floor(len(ordered) / 2 - half)))]
    high = ordered[min(len(ordered) - 1, int(np.ceil(len(ordered) / 2 + half)))]
    return Estimate(float(np.median(values)), float(low), float(high), float(values.std()))
