"""Extracts the station graph from an OpenStreetMap file."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from railwright.errors import FileError
from railwright.mapmaker.osm.extract.collapse import STATION_METERS, MergedNetwork, collapse
from railwright.mapmaker.osm.extract.gaps import close_gaps
from railwright.mapmaker.osm.extract.links import LinkGraph
from railwright.mapmaker.osm.extract.osm_file import Progress, read_extract
from railwright.mapmaker.osm.extract.parallels import drop_parallels
from railwright.mapmaker.osm.extract.rail_network import exactness_of, make_network, parts_of
from railwright.mapmaker.osm.extract.sphere import to_degrees
from railwright.mapmaker.osm.extract.station_graph import LeftOut, RailLink, Station, StationGraph
from railwright.mapmaker.osm.extract.stations import PlacedStation, find_stations
from railwright.mapmaker.osm.options import DEFAULTS


def read_station_graph(
    path: Path, *, kinds: Collection[str] = DEFAULTS.kinds, progress: Progress = lambda step: None,
    language: str | None = None, city_kinds: Collection[str] = (), every_name: bool = False,
) -> StationGraph:  # fmt: skip
    """Read the stations of a file and the railways between them.

    Stations of ``city_kinds``, such as subways, count like those of trains. With ``every_name``, several stations may
    have the same name; otherwise, the one with the most tracks is kept.

    Raises:
        FileError: if the file cannot be read, has no railways, or has no stations on them.

    """
    extract = read_extract(path, kinds=kinds, progress=progress, language=language, city_kinds=city_kinds)
    network = make_network(extract)
    if not len(network.starts):
        tags = " or ".join(f"railway={kind}" for kind in sorted(kinds))
        raise FileError(f"{path}: has no railways (ways tagged {tags}); use an extract of a region that has some")
    progress("finding stations")
    stations = find_stations(extract, network)
    if not stations.placed:
        raise FileError(f"{path}: has no named station or halt near a railway; use an extract that includes stations")
    progress("joining tracks")
    exactness = exactness_of(network)
    places = collapse(network, stations.points, exactness=exactness)
    parts = parts_of(len(places.points), places.starts, places.ends)[places.place_of]
    closed, gaps = close_gaps(network, parts, longest=exactness)
    places = collapse(closed, stations.points, exactness=exactness)
    part = _Part(places, len(stations.placed))
    numbers = part.stations.tolist() if every_name else _unique_names(stations.placed, part.stations)
    is_station = np.zeros(len(places.points), np.bool_)
    is_station[numbers] = True
    progress("linking stations")
    graph = LinkGraph(part.places, is_station)
    graph.merge_junctions()
    drop_parallels(graph, within=max(STATION_METERS, exactness))
    graph.merge_junctions()
    left_out = LeftOut(
        rails_of_other_use=extract.other_rails,
        nameless_stations=extract.nameless,
        stations_off_rails=stations.off_rails,
        stations_elsewhere=len(stations.placed) - len(part.stations),
        merged_stations=stations.merged,
        other_parts=part.others,
        other_parts_km=part.others_km,
        stations_of_other_use=extract.other_stations,
        repeated_names=len(part.stations) - len(numbers),
        closed_gaps=gaps,
    )
    return _station_graph(graph, [stations.placed[number] for number in numbers], numbers, left_out)


class _Part:
    """The connected component with the most stations; ties go to the longest."""

    def __init__(self, places: MergedNetwork, count: int) -> None:
        label = parts_of(len(places.points), places.starts, places.ends)
        lengths = np.linalg.norm(places.points[places.starts] - places.points[places.ends], axis=1)
        meters = np.bincount(label[places.starts], weights=lengths, minlength=len(label))
        stations = np.bincount(label[:count], minlength=len(label))
        best = int(np.lexsort((-meters, -stations))[0])
        is_inside = label[places.starts] == best
        self.places = replace(places, starts=places.starts[is_inside], ends=places.ends[is_inside])
        self.stations: NDArray[np.int64] = np.flatnonzero(label[:count] == best)
        self.others = int(np.count_nonzero(meters)) - bool(meters[best])
        self.others_km = float(meters.sum() - meters[best]) / 1000


def _unique_names(placed: tuple[PlacedStation, ...], numbers: NDArray[np.int64]) -> list[int]:
    """The stations with unique names: of those that share a name, the one with the most tracks is kept."""
    best: dict[str, int] = {}
    for number in numbers.tolist():
        name = placed[number].name.casefold()
        if name not in best or placed[number].rails > placed[best[name]].rails:
            best[name] = number
    return sorted(best.values())


def _station_graph(
    graph: LinkGraph, placed: list[PlacedStation], numbers: list[int], left_out: LeftOut
) -> StationGraph:
    """Build the station graph, with new numbers for stations and junctions."""
    links = graph.links()
    ends = {place for path, _ in links for place in (path[0], path[-1])}
    order = [*numbers, *sorted(ends.difference(numbers))]
    number_of = {place: number for number, place in enumerate(order)}
    degrees = to_degrees(graph.points[order])
    return StationGraph(
        stations=tuple(
            Station(station.name, float(latitude), float(longitude), station.rails)
            for station, (latitude, longitude) in zip(placed, degrees, strict=False)
        ),
        junctions=degrees[len(placed) :],
        links=tuple(
            RailLink((number_of[path[0]], number_of[path[-1]]), meters, to_degrees(graph.points[list(path)]))
            for path, meters in links
        ),
        left_out=left_out,
    )
