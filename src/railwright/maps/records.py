"""Reads and writes files of game records, which hold one JSON object, or one on each line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

from railwright.errors import FileError, OptionError, RecordError
from railwright.files import cannot_be_read, open_file
from railwright.game.record import Record
from railwright.maps.load import LIBRARY, read_text
from railwright.whole_files import WholeFile
from railwright.words import count

MAX_RECORD_BYTES = 50_000_000
"""Size limit for one game record."""


def read_record(file: Path, number: int = 1) -> tuple[Record, int]:
    """Read one record of a file, counted from 1; returns it and the number of records in the file."""
    games, wanted = 0, None
    for games, entry in enumerate(_objects(file), start=1):
        if games == number:
            wanted = entry
    if wanted is None:
        raise OptionError(f"{file}: has {count(games, 'game')}; there is no game {number}")
    return _parse(file, *wanted), games


def read_records(file: str | Path) -> Iterator[Record]:
    """Read and check all records of a file, one after the other.

    RecordError or FileError says which line is wrong.

    >>> import os, railwright, tempfile
    >>> game = railwright.new_game("usa", seats=2, seed=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "games.jsonl")
    ...     railwright.write_records(file, [railwright.Record.of(game, ["Ada", "rule"])])
    ...     list(railwright.read_records(file))
    [<Record usa/base: Ada, rule, seed 1, 0 actions, not over>]
    """
    path = Path(file)
    for line, text in _objects(path):
        yield _parse(path, line, text)


def write_records(file: str | Path, records: Iterable[Record], *, replace: bool = False) -> None:
    """Write records to a file, one on each line. The file appears complete or not at all.

    A file that exists is left alone, with a FileError, unless ``replace`` is true.

    >>> import os, railwright, tempfile
    >>> game = railwright.new_game("usa", seats=2, seed=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     railwright.write_records(os.path.join(folder, "game.jsonl"), [railwright.Record.of(game, ["Ada", "rule"])])
    ...     os.listdir(folder)
    ['game.jsonl']
    """
    path = Path(file)
    if path.exists() and not replace:
        raise FileError(f"{path}: already exists; choose another name or pass replace=True")
    with WholeFile(path) as whole:
        for record in records:
            whole.write(json.dumps(record.to_dict(LIBRARY), ensure_ascii=False).encode() + b"\n")


def count_records(file: Path) -> int:
    """The number of records in a file."""
    return sum(1 for _ in _objects(file))


def _objects(file: Path) -> Iterator[tuple[int, str]]:
    """The texts of the JSON objects in a file, each with the line on which it begins."""
    with open_file(file) as stream:
        lines = ((number, line) for number, line in enumerate(_lines(file, stream), start=1) if line.strip())
        first = next(lines, None)
        if first is None:
            raise FileError(f"{file}: is empty; a game record is a JSON object")
        second = next(lines, None)
        if second is None or _is_object(first[1]):
            yield from chain([first], [] if second is None else [second], lines)
            return
    yield 1, read_text(file, MAX_RECORD_BYTES)  # one object over several lines


def _lines(file: Path, stream: BinaryIO) -> Iterator[str]:
    """The lines of a file, read one at a time so that the file can have any size."""
    try:
        for number, line in enumerate(iter(lambda: stream.readline(MAX_RECORD_BYTES + 1), b""), start=1):
            if len(line) > MAX_RECORD_BYTES:
                limit = MAX_RECORD_BYTES // 1_000_000
                raise FileError(f"{file}, line {number}: not a game record, which has at most {limit} MB")
            yield line.decode()
    except UnicodeDecodeError as error:
        raise FileError(f"{file}, line {number}: is not UTF-8 text (byte {error.start})") from error
    except OSError as error:
        raise cannot_be_read(file, error) from error


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _parse(file: Path, line: int, text: str) -> Record:
    try:
        data: Any = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"{file}, line {line + error.lineno - 1}, column {error.colno}"
        raise FileError(f"{place}: not valid JSON ({error.msg})") from error
    except (ValueError, RecursionError) as error:
        raise FileError(f"{file}, line {line}: not valid JSON ({type(error).__name__})") from error
    try:
        return Record.from_dict(data, LIBRARY)
    except RecordError as error:
        raise RecordError(f"{file}, line {line}: {error}") from error
