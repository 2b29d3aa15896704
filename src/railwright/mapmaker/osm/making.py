"""Makes a playable board from an OpenStreetMap file."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from railwright.game.board import Board
from railwright.mapmaker.board_plan import BoardPlan
from railwright.mapmaker.complete import complete
from railwright.mapmaker.osm.extract.extraction import read_station_graph
from railwright.mapmaker.osm.extract.station_graph import LeftOut
from railwright.mapmaker.osm.options import DEFAULTS, OsmOptions
from railwright.mapmaker.osm.selection.planning import plan_board
from railwright.maps.load import board_names
from railwright.words import count

SOURCE = "Map data © OpenStreetMap contributors, Open Database License (ODbL) 1.0, openstreetmap.org/copyright"
"""Attribution that the licence requires on everything made from the data."""

_ENDINGS = re.compile(r"([-_.](rail|rails|railway|railways|latest|osm|pbf|o5m|xml))+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class OsmBoard:
    """A board made from a railway extract, with notes for the user."""

    board: Board
    plan: BoardPlan
    network: tuple[int, int]
    """Number of stations and links of the network it was selected from."""
    left_out: tuple[str, ...]
    """What was left out of that network, one line per kind."""
    shortfalls: tuple[str, ...]
    """Requested properties that could not be met, one line each."""


def make_board(
    path: Path,
    *,
    seed: int,
    options: OsmOptions = DEFAULTS,
    title: str | None = None,
    progress: Callable[[str], None] = lambda step: None,
) -> OsmBoard:
    """Make a board from a railway extract. The same file, options and seed give the same board."""
    graph = read_station_graph(path, kinds=options.kinds, progress=progress)
    progress("choosing stations and edges")
    words = title or title_of(path)
    planned = plan_board(graph, name=name_of(words), title=words, options=options, source=SOURCE)
    progress("choosing colours and tickets")
    board = complete(planned.plan, seed=seed, tickets=options.tickets)
    size = len(graph.stations), len(graph.links)
    return OsmBoard(board, planned.plan, size, tuple(left_out_words(graph.left_out)), planned.shortfalls)


def title_of(path: Path) -> str:
    """The default title of a board from this file, such as ``Great Britain`` for ``great-britain-rail.osm.pbf``."""
    stem = _ENDINGS.sub("", path.name)
    words = re.sub(r"[-_\s]+", " ", stem).strip() or "Railways"
    return words.title() if len(words) > 3 else words.upper()


def name_of(title: str) -> str:
    """A short name for files, never the name of a built-in board."""
    name = re.sub(r"[^\w]+", "-", title.casefold()).strip("-") or "railways"
    return f"{name}-railways" if name in board_names() else name


def left_out_words(left_out: LeftOut) -> list[str]:
    """Describe what was left out of a station graph, one line per kind."""
    counts = (
        (left_out.rails_of_other_use, "track", "not used by trains (yards, industrial sidings, trams and the like)"),
        (left_out.stations_of_other_use, "station", "not for trains (trams, subways, closed stations)"),
        (left_out.nameless_stations, "station", "without a name"),
        (left_out.stations_off_rails, "station", "with no railway nearby"),
        (left_out.merged_stations, "station", "merged with another of the same name or at the same place"),
        (left_out.repeated_names, "station", "with the same name as a larger one"),
        (left_out.stations_elsewhere, "station", "outside the largest connected part"),
    )
    lines = [f"{count(number, noun)} {what}" for number, noun, what in counts if number]
    if left_out.other_parts:
        parts = f"{count(left_out.other_parts, 'other part')} of the network"
        lines.append(f"{parts} with {left_out.other_parts_km:,.0f} km")
    return lines
