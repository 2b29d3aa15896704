"""Finds the stations of a network: merges objects of the same name and snaps each station to its track."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.mapmaker.osm.extract.nearness import Indices, near_segments, nearest_on_segments
from railwright.mapmaker.osm.extract.osm_file import NODE, STOP, Extract, StationObject, is_member
from railwright.mapmaker.osm.extract.rail_network import RailNetwork, exactness_of, reach_of
from railwright.mapmaker.osm.extract.sphere import Points, on_ground, to_space

SAME_NAME_METERS = 1_500.0
"""Objects of the same name within this distance are one station."""
SAME_PLACE_METERS = 250.0
"""Stations within this distance are one place whatever their names, such as two levels of one station."""
STOP_METERS = 400.0
"""Stop positions within this distance of a station belong to it even under another name: platforms reach 400 m."""

CIRCLES = (75.0, 150.0)
"""Radii around a station at which tracks are counted, in metres."""


@dataclass(frozen=True, slots=True)
class PlacedStation:
    """A station on its track."""

    name: str
    kind: int
    point: NDArray[np.float64]
    rails: int
    parts: int
    """Number of objects that it was merged from."""


@dataclass(frozen=True, slots=True)
class Stations:
    """Stations on the tracks, sorted by name, and counts of those dropped or merged."""

    placed: tuple[PlacedStation, ...]
    off_rails: int
    merged: int

    @property
    def points(self) -> Points:
        """Coordinates of the stations."""
        return np.array([station.point for station in self.placed]).reshape(-1, 3)


def find_stations(extract: Extract, network: RailNetwork) -> Stations:
    """Find the stations of a network."""
    objects = _usable(extract, network)
    groups = _same_names(objects, extract)
    snapped = _snapped_to_tracks(extract, network, objects, groups)
    rails = count_rails(np.array([point for _, point in snapped]).reshape(-1, 3), network)
    placed = [
        PlacedStation(objects[group[0]].name, objects[group[0]].kind, point, int(count), len(group))
        for (group, point), count in zip(snapped, rails, strict=True)
    ]
    chosen = _apart(placed)
    tagged = sum(1 for group in groups for number in group[1:] if objects[number].kind != STOP)
    merged = tagged + len(placed) - len(chosen)
    return Stations(tuple(sorted(chosen, key=lambda station: station.name)), len(groups) - len(snapped), merged)


def _usable(extract: Extract, network: RailNetwork) -> list[StationObject]:
    """Objects with a known location, best kind first: stops must be on tracks, and stations not on other railways."""
    single = np.array([item.nodes[0] if item.nodes else -1 for item in extract.objects], np.int64)
    on_track, on_other = is_member(network.node_ids, single), is_member(extract.other_nodes, single)
    usable = []
    for item, is_on_track, is_on_other in zip(extract.objects, on_track, on_other, strict=True):
        nodes = np.array(item.nodes, np.int64)
        nodes = nodes[extract.known(nodes)]
        is_wrong = (item.kind == STOP and not is_on_track) or (item.kind == NODE and is_on_other and not is_on_track)
        if len(nodes) and not is_wrong:
            usable.append(StationObject(item.name, item.kind, tuple(nodes.tolist())))
    return sorted(usable, key=lambda item: (item.kind, item.name, item.nodes))


def _same_names(objects: Sequence[StationObject], extract: Extract) -> list[list[int]]:
    """Groups of objects, by index, that have the same name and lie near the first of the group, which is the best."""
    centres = [_middle(to_space(extract.places(np.array(item.nodes)))) for item in objects]
    named: dict[str, list[list[int]]] = {}
    for number, item in enumerate(objects):
        groups = named.setdefault(item.name.casefold(), [])
        for group in groups:
            if np.linalg.norm(centres[number] - centres[group[0]]) <= SAME_NAME_METERS:
                group.append(number)
                break
        else:
            groups.append([number])
    return [group for groups in named.values() for group in groups]


def _snapped_to_tracks(
    extract: Extract, network: RailNetwork, objects: Sequence[StationObject], groups: list[list[int]]
) -> list[tuple[list[int], NDArray[np.float64]]]:
    """Snap each group that lies near a track to the nearest one.

    The best object of the group that is near a track decides; if it is a stop, all stops of the group decide together.
    """
    points = [to_space(extract.places(np.array(item.nodes))) for item in objects]
    tracks = _tracks_near(network, objects, points)
    near, middles, segments = [], [], []
    for group in groups:
        deciding = [number for number in group if len(tracks[number])]
        if deciding:
            if objects[deciding[0]].kind != STOP:
                deciding = deciding[:1]
            near.append(group)
            middles.append(_middle(np.concatenate([points[number] for number in deciding])))
            segments.append(np.concatenate([tracks[number] for number in deciding]))
    if not near:
        return []
    at_middle = _within(network, np.array(middles), np.full(len(middles), exactness_of(network)))
    return [
        (group, _nearest_place(middle, np.union1d(some, more), network))
        for group, middle, some, more in zip(near, middles, segments, at_middle, strict=True)
    ]


def _tracks_near(network: RailNetwork, objects: Sequence[StationObject], points: Sequence[Points]) -> list[Indices]:
    """For each object, the segments within its reach.

    An outline extends to its tracks, with their accuracy, so its reach is small; this keeps subway stations off nearby
    main lines.
    """
    owner = np.repeat(np.arange(len(objects)), [len(item) for item in points])
    is_node = np.array([item.kind == NODE for item in objects], np.bool_)
    reach = np.where(is_node[owner], reach_of(network), exactness_of(network))
    by_point = _within(network, np.concatenate([*points, np.empty((0, 3))]), reach)
    bounds = np.cumsum([0, *(len(item) for item in points)])
    return [np.concatenate(by_point[first:last]) for first, last in itertools.pairwise(bounds)]


def _within(network: RailNetwork, points: Points, reach: NDArray[np.float64]) -> list[Indices]:
    """For each point, the segments within its reach."""
    near = near_segments(points, network.points[network.starts], network.points[network.ends], reach)
    return np.split(near.segment, np.searchsorted(near.point, np.arange(1, len(points))))[: len(points)]


def _middle(points: Points) -> NDArray[np.float64]:
    """The centre of the bounding box of some points."""
    middle: NDArray[np.float64] = on_ground((points.min(axis=0) + points.max(axis=0)) / 2)
    return middle


def _nearest_place(point: NDArray[np.float64], segments: Indices, network: RailNetwork) -> NDArray[np.float64]:
    """The point on some segments that is nearest to a given point."""
    starts, ends = network.points[network.starts[segments]], network.points[network.ends[segments]]
    along = nearest_on_segments(np.broadcast_to(point, starts.shape), starts, ends)
    places = starts + along[:, None] * (ends - starts)
    place: NDArray[np.float64] = on_ground(places[np.argmin(np.linalg.norm(places - point, axis=1))])
    return place


def count_rails(points: Points, network: RailNetwork) -> Indices:
    """Number of parallel tracks at each point.

    A circle around the point cuts each through track twice and each terminating track once. These cuts plus the track
    ends inside the circle are twice the number of tracks. The largest count over a few circles is used; crossovers are
    ignored.
    """
    is_counted = ~network.is_crossover
    starts, ends = network.starts[is_counted], network.ends[is_counted]
    is_end = network.degrees == 1
    near = near_segments(points, network.points[starts], network.points[ends], np.full(len(points), max(CIRCLES)))
    point = points[near.point]
    from_start = np.linalg.norm(network.points[starts[near.segment]] - point, axis=1)
    from_end = np.linalg.norm(network.points[ends[near.segment]] - point, axis=1)
    best = np.ones(len(points), np.int64)
    for radius in CIRCLES:
        inside = (from_start < radius).astype(np.int64) + (from_end < radius)
        cuts = np.where(inside == 1, 1, np.where((inside == 0) & (near.meters < radius), 2, 0))
        cuts += is_end[starts[near.segment]] & (from_start < radius)
        cuts += is_end[ends[near.segment]] & (from_end < radius)
        total = np.bincount(near.point, weights=cuts, minlength=len(points)).astype(np.int64)
        best = np.maximum(best, (total + 1) // 2)
    return best


def _apart(placed: Sequence[PlacedStation]) -> list[PlacedStation]:
    """The best station of each place."""
    chosen: list[PlacedStation] = []
    points = np.empty((len(placed), 3))
    for station in sorted(placed, key=lambda s: (s.kind == STOP, -s.rails, -s.parts, s.kind, len(s.name), s.name)):
        apart = STOP_METERS if station.kind == STOP else SAME_PLACE_METERS
        kinds = [other.kind for other in chosen]
        meters = np.linalg.norm(points[: len(chosen)] - station.point, axis=1)
        limits = np.array([SAME_PLACE_METERS if kind == STOP else apart for kind in kinds])
        if not np.any(meters < limits):
            points[len(chosen)] = station.point
            chosen.append(station)
    return chosen
