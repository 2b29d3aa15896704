"""What all commands share: messages, progress, files that are written whole or not at all."""

from __future__ import annotations

import json
import os
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from railwright.errors import FileError

INTERRUPTED = 130
"""Exit code after Ctrl-C."""


def note(text: str) -> None:
    """A remark that is not part of the output."""
    print(text, file=sys.stderr, flush=True)


def suggest(text: str) -> None:
    """What the user could do next."""
    print(f"\nNext: {text}")


def print_json(value: Any) -> None:
    """One JSON object for machines."""
    print(json.dumps(value, ensure_ascii=False))


@contextmanager
def progress(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on a terminal, nothing elsewhere. Yields a function that says how many more are done."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done: bar.advance(task, done)


def check_target(path: Path, force: bool) -> None:
    """Refuse to write over a file unless told to, and to write where there is no folder."""
    if path.exists() and not force:
        raise FileError(f"{path}: exists already; choose another name or add --force to replace it")
    if path.is_dir():
        raise FileError(f"{path}: is a folder; give the name of a file")
    if not path.resolve().parent.is_dir():
        raise FileError(f"{path}: there is no folder {path.resolve().parent}; make it first")


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all, also if the program is stopped in between."""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.resolve().parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(temporary, 0o666 & ~_umask())
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise FileError(f"{path}: cannot be written ({error.strerror})") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


_SEEDS = 10**9
"""A seed that nobody chose is below this, so that it can be typed."""


def any_seed() -> int:
    """A seed for a game whose user did not choose one."""
    return secrets.randbelow(_SEEDS)
