"""A file of lines that grows and that nothing can spoil.

A line counts only if it is whole: a program that is killed while it writes leaves half a line at most, which is cut off
when the file is opened again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from railwright.errors import FileError

SYNC_SECONDS = 1.0
"""So often, at most, the file system is asked to make sure: what is lost if the machine fails."""


class GrowingFile:
    """Lines, open for reading and writing by one process alone."""

    def __init__(self, path: Path) -> None:
        """Open a file; a new one is made if there is none."""
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

    def lines(self) -> Iterator[bytes]:
        """All lines so far."""
        self._file.seek(0)
        yield from self._file

    def append(self, line: str) -> None:
        """Add a line."""
        try:
            self._file.write(line.encode() + b"\n")
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


class KeptInFile:
    """What is kept in a growing file, which is closed at the end of a ``with``."""

    def __init__(self, path: Path) -> None:
        """Open the file; a new one is made if there is none."""
        self._file = GrowingFile(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.__exit__(kind, error, trace)


def _lock(handle: int) -> None:
    """Keep other processes from opening the file; OSError if one has it."""
    try:
        import fcntl
    except ImportError:  # not on Windows: there nothing keeps two processes apart
        return
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
