"""Invented countries as OpenStreetMap files, with what makes real ones difficult.

Main lines wind, are mapped in pieces that do not always meet, and have a second track next to the first. Stations lie
on the track, next to it, or are areas; large ones have sidings. There are halts, a tramway and a subway that do not
belong to the network, and a railway that no other one meets.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Any

from mapmaker.osm.sketch import Sketch

NODE_METERS = 600
GAP_METERS = 4
TRACK_METERS = 5
SIDING_METERS = 9
HALT_METERS = 9_000
"""A halt stands about every so many metres of a line."""

Place = tuple[float, float]


@dataclass(frozen=True)
class Country:
    """What an invented country is like."""

    columns: int
    rows: int
    spacing: float
    """Metres between neighbouring towns."""
    density: float
    """Share of the possible lines that exist, besides those that connect everything."""
    seed: int


COUNTRIES = {
    "dense": Country(columns=10, rows=9, spacing=21_000, density=0.92, seed=3),
    "sparse": Country(columns=7, rows=5, spacing=32_000, density=0.03, seed=4),
    "city": Country(columns=4, rows=4, spacing=4_000, density=0.4, seed=5),
}


def country_file(name: str, folder: Path) -> Path:
    """The file of a country."""
    return draw_country(COUNTRIES[name]).write(folder / f"{name}.osm.pbf")


def draw_country(country: Country) -> Sketch:
    """A country with all its railways."""
    rng, sketch = random.Random(country.seed), Sketch()
    towns = _towns(country, rng)
    ends = {town: sketch.node(*place) for town, place in towns.items()}
    for number, (town, place) in enumerate(towns.items()):
        name = f"Town {town[0]}{town[1]}"
        tags = {"name": f"مدينة {number}", "name__en": name} if number % 7 == 0 else {"name": name}
        _station(sketch, ends[town], place, tags, kind=number % 3)
        for siding in range(rng.randrange(5) if number % 2 else 0):
            _siding(sketch, ends[town], place, siding + 1)
    for one, other in _lines(country, list(towns), rng):
        _line(sketch, (ends[one], ends[other]), (towns[one], towns[other]), rng)
    _other_railways(sketch, towns)
    return sketch


def station_names(sketch: Sketch) -> set[str]:
    """The readable names of all stations and halts of the main network."""
    things: list[Any] = [*sketch.nodes, *sketch.ways]
    tags = [thing.tags for thing in things if thing.tags.get("railway") in ("station", "halt")]
    names = {str(each.get("name:en", each["name"])) for each in tags}
    return {name for name in names if name.startswith(("Town", "Halt"))}


def _towns(country: Country, rng: random.Random) -> dict[tuple[int, int], Place]:
    """Towns on a lattice of triangles, not quite in their places."""
    step, loose = country.spacing, 0.16 * country.spacing
    return {
        (x, y): (step * (x + 0.5 * (y % 2)) + rng.uniform(-loose, loose), 0.87 * step * y + rng.uniform(-loose, loose))
        for y in range(country.rows)
        for x in range(country.columns)
    }


def _lines(
    country: Country, towns: list[tuple[int, int]], rng: random.Random
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Pairs of neighbouring towns with a line: a random spanning tree, and a share of the others."""
    pairs = []
    for x, y in towns:
        shift = y % 2
        pairs += [((x, y), other) for other in ((x + 1, y), (x + shift, y + 1), (x + shift - 1, y + 1))]
    pairs = [pair for pair in pairs if pair[1] in set(towns)]
    rng.shuffle(pairs)
    part = {town: town for town in towns}
    kept = []
    for one, other in pairs:
        if part[one] != part[other]:
            old, new = part[one], part[other]
            part = {town: new if own == old else own for town, own in part.items()}
            kept.append((one, other))
        elif rng.random() < country.density:
            kept.append((one, other))
    return kept


def _station(sketch: Sketch, on_track: int, place: Place, tags: dict[str, str], *, kind: int) -> None:
    east, north = place
    if kind == 0:
        sketch.tag(on_track, railway="station", **tags)
    elif kind == 1:
        sketch.tag(sketch.node(east + 20, north + 30), railway="station", **tags)
    else:
        corners = [sketch.node(east + x, north + y) for x, y in ((15, 15), (60, 15), (60, 45), (15, 45))]
        sketch.way([*corners, corners[0]], railway="station", building="train_station", **tags)


def _siding(sketch: Sketch, on_track: int, place: Place, number: int) -> None:
    east, north = place
    aside = north + SIDING_METERS * number
    sketch.rail(on_track, sketch.node(east - 160, aside), service="siding")
    sketch.rail(sketch.node(east - 160, aside), sketch.node(east + 160, aside), on_track, service="siding")


def _line(sketch: Sketch, ends: tuple[int, int], places: tuple[Place, Place], rng: random.Random) -> None:
    """A line between two towns: winding, with halts, some in two pieces with a gap, some with a second track."""
    (east, north), (to_east, to_north) = places
    length = hypot(to_east - east, to_north - north)
    across = ((north - to_north) / length, (to_east - east) / length)
    bow = rng.uniform(-0.09, 0.09) * length
    count = max(4, round(length / NODE_METERS))
    points = []
    for i in range(1, count):
        share = i / count
        aside = 4 * bow * share * (1 - share)
        points.append((
            east + share * (to_east - east) + aside * across[0],
            north + share * (to_north - north) + aside * across[1],
        ))  # fmt: skip
    nodes = [sketch.node(*point) for point in points]
    middle = len(nodes) // 2
    if rng.random() < 0.3:
        again = sketch.node(points[middle][0] + GAP_METERS, points[middle][1])
        sketch.rail(ends[0], *nodes[: middle + 1])
        sketch.rail(again, *nodes[middle + 1 :], ends[1])
    else:
        sketch.rail(ends[0], *nodes[: middle + 1])
        sketch.rail(nodes[middle], *nodes[middle + 1 :], ends[1])
    if rng.random() < 0.3:
        beside = [sketch.node(x + TRACK_METERS * across[0], y + TRACK_METERS * across[1]) for x, y in points[1:-1]]
        sketch.rail(nodes[0], *beside, nodes[-1])
    for i in range(1, int(length / HALT_METERS)):
        x, y = points[round(i * HALT_METERS / length * len(points))]
        sketch.station(f"Halt {ends[0]}-{ends[1]}-{i}", x + 12, y - 18, railway="halt")


def _other_railways(sketch: Sketch, towns: dict[tuple[int, int], Place]) -> None:
    """A tramway and a subway through the first towns, and a railway far from all others."""
    (east, north), (to_east, to_north) = towns[0, 0], towns[1, 0]
    for kind, aside in (("tram", 300.0), ("subway", -400.0)):
        line = [sketch.node(east + 400, north + aside), sketch.node(to_east - 400, to_north + aside)]
        sketch.way(line, railway=kind)
        sketch.station(f"{kind.title()} stop", east + 900, north + aside, railway="station", station=kind)
    far = -8 * (to_east - east)
    island = [sketch.node(far, north), sketch.node(far + 5_000, north), sketch.node(far + 10_000, north)]
    sketch.rail(*island)
    for number, node in enumerate(island):
        sketch.tag(node, railway="station", name=f"Island {number}")
