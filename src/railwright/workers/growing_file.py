"""An append-only file of lines with checksums, which detect every change and all damage.

Each line is a JSON list of a checksum and an entry. The checksum covers the entry and the checksum of the previous
line, so opening the file finds and refuses a line that was changed, removed or moved. A program that is killed while
writing leaves at most half a line, which the next opening cuts off.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from railwright.errors import FileError

SYNC_SECONDS = 1.0
"""Minimum interval between two fsync calls: at most this much work is lost if the machine crashes."""

_CHECKSUM_DIGITS = 16
_BEFORE, _BETWEEN, _AFTER = b'["', b'", ', b"]\n"


class GrowingFile:
    """A growing file, opened for reading and writing by one process at a time."""

    def __init__(self, path: Path) -> None:
        """Open the file, or create it."""
        self.path = path
        self._synced = 0.0
        try:
            self._file = open(path, "ab+", buffering=0)  # noqa: SIM115
            try:
                self._lock()
                self._checksum, self._end = self._check()
                self._file.truncate(self._end)
            except BaseException:
                self._file.close()
                raise
        except OSError as error:
            raise FileError(f"{path}: cannot be opened ({error.strerror})") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; nothing can be appended any more."""
        self._file.close()

    def entries(self) -> Iterator[bytes]:
        """All entries so far."""
        for line in self._lines():
            yield _split(line)[1]

    def append(self, entry: str) -> None:
        """Append an entry, which must be JSON on one line. If writing fails, the file stays as it was."""
        checksum = _checksum(self._checksum, entry.encode())
        line = _BEFORE + checksum + _BETWEEN + entry.encode() + _AFTER
        try:
            self._write(line)
            if time.monotonic() - self._synced > SYNC_SECONDS:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()
        except OSError as error:
            with suppress(OSError):  # otherwise half a line remains, which the next opening cuts off
                self._file.truncate(self._end)
            raise FileError(f"{self.path}: cannot be written ({error.strerror})") from error
        self._checksum = checksum
        self._end += len(line)

    def _write(self, line: bytes) -> None:
        rest = memoryview(line)
        while rest:
            rest = rest[self._file.write(rest) :]

    def _lines(self) -> Iterator[bytes]:
        """All lines so far; the last one may be incomplete."""
        with open(self.path, "rb") as file:
            yield from file

    def _check(self) -> tuple[bytes, int]:
        """Check all lines; returns the checksum and the end of the last complete one. FileError if a line is wrong."""
        before, end = b"", 0
        for number, line in enumerate(self._lines(), start=1):
            if not line.endswith(b"\n"):
                break
            checksum, entry = _split(line)
            if checksum != _checksum(before, entry):
                raise FileError(
                    f"{self.path}: line {number} does not match its checksum: it was changed or damaged, or is from an "
                    "older version; restore the file, or start over"
                )
            before, end = checksum, end + len(line)
        return before, end

    def _lock(self) -> None:
        """Lock the file against other processes."""
        try:
            import fcntl
        except ImportError:  # Windows has no fcntl: there, two processes can open the same file
            return
        try:
            fcntl.flock(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FileError(f"{self.path}: is in use by another process; wait until it ends") from None


class KeptInFile:
    """Base class of objects stored in a growing file, which is closed at the end of a ``with``."""

    def __init__(self, path: Path) -> None:
        """Open the file, or create it."""
        self._file = GrowingFile(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.__exit__(kind, error, trace)


def _checksum(before: bytes, entry: bytes) -> bytes:
    """The checksum of an entry whose previous line has the checksum ``before``."""
    return hashlib.sha256(before + entry).hexdigest()[:_CHECKSUM_DIGITS].encode()


def _split(line: bytes) -> tuple[bytes, bytes]:
    """The checksum and the entry of a line; an empty checksum if the line has another form."""
    start = len(_BEFORE) + _CHECKSUM_DIGITS
    if not (line.startswith(_BEFORE) and line[start:].startswith(_BETWEEN) and line.endswith(_AFTER)):
        return b"", line
    return line[len(_BEFORE) : start], line[start + len(_BETWEEN) : -len(_AFTER)]
