"""Files written atomically: each appears complete or not at all, even if the program is killed."""

from __future__ import annotations

import glob
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from railwright.errors import FileError

_UNFINISHED = ".part"
"""Suffix of files that are being written."""


def make_folder(path: Path) -> None:
    """Create a folder if it does not exist."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{path}: cannot be created ({error.strerror})") from error


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file atomically: it appears complete or not at all."""
    with WholeFile(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def check_writable(path: Path) -> None:
    """Refuse a file that cannot be written, before the work whose result it would hold."""
    with _explained(path):
        temporary, file = _make_temporary(path)
        file.close()
        os.unlink(temporary)


class WholeFile:
    """A file that is written atomically: it appears complete or not at all, even if the program is killed.

    with WholeFile(path) as file:
        file.write(b"...")  # goes to a temporary file next to it, which is renamed at the end

    The temporary file is locked. An unlocked one was left by a program that was killed, and is removed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with _explained(path):
            self._temporary, self._file = _make_temporary(path)

    def write(self, data: bytes) -> None:
        """Append to the file."""
        with _explained(self.path):
            self._file.write(data)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            with _explained(self.path), self._file:
                self._file.flush()
                os.fsync(self._file.fileno())
                if kind is None:
                    os.chmod(self._temporary, 0o666 & ~_umask())
                    os.replace(self._temporary, self.path)
        finally:
            with suppress(FileNotFoundError):
                os.unlink(self._temporary)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise FileError(f"{path}: cannot be written ({error.strerror})") from error


def _make_temporary(path: Path) -> tuple[str, BinaryIO]:
    """Create and lock a temporary file next to a file; remove those left by killed writers of the same file."""
    folder, prefix = path.resolve().parent, f".{path.name}."
    for left in folder.glob(f"{glob.escape(prefix)}*{_UNFINISHED}"):
        _remove_if_left(left)
    while True:
        handle, name = tempfile.mkstemp(dir=folder, prefix=prefix, suffix=_UNFINISHED)
        file = os.fdopen(handle, "wb")
        with suppress(OSError):  # a file system without locks: nothing is removed there
            _lock(handle)
        if os.path.exists(name):  # otherwise another process removed it as stale before it was locked
            return name, file
        file.close()


def _remove_if_left(path: Path) -> None:
    """Remove an unfinished file unless a process is writing it."""
    with suppress(OSError), path.open("rb") as file:
        _lock(file.fileno())
        path.unlink()


def _lock(handle: int) -> None:
    """Lock a file until it is closed; OSError if another process has locked it."""
    try:
        import fcntl
    except ImportError:  # Windows does not remove open files
        return
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
