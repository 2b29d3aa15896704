"""What other commands have made, to be shown on the learning pages: studies, tournaments, best scores.

Exhibits are found in folders that the owner of the server names, and in the folders just inside these. Only files that
were found there are ever read, and an exhibit is known by a name that says nothing of where it lies.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from railwright.arena.standings import Standing, cross_cell, standing_cells
from railwright.draw.choice import draw_choice
from railwright.errors import FileError, RailwrightError
from railwright.game.setup import Setup
from railwright.maps.load import board_names, load_setup, read_json, read_text, ruleset_names
from railwright.studies.report import Grid, Paragraph, Picture, Report, to_html
from railwright.table.typed import shortened

STUDY, TOURNAMENT, OPTIMUM = "study", "tournament", "optimum"

MOST_EXHIBITS = 200
MOST_ENTRIES = 500
"""Files and folders that are looked at in one folder."""
LARGEST_REPORT = 30_000_000
LARGEST_SOLUTION = 1_000_000
"""Bytes."""
LONGEST_TITLE = 120

REPORT, SETTINGS, STANDINGS = "report.html", "settings.json", "standings.json"


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
    """Everything to show, in the order of the folders and of names in them."""
    found: dict[Path, Exhibit] = {}
    for folder in folders:
        root = folder.resolve()
        for inner in [root, *(path for path in _entries(root) if path.is_dir())]:
            for exhibit in _in_folder(inner, root):
                if len(found) < MOST_EXHIBITS:
                    found.setdefault(exhibit.path, exhibit)
    return list(found.values())


def _entries(folder: Path) -> list[Path]:
    """What is in a folder, without what is hidden. A folder that cannot be read has nothing."""
    try:
        return sorted(islice((path for path in folder.iterdir() if not path.name.startswith(".")), MOST_ENTRIES))
    except OSError:
        return []


def _in_folder(folder: Path, root: Path) -> Iterator[Exhibit]:
    if _is_inside(folder / REPORT, root) and (folder / SETTINGS).is_file():
        settings = _object(folder / SETTINGS)
        yield Exhibit(STUDY, _title(f"Study {settings.get('study', folder.name)}", folder), folder / REPORT)
    if _is_inside(folder / STANDINGS, root) and _is_tournament(_object(folder / STANDINGS)):
        yield Exhibit(TOURNAMENT, _title("Tournament", folder), folder / STANDINGS)
    for path in _entries(folder):
        if path.suffix == ".json" and path.name not in (SETTINGS, STANDINGS) and _is_inside(path, root):
            data = _object(path)
            if _is_solution(data):
                yield Exhibit(OPTIMUM, _solution_title(data), path)


def _is_inside(path: Path, root: Path) -> bool:
    """Whether a file is there and does not lead out of the folder that was named."""
    return path.is_file() and path.resolve().is_relative_to(root)


def _object(path: Path) -> Mapping[str, Any]:
    """The JSON object in a file; nothing if it is too large or something else."""
    try:
        if path.stat().st_size > LARGEST_SOLUTION:
            return {}
        data = read_json(path)
    except (OSError, RailwrightError):
        return {}
    return data if isinstance(data, Mapping) else {}


def _title(words: str, folder: Path) -> str:
    return shortened(f"{words} ({folder.name})", LONGEST_TITLE)


# --- pages ------------------------------------------------------------------------------------------------------------


def exhibit_page(exhibit: Exhibit) -> str:
    """An exhibit as one page of HTML that needs no other file."""
    if exhibit.kind == STUDY:
        return read_text(exhibit.path, LARGEST_REPORT)
    try:
        when = exhibit.path.stat().st_mtime_ns
    except OSError as error:
        raise FileError(f"{exhibit.path}: cannot be read") from error
    return _made_page(exhibit, when)


@lru_cache(maxsize=32)
def _made_page(exhibit: Exhibit, when: int) -> str:
    """A page that is made of data; it is kept as long as the file is the same, since drawing takes a second."""
    data = _object(exhibit.path)
    try:
        report = _tournament_report(data, exhibit) if exhibit.kind == TOURNAMENT else _solution_report(data, exhibit)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FileError(f"{exhibit.path}: is not what it was") from error
    return to_html(report)


def _is_tournament(data: Mapping[str, Any]) -> bool:
    return isinstance(data.get("standings"), list) and isinstance(data.get("cross"), Mapping)


def _tournament_report(data: Mapping[str, Any], exhibit: Exhibit) -> Report:
    rows = [Standing(**row) for row in data["standings"]]
    names = [row.player for row in rows]
    cross = [
        (a, *(cross_cell(data["cross"][a].get(b)) for b in names))
        for a in names
    ]  # fmt: skip
    words = f"{data['games']} games on the board {data['board']} (rules {data['ruleset']}, tickets {data['tickets']})"
    headings = ("rank", "player", "rating", "95 % interval", "sigma", "games", "wins", "95 % interval", "points")
    ratings = Grid("Ratings", headings, tuple(map(standing_cells, rows)), frozenset({1}))
    title = "How often the player of the row came in before the player of the column"
    return Report(exhibit.title, (Paragraph(words), ratings, Grid(title, ("", *names), tuple(cross))))


def _is_solution(data: Mapping[str, Any]) -> bool:
    best = data.get("held", data)
    return isinstance(best, Mapping) and {"score", "tracks", "completed"} <= set(best) and "board" in data


def _solution_title(data: Mapping[str, Any]) -> str:
    best = data.get("held", data)
    of = f" for seat {data['seat']} after {data.get('at')} actions" if "seat" in data else ""
    words = f"Best score on {data['board']}: {best['score']} points with {data.get('trains')} trains{of}"
    return shortened(words, LONGEST_TITLE)


def _solution_report(data: Mapping[str, Any], exhibit: Exhibit) -> Report:
    best = data.get("held", data)
    proof = "This is proven to be the best." if best.get("proven") else f"At most {best.get('bound')} is possible."
    points = f"{best['route_points']} points for routes and {best['ticket_points']} for tickets. {proof}"
    tickets = Grid(
        "Completed tickets", ("ticket", "points"),
        tuple((" - ".join(map(str, one["cities"])), str(one["points"])) for one in best["completed"]),
    )  # fmt: skip
    routes = Grid(
        "Routes", ("route", "length", "points"),
        tuple((" - ".join(map(str, one["cities"])), str(one["length"]), str(one["points"])) for one in best["tracks"]),
    )  # fmt: skip
    setup = _setup_of(data)
    if setup is None:
        why = Paragraph(f"The board {data['board']} is not built in, so it is not drawn here.")
        return Report(exhibit.title, (Paragraph(points), why, tickets, routes))
    picture = Picture("board", exhibit.title, _draw(setup, best))
    return Report(exhibit.title, (Paragraph(points), picture, tickets, routes))


def _setup_of(data: Mapping[str, Any]) -> Setup | None:
    """What was solved, if it is built in. A name is never taken for a file."""
    if data["board"] not in board_names() or data.get("ruleset") not in ruleset_names():
        return None
    return load_setup(str(data["board"]), tickets=str(data["tickets"]), ruleset=str(data["ruleset"]))


def _draw(setup: Setup, best: Mapping[str, Any]) -> str:
    tracks = [setup.track_index[one["cities"][0], one["cities"][1], one["number"]] for one in best["tracks"]]
    number = {frozenset(ticket.places): i for i, ticket in enumerate(setup.tickets)}
    tickets = [number[frozenset(one["cities"])] for one in best["completed"]]
    return draw_choice(setup, tracks, tickets, title="the best choice", score=best["score"])
