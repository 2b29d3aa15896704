"""An append-only file of finished blocks, from which a tournament resumes. Unfinished blocks are played again."""

from __future__ import annotations

import base64
import binascii
import io
import json
import zipfile
from collections.abc import Iterator

import numpy as np

from railwright.errors import FileError
from railwright.game.scoring import RESULT
from railwright.matches.game_stats import GAME_STATS
from railwright.matches.results import Block
from railwright.workers.growing_file import KeptInFile


class Journal(KeptInFile):
    """A journal, opened for reading and writing by one process at a time."""

    def blocks(self) -> Iterator[tuple[int, Block]]:
        """All blocks, each with the number of its table."""
        for number, entry in enumerate(self._file.entries(), start=1):
            table_and_block = _read(entry)
            if table_and_block is None:
                raise FileError(
                    f"{self._file.path}: line {number} holds no games of a tournament; start a new tournament"
                )
            yield table_and_block

    def append(self, table: int, block: Block) -> None:
        """Append a block."""
        packed = io.BytesIO()
        np.savez_compressed(packed, results=block.results, game_stats=block.game_stats, seeds=block.seeds)
        entry = {"table": table, "first": block.first, "games": len(block), "seats": block.seats,
                 "data": base64.b64encode(packed.getvalue()).decode()}  # fmt: skip
        self._file.append(json.dumps(entry))


def _read(text: bytes) -> tuple[int, Block] | None:
    """The table number and the block of an entry; None if it is not a valid entry."""
    try:
        entry = json.loads(text)
        with np.load(io.BytesIO(base64.b64decode(entry["data"], validate=True)), allow_pickle=False) as arrays:
            results = arrays["results"].astype(RESULT)
            game_stats = arrays["game_stats"].astype(GAME_STATS)
            seeds = arrays["seeds"].astype(np.int64)
        first, games, seats, table = (int(entry[key]) for key in ("first", "games", "seats", "table"))
    except (ValueError, KeyError, TypeError, binascii.Error, zipfile.BadZipFile, EOFError):
        return None
    if not len(results) == len(game_stats) == len(seeds) == games:
        return None
    return table, Block(first, seats, results, game_stats, seeds)
