"""Shared by all commands: messages, tables, JSON and progress bars."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

WIDE = 240
"""Width of tables that are not printed to a terminal, in columns."""


def note(text: str) -> None:
    """Print a remark to stderr, apart from the output."""
    print(text, file=sys.stderr, flush=True)


def suggest(text: str) -> None:
    """Print what the user could do next."""
    print(f"\nNext: {text}")


def again(*words: object, **options: object) -> str:
    """A command as a user would type it; options that are None or False are left out, and True is a flag."""
    given = list(words)
    for name, value in options.items():
        if value is not None and value is not False:
            given += [f"--{name.replace('_', '-')}"] + ([] if value is True else [value])
    return shlex.join(map(str, given))


def print_json(value: Any) -> None:
    """Print one JSON object. Control characters are escaped, so that it is safe to show in a terminal."""
    text = json.dumps(value, ensure_ascii=False)
    if text.isprintable():  # the common case: going through a long object letter by letter is slow
        print(text)
        return
    print("".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in text))


def print_table(table: Table) -> None:
    """Print a table, fitted to the terminal; up to ``WIDE`` columns in files and pipes."""
    Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else WIDE).print(table)


@contextmanager
def progress(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on a terminal, nothing elsewhere. Yields a function that advances it by a number of steps."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
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
    with Console(stderr=True).status("starting") as status:
        yield status.update
