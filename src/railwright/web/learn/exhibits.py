"""Finds the output of other commands to show on the learning pages: studies, tournaments, best scores.

Exhibits are searched for in the folders that the owner of the server names, and in their direct subfolders. Only files
found there are ever read, and the name of an exhibit does not reveal its path.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from itertools import islice
from pathlib import Path
from typing import Any

from railwright.errors import RailwrightError
from railwright.maps.load import read_json, read_text
from railwright.optimum.sweep import COLUMNS, cell_of
from railwright.say import Said, say
from railwright.studies.folder import SETTINGS
from railwright.table.safe_text import shortened, shortened_text

STUDY, TOURNAMENT, OPTIMUM, SWEEP, PICTURE = "study", "tournament", "optimum", "sweep", "picture"

MAX_EXHIBITS = 200
MAX_ENTRIES = 500
"""Most entries examined in one folder."""
MOST_LOOKED_AT = 3_000
"""Most files examined in all folders together, which may be full of other things."""
LARGEST_REPORT = 30_000_000
"""Most bytes of a report or picture."""
LARGEST_SOLUTION = 1_000_000
"""Most bytes of a JSON or CSV file."""
LONGEST_TITLE = 120

REPORT, STANDINGS = "report.html", "standings.json"
SUFFIXES = (".json", ".csv", ".svg")

MARKS = ('class="railwright ', "<dc:title>Railwright</dc:title>")
"""Texts near the start of every picture drawn by this program."""
MARKED_LETTERS = 2_000

MAX_BUDGETS = 1_000
"""Most rows of a table of best scores."""


@dataclass(frozen=True, slots=True)
class ExhibitFile:
    """A file to show on a learning page."""

    kind: str
    text: str | Said
    """Its title."""
    path: Path

    @property
    def title(self) -> str:
        """The title in English."""
        return str(self.text)

    @property
    def name(self) -> str:
        """Name of the exhibit in URLs."""
        return hashlib.sha256(str(self.path).encode("utf-8", "surrogateescape")).hexdigest()[:24]


def find_exhibits(folders: Iterable[Path]) -> list[ExhibitFile]:
    """Find all exhibits, sorted by folder and name. A file is read again only when it has changed."""
    found: dict[Path, ExhibitFile] = {}
    for path in islice(_candidates(folders), MOST_LOOKED_AT):
        try:
            facts = path.stat()
        except OSError:
            continue
        exhibit = _recognise(path, facts.st_mtime_ns, facts.st_size)
        if exhibit is not None and len(found) < MAX_EXHIBITS:
            found.setdefault(path, exhibit)
    return list(found.values())


def _candidates(folders: Iterable[Path]) -> Iterator[Path]:
    """Files that may be exhibits by their names and that do not link outside the given folders."""
    for folder in folders:
        root = folder.resolve()
        for inner in [root, *(path for path in _entries(root) if path.is_dir())]:
            is_figures = (inner.parent / SETTINGS).is_file()  # figures of a study, which its report includes
            others = [path for path in _entries(inner) if path.suffix in SUFFIXES[: 2 if is_figures else 3]]
            for path in dict.fromkeys([inner / REPORT, inner / STANDINGS, *others]):
                if path.name != SETTINGS and all(_is_inside(read, root) for read in _read_for(path)):
                    yield path


def _read_for(path: Path) -> tuple[Path, ...]:
    """Files that are read for an exhibit."""
    return (path, path.parent / SETTINGS) if path.name == REPORT else (path,)


def _entries(folder: Path) -> list[Path]:
    """Entries of a folder, without hidden ones; empty if it cannot be read."""
    try:
        return sorted(islice((path for path in folder.iterdir() if not path.name.startswith(".")), MAX_ENTRIES))
    except OSError:
        return []


@lru_cache(maxsize=MOST_LOOKED_AT)
def _recognise(path: Path, when: int, size: int) -> ExhibitFile | None:
    """Recognise an exhibit. The result is cached until the file changes."""
    folder = path.parent
    if path.name == REPORT:
        study = read_object(folder / SETTINGS).get("study")
        if study is None:
            return None
        return ExhibitFile(STUDY, _title(say("Study {study} ({folder})", study=str(study), folder=folder.name)), path)
    if path.suffix == ".json":
        return _recognise_object(read_object(path), path)
    start = _start(path)
    if path.suffix == ".csv" and start.startswith(",".join(COLUMNS)):
        return ExhibitFile(SWEEP, _title(say("Best scores ({file})", file=path.name)), path)
    if path.suffix == ".svg" and any(mark in start for mark in MARKS):
        return ExhibitFile(PICTURE, _picture_title(start, path), path)
    return None


def _recognise_object(data: Mapping[str, Any], path: Path) -> ExhibitFile | None:
    if path.name == STANDINGS:
        if not _is_tournament(data):
            return None
        return ExhibitFile(TOURNAMENT, _title(say("Tournament ({folder})", folder=path.parent.name)), path)
    if _is_solution(data):
        return ExhibitFile(OPTIMUM, _solution_title(data), path)
    if not _is_sweep(data):
        return None
    title = say("Best scores on {board} ({file})", board=str(data["board"]), file=path.name)
    return ExhibitFile(SWEEP, _title(title), path)


def _is_inside(path: Path, root: Path) -> bool:
    """Whether a file exists and does not link outside the given folder."""
    return path.is_file() and path.resolve().is_relative_to(root)


def read_object(path: Path) -> Mapping[str, Any]:
    """Read a JSON object from a file; empty if the file is too large or contains something else."""
    try:
        if path.stat().st_size > LARGEST_SOLUTION:
            return {}
        data = read_json(path)
        json.dumps(data, ensure_ascii=False).encode()  # refuse lone surrogates, which no page can contain
    except (OSError, RailwrightError, UnicodeEncodeError):
        return {}
    return data if isinstance(data, Mapping) else {}


def read_rows(path: Path) -> list[dict[str, str]]:
    """Read the rows of a table of best scores from CSV or JSON. Raises ValueError if it is not one."""
    if path.suffix == ".csv":
        rows = _csv_rows(read_text(path, LARGEST_SOLUTION))
    else:
        rows = [{name: cell_of(row[name]) for name in COLUMNS} for row in read_object(path)["budgets"]]
    if not 0 < len(rows) <= MAX_BUDGETS or any(not isinstance(row.get(name), str) for row in rows for name in COLUMNS):
        raise ValueError("not a table of best scores")
    return rows


def _csv_rows(text: str) -> list[dict[str, str]]:
    try:
        return list(csv.DictReader(text.splitlines()))
    except csv.Error as error:
        raise ValueError("not a table") from error


def _start(path: Path) -> str:
    """Start of a file; empty if it cannot be read."""
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(MARKED_LETTERS)
    except (OSError, ValueError):
        return ""


def _picture_title(start: str, path: Path) -> str:
    """Title of a drawing and the name of its file."""
    found = re.search("<title>([^<]*)</title>", start)
    return shortened(f"{unescape(found[1])} ({path.name})" if found else path.name, LONGEST_TITLE)


def _title(text: Said) -> str | Said:
    return shortened_text(text, LONGEST_TITLE)


def _is_tournament(data: Mapping[str, Any]) -> bool:
    return isinstance(data.get("standings"), list) and isinstance(data.get("cross"), Mapping)


def _is_sweep(data: Mapping[str, Any]) -> bool:
    return isinstance(data.get("budgets"), list) and "board" in data


def _is_solution(data: Mapping[str, Any]) -> bool:
    best = data.get("held", data)
    return isinstance(best, Mapping) and {"score", "tracks", "completed"} <= set(best) and "board" in data


def _solution_title(data: Mapping[str, Any]) -> str | Said:
    best = data.get("held", data)
    values = {"board": str(data["board"]), "score": str(best["score"]), "trains": str(data.get("trains"))}
    if "seat" not in data:
        return _title(say("Best score on {board}: {score} points with {trains} trains", **values))
    return _title(
        say(
            "Best score on {board}: {score} points with {trains} trains for seat {seat} after {actions} actions",
            **values, seat=str(data["seat"]), actions=str(data.get("at")),
        )
    )  # fmt: skip
