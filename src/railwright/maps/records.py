"""Reads game records from files: one JSON object, or one on each line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from railwright.errors import FileError, OptionError, RecordError
from railwright.game.record import Record
from railwright.maps.load import LIBRARY, read_text
from railwright.words import count

MAX_RECORD_BYTES = 2_000_000_000


def read_record(file: Path, number: int = 1) -> tuple[Record, int]:
    """One record of a file, counted from 1, and how many the file has."""
    lines = _objects(file)
    if not 1 <= number <= len(lines):
        raise OptionError(f"{file} has {count(len(lines), 'game')}; there is no game {number}")
    line, text = lines[number - 1]
    return _parse(file, line, text), len(lines)


def read_records(file: str | Path) -> Iterator[Record]:
    """Every record of a file, checked: ``for record in railwright.read_records("games.jsonl")``."""
    path = Path(file)
    for line, text in _objects(path):
        yield _parse(path, line, text)


def count_records(file: Path) -> int:
    """How many records a file has."""
    return len(_objects(file))


def _objects(file: Path) -> list[tuple[int, str]]:
    """The texts of the JSON objects in a file, with the lines on which they begin."""
    text = read_text(file, MAX_RECORD_BYTES)
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines:
        raise FileError(f"{file}: is empty; a game record is a JSON object")
    if len(lines) > 1 and not _is_object(lines[0][1]):
        return [(lines[0][0], text)]  # one object over several lines
    return lines


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
