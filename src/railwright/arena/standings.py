"""The outcome of a tournament: ratings, and a cross table of who beats whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.arena.intervals import estimate_rate
from railwright.arena.measures import places, rounds_of
from railwright.arena.ratings import Games, rate_players
from railwright.game.setup import Setup
from railwright.matches.results import Block

Tables = Sequence[tuple[tuple[str, ...], Block]]
"""The players and the games of each table."""

HEADINGS = ("rank", "player", "rating", "95% interval", "sigma", "games", "wins", "95% interval", "points")
"""The columns of the ratings table, see ``standing_cells``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The result of one player in a tournament."""

    rank: int
    player: str
    rating: float
    """The rating: openskill's mu."""
    rating_low: float
    rating_high: float
    sigma: float
    games: int
    win_rate: float
    """Mean share of wins over all seats that it had; a win shared by k seats counts 1/k."""
    win_rate_low: float
    win_rate_high: float
    points_mean: float

    def to_dict(self) -> dict[str, Any]:
        """The row as an object for JSON and CSV."""
        return {key: round(value, 4) if isinstance(value, float) else value for key, value in asdict(self).items()}


@dataclass(frozen=True, slots=True)
class Standings:
    """The outcome of a tournament, with the strongest player first."""

    rows: tuple[Standing, ...]
    cross: tuple[tuple[float | None, ...], ...]
    """How often the player of a row finished ahead of the player of a column, among the games in which both played.

    A shared place counts half. With two seats this is the win rate. None where they never met.
    """

    def to_dict(self) -> dict[str, Any]:
        """The standings as an object for JSON."""
        names = [row.player for row in self.rows]
        cross = {
            a: {b: None if rate is None else round(rate, 4) for b, rate in zip(names, rates, strict=True) if a != b}
            for a, rates in zip(names, self.cross, strict=True)
        }
        return {"standings": [row.to_dict() for row in self.rows], "cross": cross}

    def to_markdown(self) -> str:
        """Both tables as Markdown."""
        lines = _markdown(HEADINGS, [standing_cells(row) for row in self.rows])
        names = [row.player for row in self.rows]
        body = [(a, *map(cross_cell, rates)) for a, rates in zip(names, self.cross, strict=True)]
        return "\n".join([*lines, "", *_markdown(("before", *names), body), ""])

    def to_csv(self) -> str:
        """The ratings as CSV."""
        import polars as pl

        return pl.DataFrame([row.to_dict() for row in self.rows]).write_csv()


def standing_cells(row: Standing) -> tuple[str, ...]:
    """The cells of a row of the ratings table."""
    return (
        str(row.rank),
        row.player,
        f"{row.rating:.2f}",
        f"{row.rating_low:.2f} - {row.rating_high:.2f}",
        f"{row.sigma:.2f}",
        str(row.games),
        f"{row.win_rate:.3f}",
        f"{row.win_rate_low:.3f} - {row.win_rate_high:.3f}",
        f"{row.points_mean:.1f}",
    )


def cross_cell(rate: float | None) -> str:
    """The text of a cell of the cross table."""
    return "" if rate is None else f"{rate:.3f}"


def _markdown(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [headings, ["---"] * len(headings), *rows]
    return ["| " + " | ".join(cells) + " |" for cells in lines]


def standings_of(setup: Setup, tables: Tables) -> Standings:
    """Rate the players of a tournament."""
    names = sorted({name for table, _ in tables for name in table})
    number = {name: p for p, name in enumerate(names)}
    seated = [np.array([number[name] for name in table])[block.seating()] for table, block in tables]
    games = Games(
        np.ascontiguousarray(np.concatenate(seated)),
        np.ascontiguousarray(np.concatenate([places(block) for _, block in tables])),
        np.concatenate([np.full(len(block), i) for i, (_, block) in enumerate(tables)]),
        np.concatenate([rounds_of(block) for _, block in tables]),
    )
    ratings = rate_players(games, len(names))
    shares = np.concatenate([block.win_shares() for _, block in tables])
    points = np.concatenate([block.results["scores"][:, : block.seats] for _, block in tables]) / setup.ruleset.scale
    clusters = np.unique(np.stack([games.tables, games.rounds]), axis=1, return_inverse=True)[1].ravel()
    order = sorted(range(len(names)), key=lambda p: (-ratings[p].mu, names[p]))
    rows = []
    for rank, p in enumerate(order, start=1):
        mine = games.seated == p
        rate = estimate_rate(shares[mine], np.broadcast_to(clusters[:, None], mine.shape)[mine])
        rows.append(
            Standing(
                rank=rank,
                player=names[p],
                rating=ratings[p].mu,
                rating_low=ratings[p].low,
                rating_high=ratings[p].high,
                sigma=ratings[p].sigma,
                games=int(mine.any(axis=1).sum()),
                win_rate=rate.mean,
                win_rate_low=rate.low,
                win_rate_high=rate.high,
                points_mean=float(points[mine].mean()),
            )
        )
    return Standings(tuple(rows), _cross(tables, [names[p] for p in order]))


def _cross(tables: Tables, names: Sequence[str]) -> tuple[tuple[float | None, ...], ...]:
    before = np.zeros((len(names), len(names)))
    met = np.zeros((len(names), len(names)), np.int64)
    number = {name: p for p, name in enumerate(names)}
    for table, block in tables:
        place: NDArray[np.int64] = block.by_player(places(block))
        for i, a in enumerate(table):
            for j, b in enumerate(table):
                if a != b:
                    ahead = (place[:, i] < place[:, j]) + 0.5 * (place[:, i] == place[:, j])
                    before[number[a], number[b]] += ahead.sum()
                    met[number[a], number[b]] += len(block)
    return tuple(
        tuple(float(wins / games) if games else None for wins, games in zip(*row, strict=True))
        for row in zip(before, met, strict=True)
    )
