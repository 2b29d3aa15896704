"""Statistics of the players of a match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.arena.intervals import estimate_mean, estimate_rate
from railwright.arena.measures import measure, rounds_of, track_lengths
from railwright.game.setup import Setup
from railwright.matches.results import Block

QUANTILES = (5, 25, 50, 75, 95)
"""The percentiles of the points that are reported."""

_BONUSES = ("longest_path_points", "globetrotter_points", "station_points", "passenger_points")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSummary:
    """The results of one player. Means are over games; 95% intervals are clustered by round (``arena.intervals``)."""

    player: str
    games: int
    win_rate: float
    """Share of games won; a win shared by k players counts 1/k for each."""
    win_rate_low: float
    win_rate_high: float
    effective_games: float
    """Effective sample size of the win rate, in independent games."""
    shared_wins: int
    """Number of games in which the win was shared with others."""
    points_mean: float
    points_low: float | None
    """Lower end of the interval of the mean; None if there is only one round."""
    points_high: float | None
    """Upper end of the interval of the mean; None if there is only one round."""
    points_sd: float
    points_median: float
    points_quantiles: dict[str, float]
    """Percentiles of the points, by the inverse of the empirical distribution function."""
    route_points_mean: float
    ticket_points_mean: float
    """Mean points of completed tickets minus those of failed ones."""
    bonus_points_mean: float
    tickets_completed_mean: float
    tickets_failed_mean: float
    longest_path_mean: float
    tracks_mean: dict[str, float]
    """Mean number of tracks of each length."""
    trains_left_mean: float
    ended_share: float
    """Share of the games in which this player started the last round."""
    decision_ms: float | None = field(default=None, compare=False)
    """Mean time of a decision in milliseconds, which depends on the machine and its load; None if no game was timed."""

    def to_dict(self) -> dict[str, Any]:
        """The summary as an object for JSON, without the values that depend on the machine."""
        return {entry.name: _rounded(getattr(self, entry.name)) for entry in fields(self) if entry.compare}


@dataclass(frozen=True, slots=True)
class GameLength:
    """The mean length of games."""

    turns: float
    """Mean number of turns of all seats together, without the choice of the opening tickets."""
    turns_per_seat: float
    actions: float

    def to_dict(self) -> dict[str, Any]:
        """The lengths as an object for JSON."""
        return {f"{entry.name}_mean": _rounded(getattr(self, entry.name)) for entry in fields(self)}


def summarise(setup: Setup, names: Sequence[str], blocks: Iterable[Block]) -> list[PlayerSummary]:
    """One summary for each player, in the order of the names."""
    tally = Tally(setup, names)
    for block in blocks:
        tally.add(block)
    return tally.summaries()


class Tally:
    """Accumulates the games of a match for its statistics; game records are not kept."""

    def __init__(self, setup: Setup, names: Sequence[str]) -> None:
        self.setup, self.names = setup, tuple(names)
        self.games = 0
        self._columns: dict[str, list[NDArray[Any]]] = {}
        self._rounds: list[NDArray[np.int64]] = []
        self._nanoseconds = np.zeros(len(self.names), np.int64)
        self._decisions = np.zeros(len(self.names), np.int64)
        self._turns = self._actions = 0

    def add(self, block: Block) -> None:
        """Add a block of games."""
        for name, by_seat in measure(self.setup, block).items():
            self._columns.setdefault(name, []).append(block.by_player(by_seat))
        self._rounds.append(rounds_of(block))
        for total, name in ((self._nanoseconds, "nanoseconds"), (self._decisions, "decisions")):
            total += block.by_player(block.game_stats[name][:, : block.seats].astype(np.int64)).sum(axis=0)
        self._turns += int(block.game_stats["turns"].sum())
        self._actions += int(block.game_stats["actions"].sum())
        self.games += len(block)

    def column(self, name: str) -> NDArray[Any]:
        """A measure with a row for each game and a column for each player."""
        self._columns[name] = [np.concatenate(self._columns[name])]
        return self._columns[name][0]

    def rounds(self) -> NDArray[np.int64]:
        """The round of each game."""
        self._rounds = [np.concatenate(self._rounds)]
        return self._rounds[0]

    def length(self) -> GameLength:
        """The mean length of the games."""
        turns = self._turns / self.games
        return GameLength(turns, turns / len(self.names), self._actions / self.games)

    def summaries(self) -> list[PlayerSummary]:
        """One summary for each player."""
        return [self._summary(p) for p in range(len(self.names))]

    def _summary(self, p: int) -> PlayerSummary:
        points = self.column("points")[:, p].astype(float)
        shares = self.column("win_share")[:, p]
        rate = estimate_rate(shares, self.rounds())
        mean = estimate_mean(points, self.rounds())
        return PlayerSummary(
            player=self.names[p],
            games=self.games,
            win_rate=rate.mean,
            win_rate_low=rate.low,
            win_rate_high=rate.high,
            effective_games=rate.sample,
            shared_wins=int(((shares > 0) & (shares < 1)).sum()),
            points_mean=float(points.mean()),
            points_low=mean.low if mean else None,
            points_high=mean.high if mean else None,
            points_sd=float(points.std()),
            points_median=float(np.median(points)),
            points_quantiles=_quantiles(points),
            route_points_mean=self._mean("route_points", p),
            ticket_points_mean=self._mean("ticket_points", p),
            bonus_points_mean=sum(self._mean(name, p) for name in _BONUSES),
            tickets_completed_mean=self._mean("tickets_completed", p),
            tickets_failed_mean=self._mean("tickets_failed", p),
            longest_path_mean=self._mean("longest_path", p),
            tracks_mean={str(n): self._mean(f"tracks_{n}", p) for n in track_lengths(self.setup)},
            trains_left_mean=self._mean("trains_left", p),
            ended_share=self._mean("ended", p),
            decision_ms=float(self._nanoseconds[p] / self._decisions[p] / 1e6) if self._decisions[p] else None,
        )

    def _mean(self, name: str, p: int) -> float:
        return float(self.column(name)[:, p].mean())


def _quantiles(points: NDArray[np.float64]) -> dict[str, float]:
    values = np.percentile(points, QUANTILES, method="inverted_cdf")
    return {f"{percent}%": float(value) for percent, value in zip(QUANTILES, values, strict=True)}


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    return round(value, 6) if isinstance(value, float) else value
