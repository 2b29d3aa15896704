"""What is done with each extract and each published map: make or read the board, measure it, play on it.

The results are plain values for JSON files.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from railwright.arena.stats import Tally
from railwright.errors import RailwrightError
from railwright.game.setup import Setup
from railwright.mapmaker.criteria import measure, measure_plan
from railwright.mapmaker.formats.map_file.importing import import_map, map_plan
from railwright.mapmaker.osm.making import make_board
from railwright.mapmaker.osm.options import OsmOptions
from railwright.maps.load import load_setup
from railwright.workers.pool import play_match

PUBLISHED_METHOD = OsmOptions(method="published")


def try_extract(path: Path, *, seed: int, games: int, players: Sequence[str]) -> dict[str, Any]:
    """Make a board from an extract and evaluate it; if no board can be made, the result is the reason."""
    began = time.perf_counter()
    try:
        made = make_board(path, seed=seed, options=PUBLISHED_METHOD)
    except RailwrightError as error:
        return {"reason": str(error).replace(str(path), path.name)}
    seconds = time.perf_counter() - began
    return {
        **_tried(load_setup(made.board), seed=seed, games=games, players=players),
        "network_stations": made.network[0],
        "left_out": list(made.left_out),
        "shortfalls": list(made.shortfalls),
        "seconds": round(seconds, 1),
    }


def try_map(path: Path, *, seed: int, games: int, players: Sequence[str]) -> dict[str, Any]:
    """Add colours and tickets to a published map and evaluate it."""
    return _tried(load_setup(import_map(path, seed=seed).board), seed=seed, games=games, players=players)


def try_official(setup: Setup, *, seed: int, games: int, players: Sequence[str]) -> dict[str, Any]:
    """Evaluate an official board."""
    return _tried(setup, seed=seed, games=games, players=players)


def measure_maps(paths: Sequence[Path]) -> dict[str, Any]:
    """Measure all published maps."""
    return {"maps": [measure_plan(map_plan(path)).to_dict() for path in paths]}


def _tried(setup: Setup, *, seed: int, games: int, players: Sequence[str]) -> dict[str, Any]:
    """A board, its quality, and the results of the players on it."""
    tally = Tally(setup, players)
    for block in play_match(setup, players, games=games, seed=seed):
        tally.add(block)
    return {
        "board": setup.board.to_dict(),
        "quality": measure(setup.board).to_dict(),
        "games": games,
        "length": tally.length().to_dict(),
        "players": [summary.to_dict() for summary in tally.summaries()],
    }
