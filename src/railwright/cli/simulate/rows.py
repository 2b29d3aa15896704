"""Save the games of a match as a table."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from railwright.arena.game_table import game_rows, table_bytes
from railwright.matches.results import Block
from railwright.whole_files import write_whole
from railwright.workers.tasks import GameBatch


class GameRows:
    """A table with one row per game and seat."""

    def __init__(self, task: GameBatch) -> None:
        self.task = task
        self.frames: list[pl.DataFrame] = []

    def pack(self, block: Block) -> pl.DataFrame:
        """The rows of a block."""
        return game_rows(self.task.setup, self.task.names, block)

    def keep(self, packed: pl.DataFrame) -> None:
        """Add the rows of a block."""
        self.frames.append(packed)

    def write(self, path: Path) -> None:
        """Write all rows to a file."""
        if self.frames:
            write_whole(path, table_bytes(self.frames, path.suffix))
