"""Reads the railways of an OpenStreetMap file in several passes, keeping only the necessary data in memory.

Relations, ways and nodes are filtered by osmium in C++. The node ids of everything that passes the filter are recorded,
and a final pass over the nodes looks up their locations.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import osmium
from numpy.typing import NDArray

from railwright.errors import FileError, describe_exception
from railwright.mapmaker.osm.extract.nearness import Indices
from railwright.mapmaker.osm.extract.station_names import station_name
from railwright.mapmaker.osm.extract.tags import (
    Tags,
    is_city_station,
    is_crossover,
    is_for_trains,
    is_line,
    is_station,
    is_stop,
    is_track,
)

Progress = Callable[[str], None]
"""Callback that receives the name of each step as it starts."""

KEYS = ("railway", "public_transport")
PBF_HEADER = b"OSMHeader"
"""Marker in the first block of every PBF file."""
HEADER_PLACE = 64
"""Number of bytes at the start of a file that contain the marker."""
IDS_PER_BLOCK_BITS = 25
"""osmium stores a set of ids as blocks of 4 MB, with one bit for each of 2^25 ids."""
BLOCKS_AT_ONCE = 128
"""Number of blocks looked up in one pass: half a gigabyte. Files of whole continents need a few more passes."""

NODE, AREA, RELATION, STOP = range(4)
"""Kinds of station objects, best first: a station's stop positions add nothing to it."""


@dataclass(frozen=True, slots=True)
class StationObject:
    """A station, or a part of one, as it is in the file."""

    name: str
    kind: int
    nodes: tuple[int, ...]
    """Ids of the node itself, or of the nodes of its outline or members."""


@dataclass(frozen=True, slots=True)
class Tracks:
    """Ways, with their nodes concatenated."""

    nodes: Indices
    """Ids of the nodes of all ways."""
    ends: Indices
    """Index in ``nodes`` after the last node of each way."""
    is_crossover: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Extract:
    """The railways and stations of a file."""

    tracks: Tracks
    objects: tuple[StationObject, ...]
    """Named stations of trains."""
    other_nodes: Indices
    """Sorted ids of the nodes of other railways, such as trams."""
    node_ids: Indices
    """Sorted ids of the nodes whose location is known."""
    degrees: NDArray[np.float64]
    """Latitude and longitude of each of these nodes."""
    other_rails: int
    """Number of railway ways that are not tracks of the network."""
    nameless: int
    """Number of stations without a name."""
    other_stations: int
    """Number of stations that are not for trains."""

    def known(self, nodes: Indices) -> NDArray[np.bool_]:
        """Whether the location of each node is known. Extracts often cut ways off at their border."""
        return is_member(self.node_ids, nodes)

    def places(self, nodes: Indices) -> NDArray[np.float64]:
        """Latitudes and longitudes of known nodes."""
        places: NDArray[np.float64] = self.degrees[np.searchsorted(self.node_ids, nodes)]
        return places


def read_extract(
    path: Path, *, kinds: Collection[str], progress: Progress, language: str | None = None,
    city_kinds: Collection[str] = (),
) -> Extract:  # fmt: skip
    """Read the railways and stations of a file. Stations of ``city_kinds``, such as subway, count like those of trains.

    Raises:
        FileError: if the file cannot be read, is not a PBF file or is damaged.

    """
    _check_format(path)
    try:
        return _read(path, _Sieve(kinds, city_kinds, language), progress)
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: is damaged (it has text that is not UTF-8); download it again") from error


def tagged_nodes(path: Path, key: str) -> Iterator[Any]:
    """The nodes of a file that have a tag of this key. Each is valid only until the next one is read."""
    yield from _objects(path, osmium.osm.NODE, osmium.filter.KeyFilter(key))


def _read(path: Path, sieve: _Sieve, progress: Progress) -> Extract:
    progress("reading relations")
    for item in _objects(path, osmium.osm.RELATION, osmium.filter.KeyFilter(*KEYS)):
        sieve.take_relation(item)
    progress("reading ways")
    for item in _objects(path, osmium.osm.WAY, osmium.filter.KeyFilter(*KEYS)):
        sieve.take_way(item)
    for item in _numbered(path, osmium.osm.WAY, np.array(sorted(sieve.member_ways), np.int64)):
        sieve.members[item.id] = tuple(node.ref for node in item.nodes)
    progress("reading stations")
    for item in _objects(path, osmium.osm.NODE, osmium.filter.KeyFilter(*KEYS)):
        sieve.take_node(item)
    progress("reading node locations")
    return sieve.extract(path)


class _Sieve:
    """Collects railways and stations from the objects of a file."""

    def __init__(self, kinds: Collection[str], city_kinds: Collection[str], language: str | None) -> None:
        self.kinds = frozenset(kinds)
        self.city_kinds = frozenset(city_kinds)
        self.language = language
        self.track_nodes = array("q")
        self.track_ends = array("q")
        self.crossovers = array("b")
        self.other_nodes = array("q")
        self.objects: list[StationObject] = []
        self.relations: list[tuple[str, tuple[int, ...], tuple[int, ...]]] = []
        self.member_ways: set[int] = set()
        self.members: dict[int, tuple[int, ...]] = {}
        self.other_rails = self.nameless = self.other_stations = 0

    def take_relation(self, relation: Any) -> None:
        """Collect a station that is a relation; its member ways are read later."""
        tags = dict(relation.tags)
        name = self._named_station(tags)
        if name:
            nodes = tuple(member.ref for member in relation.members if member.type == "n")
            ways = tuple(member.ref for member in relation.members if member.type == "w")
            self.relations.append((name, nodes, ways))
            self.member_ways.update(ways)

    def take_way(self, way: Any) -> None:
        """Collect a track, another railway or the outline of a station."""
        tags = dict(way.tags)
        if is_line(tags):
            nodes = (node.ref for node in way.nodes)
            if is_track(tags, self.kinds):
                self.track_nodes.extend(nodes)
                self.track_ends.append(len(self.track_nodes))
                self.crossovers.append(is_crossover(tags))
            else:
                self.other_rails += 1
                if tags["railway"] not in self.kinds:
                    self.other_nodes.extend(nodes)
        else:
            name = self._named_station(tags)
            if name:
                self.objects.append(StationObject(name, AREA, tuple(node.ref for node in way.nodes)))

    def take_node(self, node: Any) -> None:
        """Collect a station or stop position that is a node."""
        tags = dict(node.tags)
        name = self._named_station(tags)
        if name:
            self.objects.append(StationObject(name, NODE, (node.id,)))
        elif self._is_stop(tags) and (name := station_name(tags, self.language)):
            self.objects.append(StationObject(name, STOP, (node.id,)))

    def extract(self, path: Path) -> Extract:
        """The collected data, with the locations of its nodes."""
        for name, nodes, ways in self.relations:
            outline = (node for way in ways for node in self.members.get(way, ()))
            self.objects.append(StationObject(name, RELATION, (*nodes, *outline)))
        tracks = Tracks(_numbers(self.track_nodes), _numbers(self.track_ends), np.array(self.crossovers, np.bool_))
        station_nodes = np.array([node for item in self.objects for node in item.nodes], np.int64)
        node_ids, degrees = _read_places(path, np.union1d(tracks.nodes, station_nodes))
        return Extract(
            tracks,
            tuple(self.objects),
            np.unique(_numbers(self.other_nodes)),
            node_ids,
            degrees,
            self.other_rails,
            self.nameless,
            self.other_stations,
        )

    def _named_station(self, tags: Tags) -> str:
        """The name if it is a station of the network; also counts the stations left out."""
        is_city_stop = is_city_station(tags, self.city_kinds) and not is_stop(tags)
        if not is_station(tags) and not is_city_stop:
            return ""
        if not is_for_trains(tags) and not is_city_stop:
            self.other_stations += 1
            return ""
        name = station_name(tags, self.language)
        self.nameless += not name
        return name

    def _is_stop(self, tags: Tags) -> bool:
        """Whether it is a stop position on a track of the network."""
        if is_station(tags) or not is_stop(tags):
            return False
        return is_for_trains(tags) or is_city_station(tags, self.city_kinds)


def is_member(ordered: Indices, numbers: Indices) -> NDArray[np.bool_]:
    """Whether each number is among the sorted ones."""
    places = np.searchsorted(ordered, numbers)
    is_there: NDArray[np.bool_] = np.append(ordered, -1)[places] == numbers
    return is_there & (places < len(ordered))


def _read_places(path: Path, wanted: Indices) -> tuple[Indices, NDArray[np.float64]]:
    """Sorted ids of the wanted nodes that are in the file, and their latitudes and longitudes."""
    ids, degrees = array("q"), array("d")
    for node in _numbered(path, osmium.osm.NODE, wanted):
        if node.location.valid():
            ids.append(node.id)
            degrees.extend((node.lat, node.lon))
    unique, first = np.unique(_numbers(ids), return_index=True)
    return unique, np.array(degrees, np.float64).reshape(-1, 2)[first]


def _numbered(path: Path, entities: Any, wanted: Indices) -> Iterator[Any]:
    """Objects with the wanted ids, which are sorted."""
    for part in in_parts(wanted[wanted >= 0]):
        yield from _objects(path, entities, osmium.filter.IdFilter(part.tolist()))
    new = frozenset(wanted[wanted < 0].tolist())
    if new:  # negative ids of objects not yet uploaded from an editor, which osmium's filter does not support
        for item in _objects(path, entities, osmium.filter.EntityFilter(entities)):
            if item.id in new:
                yield item


def in_parts(wanted: Indices) -> list[Indices]:
    """Split sorted ids into parts of at most ``BLOCKS_AT_ONCE`` blocks, so that osmium's set of them stays small."""
    blocks = wanted >> IDS_PER_BLOCK_BITS
    is_new = np.diff(blocks, prepend=-1) != 0
    return [part for part in np.split(wanted, np.flatnonzero(is_new)[BLOCKS_AT_ONCE::BLOCKS_AT_ONCE]) if len(part)]


def _numbers(values: array[int]) -> Indices:
    return np.array(values, np.int64)


def _objects(path: Path, entities: Any, sieve: Any) -> Iterator[Any]:
    """Objects of a file that pass an osmium filter. Each is valid only until the next one is read."""
    file = osmium.io.File(str(path), "pbf")
    try:
        yield from osmium.FileProcessor(file, entities).with_filter(sieve)
    except (RuntimeError, ValueError, osmium.InvalidLocationError) as error:
        raise FileError(f"{path}: is damaged or cut short ({describe_exception(error)}); download it again") from error


def _check_format(path: Path) -> None:
    """Check that the file exists and starts like a PBF file."""
    if path.is_dir():
        raise FileError(f"{path}: is a folder; give an OpenStreetMap file in PBF format (.osm.pbf)")
    if path.exists() and not path.is_file():
        raise FileError(f"{path}: is a pipe or a device; give an OpenStreetMap file in PBF format (.osm.pbf)")
    try:
        with path.open("rb") as file:
            start = file.read(HEADER_PLACE)
    except FileNotFoundError as error:
        raise FileError(
            f"{path}: there is no such file; give an OpenStreetMap file in PBF format (.osm.pbf)"
        ) from error
    except OSError as error:
        raise FileError(f"{path}: cannot be read ({error.strerror})") from error
    if PBF_HEADER not in start:
        raise FileError(f"{path}: is not an OpenStreetMap file in PBF format (.osm.pbf)")
