"""Shared by all commands: messages, progress bars, and files that are written atomically."""

from __future__ import annotations

import glob
import json
import os
import secrets
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, Self

from railwright.errors import FileError, OptionError

if TYPE_CHECKING:
    from rich.table import Table

INTERRUPTED = 130
"""Exit code after Ctrl-C."""

FAILED = 1
"""Exit code after a failure of the machine, such as a full disk."""

_UNFINISHED = ".part"
"""Suffix of files that are being written."""

WIDE = 240
"""Width of tables that are not printed to a terminal, in columns."""


def note(text: str) -> None:
    """Print a remark to stderr, apart from the output."""
    print(text, file=sys.stderr, flush=True)


def suggest(text: str) -> None:
    """Print what the user could do next."""
    print(f"\nNext: {text}")


def again(*words: object, **options: object) -> str:
    """A command as a user would type it; options that are None are left out."""
    given = [(f"--{name.replace('_', '-')}", value) for name, value in options.items() if value is not None]
    return shlex.join(str(word) for word in [*words, *(part for option in given for part in option)])


def print_json(value: Any) -> None:
    """Print one JSON object. Control characters are escaped, so that it is safe to show in a terminal."""
    text = json.dumps(value, ensure_ascii=False)
    if text.isprintable():  # the common case: going through a long object letter by letter is slow
        print(text)
        return
    print("".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in text))


def print_table(table: Table) -> None:
    """Print a table, fitted to the terminal; up to ``WIDE`` columns in files and pipes."""
    from rich.console import Console

    Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else WIDE).print(table)


@contextmanager
def progress(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on a terminal, nothing elsewhere. Yields a function that advances it by a number of steps."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done: bar.advance(task, done)


@contextmanager
def stages() -> Iterator[Callable[[str], None]]:
    """A status line on a terminal, nothing elsewhere. Yields a function that sets its text."""
    if not sys.stderr.isatty():
        yield lambda stage: None
        return
    from rich.console import Console

    with Console(stderr=True).status("starting") as status:
        yield status.update


def check_folder(folder: Path, names: Iterable[str], force: bool) -> None:
    """Refuse a folder that cannot be created, or in which one of these files would be overwritten."""
    if folder.exists() and not folder.is_dir():
        raise FileError(f"{folder}: is a file; give the name of a folder")
    if not folder.exists() and not folder.resolve().parent.is_dir():
        raise FileError(f"{folder}: there is no folder {folder.resolve().parent}; create it first")
    for name in names:
        if (folder / name).exists() and not force:
            raise FileError(f"{folder / name}: already exists; choose another folder or add --force to replace it")


DRAWING: Mapping[str, str] = {".svg": "a drawing; railwright map print makes a PDF"}
RECORD: Mapping[str, str] = {".json": "a game record", ".jsonl": "the same"}
"""File suffixes and their meanings, as ``check_target`` takes them."""


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


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


_SEEDS = 10**9
"""Random seeds are below this, so that they are short enough to type."""


def any_seed() -> int:
    """A random seed, for a game whose user did not choose one."""
    return secrets.randbelow(_SEEDS)
