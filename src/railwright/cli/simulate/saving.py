"""Save the games of a match: as records to replay, or as a table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from railwright.arena.game_records import block_records
from railwright.maps.load import LIBRARY
from railwright.matches.results import Block
from railwright.whole_files import WholeFile
from railwright.workers.tasks import GameBatch

RECORDS = ".jsonl"
"""Suffix of a file with one record per line; any other is a table."""


class Saver(Protocol):
    """Takes the blocks of a match. Packing may be interrupted, keeping is not."""

    def pack(self, block: Block) -> Any:
        """What is to be kept of a block."""

    def keep(self, packed: Any) -> None:
        """Keep it."""


@contextmanager
def open_saver(task: GameBatch, save: Path | None) -> Iterator[Saver]:
    """A saver that takes the blocks of a match; the file is written when the context ends."""
    if save is None:
        yield _NoFile()
    elif save.suffix == RECORDS:
        with WholeFile(save) as file:
            yield _Records(task, file)
    else:
        from railwright.cli.simulate.rows import GameRows  # needs Polars

        rows = GameRows(task)
        yield rows
        rows.write(save)


class _NoFile:
    def pack(self, block: Block) -> None:
        """Do nothing."""

    def keep(self, packed: None) -> None:
        """Do nothing."""


class _Records:
    """Every game as a compact record, one per line."""

    def __init__(self, task: GameBatch, file: WholeFile) -> None:
        self.task, self.file = task, file

    def pack(self, block: Block) -> bytes:
        """The records of a block."""
        records = block_records(self.task.setup, self.task.names, block)
        return "".join(json.dumps(record.to_dict(LIBRARY), ensure_ascii=False) + "\n" for record in records).encode()

    def keep(self, packed: bytes) -> None:
        """Write the records of a block."""
        self.file.write(packed)
