"""What other commands have made, to be shown on the learning pages: studies, tournaments, best scores.

Exhibits are found in folders that the owner of the server names, and in the folders just inside these. Only files that
were found there are ever read, and an exhibit is known by a name that says nothing of where it lies.
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
from railwright.optimum.sweep import COLUMNS
from railwright.studies.folder import SETTINGS
from railwright.table.typed import shortened

STUDY, TOURNAMENT, OPTIMUM, SWEEP, PICTURE = "study", "tournament", "optimum", "sweep", "picture"

MOST_EXHIBITS = 200
MOST_ENTRIES = 500
"""Files and folders that are looked at in one folder."""
MOST_LOOKED_AT = 3_000
"""Files that are looked at in all folders together: the folders may be full of other things."""
LARGEST_REPORT = 30_000_000
LARGEST_SOLUTION = 1_000_000
"""Bytes."""
LONGEST_TITLE = 120

REPORT, STANDINGS = "report.html", "standings.json"
SUFFIXES = (".json", ".csv", ".svg")

MARKS = ('class="railwright ', "<dc:title>Railwright</dc:title>")
"""In the first lines of a picture: it was drawn by this program."""
MARKED_LETTERS = 2_000

MOST_BUDGETS = 1_000
"""Rows of a table of best scores."""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One thing to look at."""

    kind: str
    title: str
    path: Path

    @property
    def name(self) -> str:
        """What it is called in addresses."""
        return hashlib.sha256(str(self.path).encode("utf-8", "surrogateescape")).hexdigest()[:24]


def find_exhibits(folders: Iterable[Path]) -> list[Exhibit]:
    """Everything to show, in the order of the folders and of names in them. A file is read again only if it changes."""
    found: dict[Path, Exhibit] = {}
    for path in islice(_candidates(folders), MOST_LOOKED_AT):
        try:
            facts = path.stat()
        except OSError:
            continue
        exhibit = _recognise(path, facts.st_mtime_ns, facts.st_size)
        if exhibit is not None and len(found) < MOST_EXHIBITS:
            found.setdefault(path, exhibit)
    return list(found.values())


def _candidates(folders: Iterable[Path]) -> Iterator[Path]:
    """Files that can be exhibits by their names, and that do not lead out of the folders that were named."""
    for folder in folders:
        root = folder.resolve()
        for inner in [root, *(path for path in _entries(root) if path.is_dir())]:
            is_figures = (inner.parent / SETTINGS).is_file()  # of a study: its report has them
            others = [path for path in _entries(inner) if path.suffix in SUFFIXES[: 2 if is_figures else 3]]
            for path in dict.fromkeys([inner / REPORT, inner / STANDINGS, *others]):
                if path.name != SETTINGS and all(_is_inside(read, root) for read in _read_for(path)):
                    yield path


def _read_for(path: Path) -> tuple[Path, ...]:
    """The files that are read for an exhibit."""
    return (path, path.parent / SETTINGS) if path.name == REPORT else (path,)


def _entries(folder: Path) -> list[Path]:
    """What is in a folder, without what is hidden. A folder that cannot be read has nothing."""
    try:
        return sorted(islice((path for path in folder.iterdir() if not path.name.startswith(".")), MOST_ENTRIES))
    except OSError:
        return []


@lru_cache(maxsize=MOST_LOOKED_AT)
def _recognise(path: Path, when: int, size: int) -> Exhibit | None:
    """What a file is, as long as it is the same."""
    folder = path.parent
    if path.name == REPORT:
        study = read_object(folder / SETTINGS).get("study")
        return None if study is None else Exhibit(STUDY, _title(f"Study {study}", folder), path)
    if path.suffix == ".json":
        return _recognise_object(read_object(path), path)
    start = _start(path)
    if path.suffix == ".csv" and start.startswith(",".join(COLUMNS)):
        return Exhibit(SWEEP, _title("Best scores", path), path)
    if path.suffix == ".svg" and any(mark in start for mark in MARKS):
        return Exhibit(PICTURE, _picture_title(start, path), path)
    return None


def _recognise_object(data: Mapping[str, Any], path: Path) -> Exhibit | None:
    if path.name == STANDINGS:
        return Exhibit(TOURNAMENT, _title("Tournament", path.parent), path) if _is_tournament(data) else None
    if _is_solution(data):
        return Exhibit(OPTIMUM, _solution_title(data), path)
    return Exhibit(SWEEP, _title(f"Best scores on {data['board']}", path), path) if _is_sweep(data) else None


def _is_inside(path: Path, root: Path) -> bool:
    """Whether a file is there and does not lead out of the folder that was named."""
    return path.is_file() and path.resolve().is_relative_to(root)


def read_object(path: Path) -> Mapping[str, Any]:
    """The JSON object in a file; nothing if it is too large or something else."""
    try:
        if path.stat().st_size > LARGEST_SOLUTION:
            return {}
        data = read_json(path)
        json.dumps(data, ensure_ascii=False).encode()  # a page can only show characters that exist
    except (OSError, RailwrightError, UnicodeEncodeError):
        return {}
    return data if isinstance(data, Mapping) else {}


def read_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a table of best scores, from either of its forms; ValueError if it is none."""
    if path.suffix == ".csv":
        rows = _csv_rows(read_text(path, LARGEST_SOLUTION))
    else:
        rows = [{name: _cell(row[name]) for name in COLUMNS} for row in read_object(path)["budgets"]]
    if not 0 < len(rows) <= MOST_BUDGETS or any(not isinstance(row.get(name), str) for row in rows for name in COLUMNS):
        raise ValueError("not a table of best scores")
    return rows


def _csv_rows(text: str) -> list[dict[str, str]]:
    try:
        return list(csv.DictReader(text.splitlines()))
    except csv.Error as error:
        raise ValueError("not a table") from error


def _cell(value: object) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _start(path: Path) -> str:
    """The first lines of a file; nothing if it cannot be read."""
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(MARKED_LETTERS)
    except (OSError, ValueError):
        return ""


def _picture_title(start: str, path: Path) -> str:
    """What a board drawing calls itself, and the name of its file."""
    found = re.search("<title>([^<]*)</title>", start)
    return shortened(f"{unescape(found[1])} ({path.name})" if found else path.name, LONGEST_TITLE)


def _title(words: str, place: Path) -> str:
    return shortened(f"{words} ({place.name})", LONGEST_TITLE)


def _is_tournament(data: Mapping[str, Any]) -> bool:
    return isinstance(data.get("standings"), list) and isinstance(data.get("cross"), Mapping)


def _is_sweep(data: Mapping[str, Any]) -> bool:
    return isinstance(data.get("budgets"), list) and "board" in data


def _is_solution(data: Mapping[str, Any]) -> bool:
    best = data.get("held", data)
    return isinstance(best, Mapping) and {"score", "tracks", "completed"} <= set(best) and "board" in data


def _solution_title(data: Mapping[str, Any]) -> str:
    best = data.get("held", data)
    of = f" for seat {data['seat']} after {data.get('at')} actions" if "seat" in data else ""
    words = f"Best score on {data['board']}: {best['score']} points with {data.get('trains')} trains{of}"
    return shortened(words, LONGEST_TITLE)
