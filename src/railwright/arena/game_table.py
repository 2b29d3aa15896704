"""Games as a data table with one row for each game and seat, for other programs."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

import numpy as np
import polars as pl

from railwright.arena.measures import measure, rounds_of
from railwright.game.setup import Setup
from railwright.matches.results import Block


def game_rows(setup: Setup, names: Sequence[str], block: Block) -> pl.DataFrame:
    """The table of a block. Its columns depend only on the games, never on the clock."""
    seats = block.seats
    numbers = np.arange(block.first, block.first + len(block))
    columns = {
        "game": np.repeat(numbers, seats),
        "round": np.repeat(rounds_of(block), seats),
        "deal_seed": np.repeat(block.seeds, seats),
        "seat": np.tile(np.arange(seats), len(block)),
        "player": np.array(names)[block.seating()].ravel(),
        **{name: values.ravel() for name, values in measure(setup, block).items()},
        "turns": np.repeat(block.game_stats["turns"], seats),
        "actions": np.repeat(block.game_stats["actions"], seats),
    }
    return pl.DataFrame(columns)


def table_bytes(frames: Iterable[pl.DataFrame], suffix: str) -> bytes:
    """Concatenated tables as the content of a file, whose format is given by the suffix: .parquet or .csv."""
    whole = pl.concat(list(frames))
    file = io.BytesIO()
    if suffix == ".parquet":
        whole.write_parquet(file)
    elif suffix == ".csv":
        whole.write_csv(file)
    else:
        raise ValueError(f"unknown table format {suffix!r}; use .parquet or .csv")
    return file.getvalue()
