"""Measures of the games of a block: one number for each game and seat."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.game.setup import Setup
from railwright.matches.results import Block

_POINTS = {
    "points": "scores",
    "route_points": "routes",
    "ticket_points": "tickets",
    "longest_path_points": "longest_path_bonus",
    "globetrotter_points": "globetrotter_bonus",
    "station_points": "station_bonus",
    "passenger_points": "passenger_bonus",
}
"""Measures in points, and the fields of RESULT that hold them in units of the setup's scale."""

_COUNTS = {"tickets_completed": "completed", "tickets_failed": "failed", "longest_path": "longest_path"}


def measure(setup: Setup, block: Block) -> dict[str, NDArray[Any]]:
    """All measures of a block by name, each an array with a row for each game and a column for each seat.

    Measures depend only on the games, never on the clock.
    """
    seats = block.seats
    measures: dict[str, NDArray[Any]] = {}
    for name, field in _POINTS.items():
        units = block.results[field][:, :seats]
        measures[name] = units if setup.ruleset.scale == 1 else units / setup.ruleset.scale
    for name, field in _COUNTS.items():
        measures[name] = block.results[field][:, :seats]
    measures["win_share"] = block.win_shares()
    measures["place"] = places(block)
    measures["ended"] = block.game_stats["ended_by"][:, None] == np.arange(seats)[None, :]
    measures["trains_left"] = block.game_stats["trains"][:, :seats]
    for length in track_lengths(setup):
        measures[f"tracks_{length}"] = block.game_stats["tracks"][:, :seats, length]
    return measures


def track_lengths(setup: Setup) -> list[int]:
    """The track lengths that occur on the board, ascending."""
    return sorted({track.length for track in setup.board.tracks})


def places(block: Block) -> NDArray[np.int64]:
    """The place of each seat: 1 for the winners, then by points; equal points share a place.

    The rules break ties only for the first place, so a seat that lost the tie-break ranks behind the winners.
    """
    won = block.has_won().astype(np.int64)
    points = block.results["scores"][:, : block.seats].astype(np.int64)
    behind = (won[:, :, None] < won[:, None, :]) | (
        (won[:, :, None] == won[:, None, :]) & (points[:, :, None] < points[:, None, :])
    )
    return 1 + behind.sum(axis=2)


def rounds_of(block: Block) -> NDArray[np.int64]:
    """The round of each game. The games of a round begin with the same deal."""
    return np.arange(block.first, block.first + len(block)) // block.seats
