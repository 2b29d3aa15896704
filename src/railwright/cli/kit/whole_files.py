"""Files written atomically: checked before the work whose result they hold, then written whole or not at all."""

from __future__ import annotations

import glob
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from railwright.errors import FileError, OptionError

_UNFINISHED = ".part"
"""Suffix of files that are being written."""

DRAWING: Mapping[str, str] = {".svg": "a drawing; railwright map print makes a PDF"}
RECORD: Mapping[str, str] = {".json": "a game record", ".jsonl": "the same"}
"""File suffixes and their meanings, as ``check_target`` takes them."""


def check_folder(folder: Path, names: Iterable[str], force: bool) -> None:
    """Refuse a folder that cannot be created, or in which one of these files would be overwritten."""
    if folder.exists() and not folder.is_dir():
        raise FileError(f"{folder}: is a file; give the name of a folder")
    if not folder.exists() and not folder.resolve().parent.is_dir():
        raise FileError(f"{folder}: there is no folder {folder.resolve().parent}; create it first")
    for name in names:
        if (folder / name).exists() and not force:
            raise FileError(f"{folder / name}: already exists; choose another folder or add --force to replace it")


def check_target(path: Path, kinds: Mapping[str, str], *, force: bool) -> None:
    """Refuse a file that must not or cannot be written, before the work whose result it would hold."""
    check_place(path, kinds)
    if path.exists() and not force:
        raise FileError(f"{path}: already exists; choose another name or add --force to replace it")
    with _explained(path):
        temporary, file = _make_temporary(path)
        file.close()
        os.unlink(temporary)


def check_place(path: Path, kinds: Mapping[str, str]) -> None:
    """Refuse a file name with the wrong suffix, or in a folder that does not exist."""
    if path.is_dir():
        raise FileError(f"{path}: is a folder; give the name of a file")
    if path.suffix not in kinds:
        endings = " or ".join(f"{suffix} ({meaning})" for suffix, meaning in kinds.items())
        raise OptionError(f"{path}: the name must end in {endings}")
    if not path.resolve().parent.is_dir():
        raise FileError(f"{path}: there is no folder {path.resolve().parent}; create it first")


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


class WholeFile:
    """A file that is written atomically: it appears complete or not at all, even if the program is killed.

    with WholeFile(path) as file:
        file.write(b"...")  # goes to a temporary file beside it, which is renamed at the end

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
    """Create and lock a temporary file beside a file; remove those left by killed writers of the same file."""
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
