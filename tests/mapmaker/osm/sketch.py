"""Small hand-made OpenStreetMap files: places in metres east and north of a point, tracks between them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, radians
from pathlib import Path

import osmium
from osmium.osm.mutable import Node, Relation, Way

from railwright.mapmaker.osm.extract.extraction import read_station_graph
from railwright.mapmaker.osm.extract.station_graph import StationGraph

LATITUDE, LONGITUDE = 50.0, 10.0
METERS_PER_DEGREE = 111_195.08


def degrees(east: float, north: float) -> tuple[float, float]:
    """Longitude and latitude."""
    latitude = LATITUDE + north / METERS_PER_DEGREE
    return LONGITUDE + east / (METERS_PER_DEGREE * cos(radians(LATITUDE))), latitude


@dataclass
class Sketch:
    """A file in the making. Numbers count from 1, for nodes as for ways."""

    nodes: list[Node] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)

    def node(self, east: float, north: float = 0, **tags: str) -> int:
        """A node at a place; its number."""
        self.nodes.append(Node(id=len(self.nodes) + 1, location=degrees(east, north), tags=_keys(tags)))
        return len(self.nodes)

    def way(self, nodes: Sequence[int], **tags: str) -> int:
        """A way of any kind; its number."""
        self.ways.append(Way(id=len(self.ways) + 1, nodes=list(nodes), tags=_keys(tags)))
        return len(self.ways)

    def rail(self, *nodes: int, **tags: str) -> int:
        """A track through nodes."""
        return self.way(nodes, railway="rail", **tags)

    def line(self, *places: tuple[float, float], step: float = 100, **tags: str) -> list[int]:
        """A track through places with a node every so many metres; its nodes."""
        nodes = [self.node(*places[0])]
        for (east, north), (to_east, to_north) in pairwise(places):
            count = max(1, round(((to_east - east) ** 2 + (to_north - north) ** 2) ** 0.5 / step))
            for part in range(1, count + 1):
                nodes.append(
                    self.node(east + (to_east - east) * part / count, north + (to_north - north) * part / count)
                )
        self.rail(*nodes, **tags)
        return nodes

    def station(self, name: str, east: float, north: float = 0, **tags: str) -> int:
        """A station as a node."""
        number = self.node(east, north)
        self.tag(number, **({"railway": "station", "name": name} | tags))
        return number

    def tag(self, node: int, **tags: str) -> None:
        """Give tags to a node that is there already, such as one of a track."""
        self.nodes[node - 1].tags = _keys(tags)

    def relation(self, members: Sequence[tuple[str, int, str]], **tags: str) -> None:
        """A relation of any kind."""
        self.relations.append(Relation(id=len(self.relations) + 1, members=list(members), tags=_keys(tags)))

    def write(self, path: Path, *, options: str = "pbf") -> Path:
        """Write the file, with options of osmium's for its format."""
        with osmium.SimpleWriter(osmium.io.File(str(path), options), overwrite=True) as writer:
            for node in self.nodes:
                writer.add_node(node)
            for way in self.ways:
                writer.add_way(way)
            for relation in self.relations:
                writer.add_relation(relation)
        return path

    def graph(self, folder: Path, *, kinds: Sequence[str] = ("rail",)) -> StationGraph:
        """The station graph of the file."""
        return read_station_graph(self.write(folder / "sketch.osm.pbf"), kinds=kinds)


def names(graph: StationGraph) -> list[str]:
    """Of its stations."""
    return [station.name for station in graph.stations]


def linked(graph: StationGraph) -> list[tuple[str, str]]:
    """Names at both ends of each link; a junction is called J."""
    called = [*names(graph), *("J" for _ in graph.junctions)]
    pairs = [(called[link.places[0]], called[link.places[1]]) for link in graph.links]
    return sorted((min(pair), max(pair)) for pair in pairs)


def grid_file(path: Path, size: int = 4) -> Path:
    """A file with stations on a grid of railways, five kilometres apart, not quite in line."""
    sketch, rng = Sketch(), random.Random(5)
    places = {
        (x, y): (5000 * x + rng.uniform(-900, 900), 5000 * y + rng.uniform(-900, 900))
        for x in range(size)
        for y in range(size)
    }
    nodes = {}
    for (x, y), place in places.items():
        nodes[x, y] = sketch.node(*place)
        sketch.station(f"Station {x}{y}", *place)
    for (x, y), node in nodes.items():
        for other in ((x + 1, y), (x, y + 1), (x + 1, y + 1)):
            if other in nodes:
                sketch.rail(node, nodes[other])
    return sketch.write(path)


def _keys(tags: dict[str, str]) -> dict[str, str]:
    """Tags, with ``name__en`` for ``name:en``."""
    return {key.replace("__", ":"): value for key, value in tags.items()}
