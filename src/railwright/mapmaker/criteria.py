"""The quality of a board's map: the criteria Q.1 to Q.8 of Friedsam and Rupp (2024), section 3.1, as numbers.

The paper names the criteria but does not define measures. Ours reproduce the figures published with the authors' own
maps (medians over their 19 maps of 78 routes, ``PUBLISHED``): cities in Web Mercator; the smallest distance between two
cities, relative to sqrt(area of the bounding box / cities); the smallest angle between two routes at a city; and, over
all routes (a double route counts once), the standard deviation of the map length per space divided by its mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np

from railwright.draw.projection import Points
from railwright.game.board import Board, City
from railwright.mapmaker.board_plan import BoardPlan
from railwright.mapmaker.distances import UNREACHABLE, Distances, board_distances, plan_distances
from railwright.mapmaker.geometry import Pairs, angles, crossings, drawn_and_mercator, edge_lengths, even_spacing

LONGEST = 6
MOST_TRACKS = 2
"""Maximum length and number of tracks of a route in the original game (Q.6)."""

NO_ANGLE = 360.0
"""Smallest angle of a board on which no two routes meet."""


@dataclass(frozen=True, slots=True)
class PublishedMedians:
    """Medians over the 19 published maps with 78 routes (from their README)."""

    smallest_angle: float = 14.0
    length_variation: float = 0.135
    spread: float = 0.47


PUBLISHED = PublishedMedians()


@dataclass(frozen=True, slots=True)
class Quality:
    """The eight criteria of one board."""

    name: str
    parts: int
    """Q.1: number of connected components; a board has one."""
    stations: int
    """Q.2: number of cities."""
    edges: int
    """Q.2: number of routes."""
    segments: int
    """Q.2: number of train spaces on all tracks."""
    spread: float
    """Q.3: smallest distance between two cities; 1 in a square grid."""
    evenness: float
    """Q.3: coefficient of variation of the distance from each city to its nearest neighbour."""
    crossings_mercator: int
    """Q.4: number of pairs of routes that cross or touch outside cities, in Web Mercator."""
    crossings_drawn: int
    """Q.4: number of such pairs in our own drawing."""
    smallest_angle: float
    """Q.5: smallest angle between two routes at a city, in degrees, in Web Mercator."""
    smallest_angle_drawn: float
    """Q.5: smallest such angle in our own drawing."""
    lengths: Mapping[int, int]
    """Q.6: number of routes of each length."""
    tracks: Mapping[int, int]
    """Q.6: number of routes with one, two or more tracks."""
    length_variation: float
    """Q.7: coefficient of variation of the map length per space, in Web Mercator."""
    length_variation_drawn: float
    """Q.7: coefficient of variation of the map length per space in our own drawing."""
    repeated_names: int
    """Q.8: number of cities that share their name with another, ignoring case."""

    @property
    def odd_routes(self) -> int:
        """Q.6: number of routes that are longer than 6, plus those with more than two tracks."""
        long = sum(count for length, count in self.lengths.items() if length > LONGEST)
        return long + sum(count for tracks, count in self.tracks.items() if tracks > MOST_TRACKS)

    def to_dict(self) -> dict[str, Any]:
        """The criteria as a JSON object."""
        data = asdict(self)
        data["lengths"] = {str(length): count for length, count in self.lengths.items()}
        data["tracks"] = {str(tracks): count for tracks, count in self.tracks.items()}
        return data | {"odd_routes": self.odd_routes}


def measure(board: Board) -> Quality:
    """The quality of a board."""
    return _measure(board.name, board.cities, _board_routes(board), board_distances(board))


def measure_plan(plan: BoardPlan) -> Quality:
    """The quality of a plan, and so of every board made from it, apart from the rounding of coordinates."""
    routes = {
        route.cities: _RouteFacts(route.length, route.tracks, route.length * route.tracks) for route in plan.routes
    }
    return _measure(plan.name, plan.cities, routes, plan_distances(plan))


class _RouteFacts(NamedTuple):
    """The measured facts about a pair of neighbouring cities."""

    length: int
    tracks: int
    spaces: int
    """Number of spaces on all its tracks."""


def _measure(
    name: str, cities: Sequence[City], routes: Mapping[tuple[int, int], _RouteFacts], distances: Distances
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


def _board_routes(board: Board) -> dict[tuple[int, int], _RouteFacts]:
    """Each pair of neighbouring cities, with the length of its first track."""
    routes: dict[tuple[int, int], _RouteFacts] = {}
    for track in board.tracks:
        a, b = sorted(board.city_index[name] for name in track.cities)
        length, tracks, spaces = routes.get((a, b), (track.length, 0, 0))
        routes[a, b] = _RouteFacts(length, tracks + 1, spaces + track.length)
    return routes


def _spread(points: Points) -> tuple[float, float]:
    apart = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    nearest = apart.min(axis=1)
    return float(nearest.min() / even_spacing(points)), _variation(nearest)


def _variation(values: np.ndarray[Any, np.dtype[np.float64]]) -> float:
    """The coefficient of variation: the population standard deviation divided by the mean."""
    return float(values.std() / values.mean()) if values.mean() > 0 else 0.0
