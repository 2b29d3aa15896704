"""Makes a playable board from an OpenStreetMap file."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from railwright.game.board import Board
from railwright.mapmaker.board_plan import BoardPlan
from railwright.mapmaker.complete import complete
from railwright.mapmaker.osm.extract.extraction import read_station_graph
from railwright.mapmaker.osm.extract.place_objects import read_places
from railwright.mapmaker.osm.extract.sphere import to_space
from railwright.mapmaker.osm.extract.station_graph import LeftOut, StationGraph
from railwright.mapmaker.osm.options import CITY_KINDS, DEFAULTS, OsmOptions
from railwright.mapmaker.osm.places.asked_names import with_asked
from railwright.mapmaker.osm.places.ranking import Ranking, rank_by_network, rank_stations
from railwright.mapmaker.osm.places.town_list import CREDIT, all_towns
from railwright.mapmaker.osm.places.towns import find_towns
from railwright.mapmaker.osm.selection.not_chosen import NotChosen
from railwright.mapmaker.osm.selection.planning import plan_board
from railwright.mapmaker.osm.selection.station_choice import station_scores
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
    options: OsmOptions = DEFAULTS
    not_chosen: tuple[NotChosen, ...] = ()
    """The towns that are not on the board, largest first; none if the method knows no towns."""


def make_board(
    path: Path,
    *,
    seed: int,
    options: OsmOptions = DEFAULTS,
    title: str | None = None,
    progress: Callable[[str], None] = lambda step: None,
) -> OsmBoard:
    """Make a board from a railway extract. The same file, options and seed give the same board."""
    options.check_words()
    words = title or title_of(path)
    name = name_of(words)
    if options.by_towns:
        graph, ranking = _ranked_stations(path, options, progress)
        progress("choosing stations and edges")
        source = SOURCE if options.is_within_a_city else f"{SOURCE}; {CREDIT}"
        planned = plan_board(graph, name=name, title=words, options=options, source=source, ranking=ranking)
    else:
        graph = read_station_graph(path, kinds=options.kinds, progress=progress)
        progress("choosing stations and edges")
        planned = plan_board(graph, name=name, title=words, options=options, source=SOURCE)
    progress("choosing colours and tickets")
    board = complete(planned.plan, seed=seed, tickets=options.tickets)
    size = len(graph.stations), len(graph.links)
    left_out = tuple(left_out_words(graph.left_out))
    return OsmBoard(board, planned.plan, size, left_out, planned.shortfalls, options, planned.not_chosen)


def _ranked_stations(
    path: Path, options: OsmOptions, progress: Callable[[str], None]
) -> tuple[StationGraph, Ranking]:  # fmt: skip
    """The station graph, and the ranking of its stations by the towns that they serve."""
    graph = read_station_graph(
        path, kinds=options.kinds, progress=progress, language=options.language,
        city_kinds=[kind for kind in options.kinds if kind in CITY_KINDS], every_name=True,
    )  # fmt: skip
    scores = station_scores(graph)
    if options.is_within_a_city:
        ranking = rank_by_network(graph.stations, scores)
    else:
        progress("finding towns")
        places = read_places(path, language=options.language)
        points = to_space(np.array([(station.latitude, station.longitude) for station in graph.stations]))
        towns = find_towns(places, all_towns(options.language), points)
        ranking = rank_stations(graph.stations, towns, scores, several_per_town=options.several_per_town)
    return graph, with_asked(ranking, include=options.include, exclude=options.exclude)


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
