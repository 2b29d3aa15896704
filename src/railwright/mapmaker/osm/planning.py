"""From the stations and railways of a region to the plan of a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.errors import OptionError
from railwright.game.board import MAX_CITIES, MAX_TRACKS, City
from railwright.mapmaker import geometry
from railwright.mapmaker.osm import edge_choice
from railwright.mapmaker.osm.candidates import Candidate, Railways
from railwright.mapmaker.osm.edge_choice import Choice, choose_greedily, members
from railwright.mapmaker.osm.edge_exchange import exchange, prune
from railwright.mapmaker.osm.properties import LONGEST, USUAL_LENGTH, choose_properties
from railwright.mapmaker.osm.station_choice import choose_stations, city_of, station_scores
from railwright.mapmaker.osm.station_graph import StationGraph
from railwright.mapmaker.plan import Plan, PlannedRoute

LEAST_STATIONS = 4
"""With fewer cities there is nothing to play."""
DOUBLES, EDGES = 22, 78
"""Of the usa board."""
SPACING = 0.5
"""Stations keep this part of the even spacing: a little more than the median 0.47 of the published maps."""
CLEARANCES = (1.0, 0.6)
"""Parts of the usual distance of edges from other cities, tried in turn until there are edges enough."""
LAST_CLEARANCES = (0.3, 0.05)
"""Tried only if some city would have no edge at all."""
LINE_DECIMALS = 6
"""Of degrees along railways; a tenth of a meter."""


@dataclass(frozen=True, slots=True)
class PlannedBoard:
    """A plan, and in plain words what of the wishes could not be met."""

    plan: Plan
    shortfalls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Edges:
    """A choice of edges between chosen cities."""

    cities: tuple[City, ...]
    candidates: list[Candidate]
    choice: Choice
    chosen: int
    wanted: int

    @property
    def worth(self) -> tuple[int, int]:
        """Parts and missing edges; less is better."""
        return self.choice.parts(self.chosen), max(0, self.wanted - self.chosen.bit_count())

    @property
    def apart(self) -> list[int]:
        """Numbers of the cities outside the largest connected part."""
        part = self.choice.part_of(self.chosen)
        main = max(sorted(set(part)), key=part.count)
        return [city for city, number in enumerate(part) if number != main]


def plan_board(
    graph: StationGraph, *, name: str, title: str, stations: int = 36, edges: int = EDGES, segments: int = 309,
    doubles: int | None = None, exponent: float = 2.0, spacing: float = SPACING, least_angle: float = 15.0,
    source: str = "",
) -> PlannedBoard:  # fmt: skip
    """Choose cities, edges, lengths and doubles (paper, sections 3.2 to 3.4). The same graph gives the same plan.

    ``doubles`` is by default as on the usa board, 22 for 78 edges. Too few stations for any board raise OptionError;
    everything else that is less than asked is said in the result.
    """
    _check_options(stations, edges, segments, doubles, exponent, spacing, least_angle)
    chosen, edge_set, shortfalls = _choose(graph, stations, edges, segments, exponent, spacing, least_angle)
    picked = members(edge_set.chosen)
    pairs = [edge_set.choice.pairs[edge] for edge in picked]
    wanted = round(DOUBLES * len(pairs) / EDGES) if doubles is None else min(doubles, len(pairs))
    length = _map_lengths(edge_set.cities, pairs)
    found = choose_properties(len(edge_set.cities), pairs, length, segments=segments, doubles=wanted)
    routes = tuple(
        PlannedRoute(pair, spaces, tracks, _rounded(edge_set.candidates[edge].line))
        for edge, pair, spaces, tracks in zip(picked, pairs, found.lengths, found.tracks, strict=True)
    )
    plan = Plan(name, title, edge_set.cities, tuple(sorted(routes, key=lambda route: route.cities)), source)
    if len(routes) < edges:
        shortfalls.append(f"{len(routes)} edges instead of {edges}: no more railways fit without crossings")
    if plan.spaces != segments:
        shortfalls.append(f"{plan.spaces} segments instead of {segments}: {len(routes)} edges have no room for the rest")
    if sum(found.tracks) - len(routes) != wanted:
        shortfalls.append(f"{sum(found.tracks) - len(routes)} double routes instead of {wanted}, for the number of segments")
    return PlannedBoard(plan, tuple(shortfalls))


def _check_options(
    stations: int, edges: int, segments: int, doubles: int | None, exponent: float, spacing: float, least_angle: float
) -> None:
    if not LEAST_STATIONS <= stations <= MAX_CITIES:
        raise OptionError(f"stations: {stations} is not possible; a board has {LEAST_STATIONS} to {MAX_CITIES}")
    most = 3 * stations - 6
    if not stations - 1 <= edges <= most:
        raise OptionError(f"edges: {edges} is not possible; {stations} stations have {stations - 1} to {most}")
    if doubles is not None and not 0 <= doubles <= edges:
        raise OptionError(f"doubles: {doubles} is not possible; there are {edges} edges")
    wanted = round(DOUBLES * edges / EDGES) if doubles is None else doubles
    if edges + wanted > MAX_TRACKS:
        raise OptionError(f"edges: {edges} with {wanted} doubles are more than the {MAX_TRACKS} tracks of a board")
    if not edges <= segments <= 2 * LONGEST * edges:
        raise OptionError(f"segments: {segments} is not possible; {edges} edges have {edges} to {2 * LONGEST * edges}")
    if not 0.0 <= exponent <= 100.0:
        raise OptionError(f"exponent: {exponent:g} is not possible; it is 0 to 100, published is 2")
    if not 0.0 <= spacing <= 1.0:
        raise OptionError(f"spacing: {spacing:g} is not possible; it is 0 (as published) to 1 (a perfect grid)")
    if not 0.0 <= least_angle <= 60.0:
        raise OptionError(f"least-angle: {least_angle:g} is not possible; it is 0 to 60 degrees")


def _choose(
    graph: StationGraph, stations: int, edges: int, segments: int, exponent: float, spacing: float, least_angle: float
) -> tuple[list[int], _Edges, list[str]]:
    """Stations and edges; stations that no edge can reach are replaced by others."""
    scores = station_scores(graph)
    railways = Railways(graph)
    length = segments / edges / (1 + DOUBLES / EDGES)
    banned: set[int] = set()
    chosen: list[int] = []
    while True:
        chosen = choose_stations(
            graph.stations, scores, stations, exponent=exponent, spacing=spacing, kept=chosen, banned=banned
        )
        if len(chosen) < LEAST_STATIONS:
            raise OptionError(
                f"only {len(chosen)} connected stations are left to choose from; a board needs at least {LEAST_STATIONS}"
            )
        found = _choose_edges(railways, chosen, graph, edges, length, least_angle)
        if not found.apart:
            break
        last = chosen.pop(found.apart[-1])  # the one that was chosen last matters least
        banned.add(last)
    shortfalls = []
    if len(chosen) < stations:
        shortfalls.append(f"{len(chosen)} stations instead of {stations}: there are no more")
    if banned:
        names = ", ".join(sorted(graph.stations[station].name for station in banned))
        shortfalls.append(f"not chosen, since no edge reaches them without crossings: {names}")
    return chosen, found, shortfalls


def _choose_edges(
    railways: Railways, chosen: Sequence[int], graph: StationGraph, edges: int, mean: float, least_angle: float
) -> _Edges:
    """As many edges as asked, in one part if possible."""
    cities = tuple(city_of(graph.stations[station]) for station in chosen)
    candidates = railways.candidates(chosen, cities)
    best: _Edges | None = None
    for clearance in CLEARANCES + LAST_CLEARANCES:
        if best is not None and (best.worth == (1, 0) or (clearance in LAST_CLEARANCES and best.worth[0] == 1)):
            break
        choice = edge_choice.compare(cities, candidates, least_angle=least_angle, clearance=clearance)
        found = _Edges(cities, candidates, choice, _best_set(cities, choice, edges, mean), edges)
        if best is None or found.worth < best.worth:
            best = found
    assert best is not None
    return best


def _best_set(cities: Sequence[City], choice: Choice, edges: int, mean: float) -> int:
    """The set of edges: if it can be avoided, none is so long that it would need more spaces than are allowed."""
    every = (1 << len(choice.pairs)) - 1
    first = choose_greedily(choice, edges, every)
    if not first:
        return first
    length = _map_lengths(cities, choice.pairs)
    longest = float(length[members(first)].mean()) / mean * (LONGEST + 0.5)
    short = sum(1 << edge for edge in range(len(choice.pairs)) if length[edge] <= longest)
    best, best_worth = first, (choice.count, edges)
    for allowed in (short, every):
        found = exchange(choice, choose_greedily(choice, edges, allowed), edges, allowed)
        worth = choice.parts(found), max(0, edges - found.bit_count())
        if worth < best_worth:
            best, best_worth = found, worth
        if best_worth == (1, 0):
            break
    return prune(choice, best, edges)


def _map_lengths(cities: Sequence[City], pairs: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
    """Straight lengths of edges, between those on our own map and in Web Mercator, in parts of their mean."""
    ends = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    both = [geometry.edge_lengths(points, ends) for points in geometry.drawn_and_mercator(cities)]
    return np.asarray(np.sqrt(np.prod([length / length.mean() for length in both], axis=0)))


def _rounded(line: NDArray[np.float64]) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(a), LINE_DECIMALS), round(float(b), LINE_DECIMALS)) for a, b in line)
