"""What games say about players: win rates with intervals, points, tickets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.arena.match import Block
from railwright.game.setup import Setup

Z_95 = 1.959964
"""Standard errors on each side of a 95 % interval."""


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a rate. Shared wins count as fractions, which makes it a little too wide."""
    if trials == 0:
        return 0.0, 1.0
    rate = successes / trials
    middle = (rate + Z_95**2 / (2 * trials)) / (1 + Z_95**2 / trials)
    half = Z_95 * sqrt(rate * (1 - rate) / trials + Z_95**2 / (4 * trials**2)) / (1 + Z_95**2 / trials)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """How one player did."""

    player: str
    win_rate: float
    """Share of games won; a win shared by k players counts 1/k for each."""
    win_rate_low: float
    win_rate_high: float
    shared_wins: int
    """Games in which the win was shared with others."""
    points_mean: float
    points_median: float
    points_sd: float
    route_points_mean: float
    tickets_completed_mean: float
    tickets_failed_mean: float
    ticket_points_mean: float
    longest_path_mean: float

    def to_dict(self) -> dict[str, Any]:
        """For JSON: plain numbers."""
        return {key: round(value, 6) if isinstance(value, float) else value for key, value in asdict(self).items()}


def summarise(setup: Setup, names: Sequence[str], blocks: Sequence[Block]) -> list[PlayerSummary]:
    """One summary for each player, in the order of the names."""
    scale = setup.ruleset.scale
    columns = {
        field: _by_player(blocks, field).astype(float) / (scale if field in _IN_POINTS else 1)
        for field in ("scores", "routes", "tickets", "completed", "failed", "longest_path")
    }
    won = np.concatenate([_won_by_player(block) for block in blocks])
    winners = won.sum(axis=1, keepdims=True)
    shares = won / winners
    games = len(won)
    summaries = []
    for p, name in enumerate(names):
        scores = columns["scores"][:, p]
        low, high = wilson(float(shares[:, p].sum()), games)
        summaries.append(
            PlayerSummary(
                player=name,
                win_rate=float(shares[:, p].mean()),
                win_rate_low=low,
                win_rate_high=high,
                shared_wins=int((won[:, p] & (winners[:, 0] > 1)).sum()),
                points_mean=float(scores.mean()),
                points_median=float(np.median(scores)),
                points_sd=float(scores.std()),
                route_points_mean=float(columns["routes"][:, p].mean()),
                tickets_completed_mean=float(columns["completed"][:, p].mean()),
                tickets_failed_mean=float(columns["failed"][:, p].mean()),
                ticket_points_mean=float(columns["tickets"][:, p].mean()),
                longest_path_mean=float(columns["longest_path"][:, p].mean()),
            )
        )
    return summaries


_IN_POINTS = ("scores", "routes", "tickets")


def _by_player(blocks: Sequence[Block], field: str) -> NDArray[Any]:
    """A field of the results with one row for each game and one column for each player."""
    return np.concatenate([_arrange(block, block.results[field][:, : block.seats]) for block in blocks])


def _won_by_player(block: Block) -> NDArray[np.bool_]:
    bits = block.results["winners"][:, None] >> np.arange(block.seats)[None, :] & 1
    return _arrange(block, bits.astype(bool))


def _arrange(block: Block, by_seat: NDArray[Any]) -> NDArray[Any]:
    arranged = np.empty_like(by_seat)
    np.put_along_axis(arranged, block.seating(), by_seat, axis=1)
    return arranged
