"""A file of finished blocks that grows while games are played and that nothing can spoil.

Every block is one line. A line counts only if it is whole: a program that is killed while it writes leaves half a line
at most, which is cut off when the journal is opened again, and the games of that block are played again.
"""

from __future__ import annotations

import base64
import binascii
import io
import json
import os
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np

from railwright.arena.course import COURSE
from railwright.arena.match import Block
from railwright.errors import FileError
from railwright.game.scoring import RESULT

SYNC_SECONDS = 1.0
"""So often, at most, the file system is asked to make sure: what is lost if the machine fails."""


class Journal:
    """A journal, open for reading and writing by one process alone."""

    def __init__(self, path: Path) -> None:
        """Open a journal; a new one is made if there is none."""
        self.path = path
        self._synced = 0.0
        try:
            self._file = open(path, "ab+")  # noqa: SIM115
            try:
                _lock(self._file.fileno())
            except OSError:
                self._file.close()
                raise FileError(f"{path}: is in use by another process; wait until it ends") from None
            self._cut_torn_end()
        except OSError as error:
            raise FileError(f"{path}: cannot be opened ({error.strerror})") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def blocks(self) -> Iterator[tuple[int, Block]]:
        """All blocks, each with the number of its table."""
        self._file.seek(0)
        for line in self._file:
            entry = _read(line)
            if entry is not None:
                yield entry

    def append(self, table: int, block: Block) -> None:
        """Add a block."""
        packed = io.BytesIO()
        np.savez_compressed(packed, results=block.results, courses=block.courses, seeds=block.seeds)
        entry = {"table": table, "first": block.first, "games": len(block), "seats": block.seats,
                 "data": base64.b64encode(packed.getvalue()).decode()}  # fmt: skip
        try:
            self._file.write((json.dumps(entry) + "\n").encode())
            self._file.flush()
            if time.monotonic() - self._synced > SYNC_SECONDS:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()
        except OSError as error:
            raise FileError(f"{self.path}: cannot be written ({error.strerror})") from error

    def _cut_torn_end(self) -> None:
        """Remove what follows the last end of a line."""
        end = self._file.seek(0, os.SEEK_END)
        position = end
        while position > 0:
            step = min(1 << 16, position)
            position = self._file.seek(position - step)
            found = self._file.read(step).rfind(b"\n")
            if found >= 0:
                position += found + 1
                break
        if position < end:
            self._file.truncate(position)
        self._file.seek(0, os.SEEK_END)


def _read(line: bytes) -> tuple[int, Block] | None:
    """The block on a line, or None if the line is damaged."""
    try:
        entry = json.loads(line)
        with np.load(io.BytesIO(base64.b64decode(entry["data"], validate=True)), allow_pickle=False) as arrays:
            results = arrays["results"].astype(RESULT)
            courses = arrays["courses"].astype(COURSE)
            seeds = arrays["seeds"].astype(np.int64)
        first, games, seats, table = (int(entry[key]) for key in ("first", "games", "seats", "table"))
    except (ValueError, KeyError, TypeError, binascii.Error, zipfile.BadZipFile, EOFError):
        return None
    if not len(results) == len(courses) == len(seeds) == games:
        return None
    return table, Block(first, seats, results, courses, seeds)


def _lock(handle: int) -> None:
    """Keep other processes from opening the journal; OSError if one has it."""
    try:
        import fcntl
    except ImportError:  # not on Windows: there nothing keeps two processes apart
        return
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
