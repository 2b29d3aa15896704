"""A file of finished blocks that grows while games are played. Games of a block that is not whole are played again."""

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
from railwright.matches.match import Block
from railwright.workers.growing_file import KeptInFile


class Journal(KeptInFile):
    """A journal, open for reading and writing by one process alone."""

    def blocks(self) -> Iterator[tuple[int, Block]]:
        """All blocks, each with the number of its table."""
        for number, entry in enumerate(self._file.entries(), start=1):
            found = _read(entry)
            if found is None:
                raise FileError(f"{self._file.path}: line {number} holds no games of a tournament; begin a new one")
            yield found

    def append(self, table: int, block: Block) -> None:
        """Add a block."""
        packed = io.BytesIO()
        np.savez_compressed(packed, results=block.results, courses=block.game_stats, seeds=block.seeds)
        entry = {"table": table, "first": block.first, "games": len(block), "seats": block.seats,
                 "data": base64.b64encode(packed.getvalue()).decode()}  # fmt: skip
        self._file.append(json.dumps(entry))


def _read(text: bytes) -> tuple[int, Block] | None:
    """The block of an entry, or None if it is none."""
    try:
        entry = json.loads(text)
        with np.load(io.BytesIO(base64.b64decode(entry["data"], validate=True)), allow_pickle=False) as arrays:
            results = arrays["results"].astype(RESULT)
            game_stats = arrays["courses"].astype(GAME_STATS)
            seeds = arrays["seeds"].astype(np.int64)
        first, games, seats, table = (int(entry[key]) for key in ("first", "games", "seats", "table"))
    except (ValueError, KeyError, TypeError, binascii.Error, zipfile.BadZipFile, EOFError):
        return None
    if not len(results) == len(game_stats) == len(seeds) == games:
        return None
    return table, Block(first, seats, results, game_stats, seeds)
