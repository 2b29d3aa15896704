"""How good a board's map is, by the criteria Q.1 to Q.8 of Friedsam and Rupp (2024), section 3.1, as numbers.

The paper names the criteria but gives no measures. Ours are those that give the figures published with the authors' own
maps (the medians over their 19 maps of 78 routes, ``PUBLISHED``): cities in Web Mercator; the smallest distance
between two cities in parts of sqrt(area of the bounding box / cities); the smallest angle between two routes at a
city; and, over all routes (a double counts once), the standard deviation of map length per space divided by its mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np

from railwright.draw.projection import Points
from railwright.game.board import Board, City
from railwright.mapmaker.distances import UNREACHABLE, Distances, board_distances, plan_distances
from railwright.mapmaker.geometry import Pairs, angles, crossings, drawn_and_mercator, edge_lengths, even_spacing
from railwright.mapmaker.plan import Plan

CLASSIC_STATIONS = 36
CLASSIC_EDGES = 78
CLASSIC_SEGMENTS = 309
"""The board of the original game. The paper prints 307 segments: one route was a wrong length in its source."""
PAPER_SEGMENTS = 307

LONGEST = 6
MOST_TRACKS = 2
"""A route's length and number of tracks in the original game (Q.6)."""

NO_ANGLE = 360.0
"""The smallest angle of a board on which no two routes meet."""


@dataclass(frozen=True, slots=True)
class Published:
    """Medians over the 19 published maps with 78 routes (read-me of the published maps)."""

    smallest_angle: float = 14.0
    length_variation: float = 0.135
    spread: float = 0.47


PUBLISHED = Published()


@dataclass(frozen=True, slots=True)
class Quality:
    """The eight criteria of one board."""

    name: str
    parts: int
    """Q.1: connected parts; a board has one."""
    stations: int
    edges: int
    segments: int
    """Q.2: cities, routes, and train spaces on all tracks."""
    spread: float
    """Q.3: the smallest distance between two cities, 1 if they stood in a square grid."""
    evenness: float
    """Q.3: how much the distances of cities to their nearest ones differ: standard deviation by mean."""
    crossings_mercator: int
    crossings_drawn: int
    """Q.4: pairs of routes that cross or touch outside of cities, in the web version's map and in our own."""
    smallest_angle: float
    """Q.5: in degrees, between two routes at a city, in Web Mercator."""
    smallest_angle_drawn: float
    """Q.5: the same on our own map."""
    lengths: Mapping[int, int]
    """Q.6: how many routes have each length."""
    tracks: Mapping[int, int]
    """Q.6: how many routes have one, two or more tracks."""
    length_variation: float
    """Q.7: standard deviation of map length for each space, by its mean, in Web Mercator."""
    length_variation_drawn: float
    """Q.7: the same on our own map."""
    repeated_names: int
    """Q.8: cities whose name another one has, too, but for capitals."""

    @property
    def odd_routes(self) -> int:
        """Q.6: routes that are longer than 6 or have more than two tracks."""
        long = sum(count for length, count in self.lengths.items() if length > LONGEST)
        return long + sum(count for tracks, count in self.tracks.items() if tracks > MOST_TRACKS)

    def to_dict(self) -> dict[str, Any]:
        """For machines."""
        data = asdict(self)
        data["lengths"] = {str(length): count for length, count in self.lengths.items()}
        data["tracks"] = {str(tracks): count for tracks, count in self.tracks.items()}
        return data | {"odd_routes": self.odd_routes}


def measure(board: Board) -> Quality:
    """The quality of any board."""
    return _measure(board.name, board.cities, _board_routes(board), board_distances(board))


def measure_plan(plan: Plan) -> Quality:
    """The quality of a plan: that of every board made of it, but for the decimals to which its cities are rounded."""
    routes = {route.cities: _Route(route.length, route.tracks, route.length * route.tracks) for route in plan.routes}
    return _measure(plan.name, plan.cities, routes, plan_distances(plan))


class _Route(NamedTuple):
    """What is measured of a pair of neighbours."""

    length: int
    tracks: int
    spaces: int
    """On all its tracks."""


def _measure(
    name: str, cities: Sequence[City], routes: Mapping[tuple[int, int], _Route], distances: Distances
) -> Quality:  # fmt: skip
    pairs: Pairs = np.array(list(routes), np.int64)
    drawn, flat = drawn_and_mercator(cities)
    spread, evenness = _spread(flat)
    lengths = np.array([route.length for route in routes.values()])
    return Quality(
        name=name,
        parts=len({row.tobytes() for row in distances < UNREACHABLE}),
        stations=len(cities),
        edges=len(routes),
        segments=sum(route.spaces for route in routes.values()),
        spread=spread,
        evenness=evenness,
        crossings_mercator=int(np.triu(crossings(flat, pairs)).sum()),
        crossings_drawn=int(np.triu(crossings(drawn, pairs)).sum()),
        smallest_angle=float(angles(flat, pairs).min()),
        smallest_angle_drawn=float(angles(drawn, pairs).min()),
        lengths=dict(sorted(Counter(route.length for route in routes.values()).items())),
        tracks=dict(sorted(Counter(route.tracks for route in routes.values()).items())),
        length_variation=_variation(edge_lengths(flat, pairs) / lengths),
        length_variation_drawn=_variation(edge_lengths(drawn, pairs) / lengths),
        repeated_names=sum(n for n in Counter(city.name.casefold() for city in cities).values() if n > 1),
    )


def _board_routes(board: Board) -> dict[tuple[int, int], _Route]:
    """Each pair of neighbours, with the length of its first track."""
    routes: dict[tuple[int, int], _Route] = {}
    for track in board.tracks:
        a, b = sorted(board.city_index[name] for name in track.cities)
        length, tracks, spaces = routes.get((a, b), (track.length, 0, 0))
        routes[a, b] = _Route(length, tracks + 1, spaces + track.length)
    return routes


def _spread(points: Points) -> tuple[float, float]:
    apart = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    nearest = apart.min(axis=1)
    return float(nearest.min() / even_spacing(points)), _variation(nearest)


def _variation(values: np.ndarray[Any, np.dtype[np.float64]]) -> float:
    """The coefficient of variation: standard deviation (of all there are, not of a sample) by mean."""
    return float(values.std() / values.mean()) if values.mean() > 0 else 0.0
