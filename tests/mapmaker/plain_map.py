"""A second, slow reading of ``.map`` files, from the format's description alone. It shares no code with ours."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

EXAMPLE = """\
-- four cities, made by hand
map-center: 50.75 10.75
map-zoom: 7
long-ticket-min-points: 5
short-tickets-points: 2-4

Ahausen; 51.5; 10.0
|| Bedorf; 2
| Cehausen; 3
Bedorf; Beville; 51.2; 11.5
| Destadt; 4
Cehausen; 50.0; 10.2
| Destadt; 5
Destadt; 50.1; 11.4
"""
"""Section 7 of the description."""


@dataclass
class PlainMap:
    """What a right file says."""

    center: tuple[float, float] = (0.0, 0.0)
    zoom: int = 0
    long: int = 20
    short: tuple[int, int] = (5, 12)
    cities: dict[str, tuple[float, float]] = field(default_factory=dict)
    routes: list[tuple[str, str, int, int]] = field(default_factory=list)
    """City, target, length, tracks."""

    @property
    def pairs(self) -> set[frozenset[str]]:
        return {frozenset(route[:2]) for route in self.routes}

    @property
    def spaces(self) -> int:
        return sum(length * tracks for _, _, length, tracks in self.routes)


def read_plain(text: str) -> PlainMap:
    """A file that has no errors. An assertion fails on one that has."""
    found = PlainMap()
    city = ""
    for raw in text.split("\n"):
        line = raw.strip()
        if line == "" or line[:2] in ("--", "//"):
            continue
        if line[0] == "|":
            bars = 0
            while line[bars] == "|":
                bars += 1
            target, length = (part.strip() for part in line[bars:].split(";"))
            assert city
            found.routes.append((city, target, int(length), bars))
        elif ":" in line:
            word, value = (part.strip() for part in line.split(":"))
            if word == "map-center":
                latitude, longitude = value.split(" ")
                found.center = float(latitude), float(longitude)
            elif word == "map-zoom":
                found.zoom = int(value)
                assert 3 <= found.zoom <= 10
            else:
                city = ""
                if word == "long-ticket-min-points":
                    found.long = int(value)
                elif word == "short-tickets-points":
                    low, high = value.split("-")
                    found.short = int(low), int(high)
                else:
                    assert word == "points-for-longest-route"
                    int(value)
        else:
            parts = [part.strip() for part in line.split(";")]
            assert len(parts) >= 3
            city = parts[0]
            found.cities[city] = float(parts[-2].replace(",", ".")), float(parts[-1].replace(",", "."))
    assert found.zoom
    assert all(name in found.cities for route in found.routes for name in route[:2])
    return found


def on_mercator(place: tuple[float, float]) -> tuple[float, float]:
    return math.radians(place[1]), math.asinh(math.tan(math.radians(place[0])))


def meet(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float], s: tuple[float, float]) -> bool:
    """Whether the segments p-q and r-s have a point in common, in exact arithmetic."""

    def side(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> int:
        (ax, ay), (bx, by), (cx, cy) = ((Fraction(x), Fraction(y)) for x, y in (a, b, c))
        turn = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        return (turn > 0) - (turn < 0)

    def within(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> bool:
        return all(min(a[i], b[i]) <= c[i] <= max(a[i], b[i]) for i in (0, 1))

    a, b, c, d = side(p, q, r), side(p, q, s), side(r, s, p), side(r, s, q)
    if a * b < 0 and c * d < 0:
        return True
    return (
        (a == 0 and within(p, q, r)) or (b == 0 and within(p, q, s))
        or (c == 0 and within(r, s, p)) or (d == 0 and within(r, s, q))
    )  # fmt: skip


def crossing_pairs(plain: PlainMap) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Routes without a common city that meet on the web version's map."""
    points = {name: on_mercator(place) for name, place in plain.cities.items()}
    found = []
    for one, other in combinations(sorted(plain.pairs, key=sorted), 2):
        if not one & other:
            p, q = (points[name] for name in sorted(one))
            r, s = (points[name] for name in sorted(other))
            if meet(p, q, r, s):
                found.append((one, other))
    return found


def ways(plain: PlainMap) -> dict[frozenset[str], int]:
    """The shortest way between any two cities, one edge more at a time."""
    names = sorted(plain.cities)
    known = {frozenset(pair): 10**6 for pair in combinations(names, 2)}
    for a, b, length, _ in plain.routes:
        if a != b:
            known[frozenset((a, b))] = min(length, known[frozenset((a, b))])
    changed = True
    while changed:
        changed = False
        for a, b, length, _ in plain.routes:
            for start, end in ((a, b), (b, a)):
                for other in names:
                    if other not in (start, end):
                        way = length + known[frozenset((end, other))]
                        if way < known[frozenset((start, other))]:
                            known[frozenset((start, other))] = way
                            changed = True
    return known


def strict_faults(text: str) -> list[str]:
    """Faults of the strict profile that a second reading finds, but for long tickets (see ``fewest_joins``)."""
    faults = []
    if text.startswith("\ufeff") or "\r" in text or len(text.encode()) > 2**20:
        faults.append("text")
    plain = read_plain(text)
    body = [line for line in text.split("\n") if line and not line.startswith("--")]
    if any(":" in line for line in body[4:] if not line.startswith("|")):
        faults.append("order")
    names = [line.split(";")[0] for line in body if ":" not in line and not line.startswith("|")]
    if len({name.lower() for name in names}) < len(names):
        faults.append("names")
    latitudes, longitudes = zip(*plain.cities.values(), strict=True)
    if not (
        min(latitudes) <= plain.center[0] <= max(latitudes) and min(longitudes) <= plain.center[1] <= max(longitudes)
    ):
        faults.append("center")
    if len(plain.pairs) < len(plain.routes) or any(len(pair) == 1 for pair in plain.pairs):
        faults.append("routes")
    for _, _, length, tracks in plain.routes:
        if not 1 <= length <= 6 or not 1 <= tracks <= 2 or (tracks == 2 and length > 4):
            faults.append("length")
    known = ways(plain)
    if any(way >= 10**6 for way in known.values()):
        faults.append("connected")
    if crossing_pairs(plain):
        faults.append("crossing")
    short = [p for p, way in known.items() if p not in plain.pairs and plain.short[0] <= way <= plain.short[1]]
    if len(short) < 15:
        faults.append("short tickets")
    if sum(length * tracks for _, _, length, tracks in plain.routes if length <= 4) <= 8:
        faults.append("colours")
    return faults


def fewest_joins(pairs: list[frozenset[str]]) -> int:
    """With how few long tickets, one after the other without common cities, no further one is left."""
    if not pairs:
        return 0
    return 1 + min(fewest_joins([other for other in pairs if not other & pair]) for pair in pairs)
