"""Plans a board from the stations and railways of a region."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.compiled.bit_sets import elements
from railwright.errors import OptionError
from railwright.game.board import MAX_CITIES, MAX_TRACKS, City
from railwright.mapmaker import geometry
from railwright.mapmaker.board_plan import BoardPlan, PlannedRoute
from railwright.mapmaker.osm.extract.station_graph import StationGraph
from railwright.mapmaker.osm.options import DEFAULTS, OsmOptions
from railwright.mapmaker.osm.places.ranking import Ranking
from railwright.mapmaker.osm.selection.candidate_edges import Candidate, Railways
from railwright.mapmaker.osm.selection.edge_choice import EdgeConflicts, choose_greedily, find_conflicts
from railwright.mapmaker.osm.selection.edge_exchange import exchange, prune
from railwright.mapmaker.osm.selection.edge_properties import LONGEST, LONGEST_DOUBLE, choose_properties
from railwright.mapmaker.osm.selection.ferries import with_ferries
from railwright.mapmaker.osm.selection.large_towns import LargeTowns
from railwright.mapmaker.osm.selection.not_chosen import NotChosen, towns_not_chosen
from railwright.mapmaker.osm.selection.station_choice import choose_stations, city_of, station_scores
from railwright.words import count

MIN_STATIONS = 4
"""Minimum number of cities of a playable board."""
CLEARANCES = (1.0, 0.6)
"""Distances of edges from other cities, relative to the usual one, tried in turn until there are enough edges."""
NEARLY = 0.06
"""Fraction of edges that may be missing for station replacements to be tried."""
REPLACEMENTS = 6
"""Number of the last chosen stations that are tried for replacement."""
TIGHT_CLEARANCE = 0.3
"""Clearance tried if replacements do not help."""
LAST_CLEARANCE = 0.05
"""Clearance tried only if the cities are not all connected."""
LINE_DECIMALS = 6
"""Decimals of degrees along railways: a tenth of a metre."""


@dataclass(frozen=True, slots=True)
class PlannedBoard:
    """A plan, and the requests that it could not meet."""

    plan: BoardPlan
    shortfalls: tuple[str, ...]
    """Messages about the unmet requests."""
    not_chosen: tuple[NotChosen, ...] = ()
    """The towns that are not on the board, largest first."""


@dataclass(frozen=True, slots=True)
class _Network:
    """Chosen cities and edges."""

    cities: tuple[City, ...]
    candidates: list[Candidate]
    conflicts: EdgeConflicts
    chosen: int
    """The set of candidates chosen as edges."""
    missing: int
    """Number of requested edges that were not found."""

    @property
    def apart(self) -> list[int]:
        """Numbers of the cities outside the largest connected component."""
        return self.conflicts.apart(self.chosen)

    @property
    def worth(self) -> tuple[int, int]:
        """Numbers of unconnected cities and of missing edges; lower is better."""
        return len(self.apart), self.missing


def plan_board(
    graph: StationGraph, *, name: str, title: str, options: OsmOptions = DEFAULTS, source: str = "",
    ranking: Ranking | None = None,
) -> PlannedBoard:  # fmt: skip
    """Choose cities, edges, lengths and doubles (paper, sections 3.2 to 3.4). The result is deterministic.

    With a ranking, stations are chosen by the towns that they serve, and tracks over open sea are ferries.

    Raises OptionError for options that no board can meet, and if there are too few stations for any board; all other
    unmet requests are reported in the result.
    """
    _check(options)
    chooser = _Chooser(graph, options, ranking)
    network, shortfalls = _choose(chooser)
    picked = elements(network.chosen)
    pairs = [network.conflicts.pairs[edge] for edge in picked]
    segments, wanted = options.segments, options.doubles_of(len(pairs))
    length = _map_lengths(network.cities, pairs)
    most = MAX_TRACKS - len(pairs)
    chosen = choose_properties(len(network.cities), pairs, length, segments=segments, doubles=wanted, most_doubles=most)
    routes = tuple(
        PlannedRoute(pair, spaces, tracks, _rounded(network.candidates[edge].line))
        for edge, pair, spaces, tracks in zip(picked, pairs, chosen.lengths, chosen.tracks, strict=True)
    )
    if ranking is not None:
        routes = with_ferries(network.cities, routes)
    plan = BoardPlan(name, title, network.cities, tuple(sorted(routes, key=lambda route: route.cities)), source)
    if network.missing:
        shortfalls.append(f"{len(routes)} edges instead of {options.edges}: no more railways fit without crossings")
    if plan.spaces != segments:
        shortfalls.append(f"{plan.spaces} segments instead of {segments}: {len(routes)} edges allow no other total")
    if chosen.doubles != wanted:
        shortfalls.append(f"{chosen.doubles} double routes instead of {wanted}, to come near the requested segments")
    return PlannedBoard(plan, tuple(shortfalls), chooser.not_chosen(network))


def _check(options: OsmOptions) -> None:
    """Raise OptionError for the first option that no board can meet."""
    stations, edges = options.stations, options.edges
    most_edges, most_spaces = 3 * stations - 6, 2 * LONGEST_DOUBLE * edges
    tracks = edges + options.doubles_of(edges)
    possible = (
        ("stations", stations, MIN_STATIONS, MAX_CITIES, "on a board"),
        ("edges", edges, stations - 1, most_edges, f"for {stations} stations without crossings"),
        ("doubles", options.doubles or 0, 0, edges, f"for {edges} edges"),
        ("edges", tracks, 1, MAX_TRACKS, "on a board, both tracks of doubles counted"),
        ("segments", options.segments, edges, most_spaces, f"for {edges} edges"),
        ("exponent", options.exponent, 0, 100, "(published: 2)"),
        ("spacing", options.spacing, 0, 1, "(0: as published, 1: a perfect grid)"),
        ("least-angle", options.least_angle, 0, 60, "degrees"),
    )
    for name, value, low, high, what in possible:
        if not low <= value <= high:
            raise OptionError(f"{name}: {value:g} is not possible; it must be {low} to {high} {what}")


def _choose(chooser: _Chooser) -> tuple[_Network, list[str]]:
    """Choose stations and edges. Stations that no edge can reach are replaced by others while there are any."""
    options, towns = chooser.options, chooser.towns
    banned: set[int] = set(towns.excluded)
    chosen: list[int] = list(towns.included)
    while True:
        chosen = chooser.stations(chosen, banned)
        if len(chosen) < MIN_STATIONS:
            found = count(len(chosen), "connected station")
            raise OptionError(f"only {found} in this file; a board needs at least {MIN_STATIONS}")
        network = chooser.network(chosen)
        if network.apart:
            banned.add(towns.dispensable(chosen, network.apart))  # usually the last one, which is the least important
            chosen = [station for station in chosen if station not in banned]
        elif missing := towns.missing(chosen, banned):
            required = towns.required(chosen)
            chosen = [*(station for station in chosen if station in required), *missing]
        else:
            break
    chooser.unreached = banned - towns.excluded - set(towns.given_way)
    shortfalls = []
    if len(chosen) < options.stations:
        shortfalls.append(f"{count(len(chosen), 'station')} instead of {options.stations}: there are no more")
    for stations, why in (
        (chooser.unreached, "since no edge reaches them without crossings"),
        (towns.given_way, "to make room for edges to larger towns"),
    ):
        if stations:
            names = ", ".join(sorted(chooser.named[station].name for station in stations))
            shortfalls.append(f"left out, {why}: {names}")
    if 0 < network.missing <= NEARLY * options.edges:
        better = chooser.with_replacements(chosen, banned, network)
        names = ", ".join(sorted({city.name for city in network.cities} - {city.name for city in better.cities}))
        if names:
            shortfalls.append(f"replaced by other stations, which allow more edges: {names}")
        network = better
    return network, shortfalls


class _Chooser:
    """Chooses stations and edges of one graph."""

    def __init__(self, graph: StationGraph, options: OsmOptions, ranking: Ranking | None = None) -> None:
        self.options = options
        self.ranking = ranking
        self.towns = LargeTowns(ranking, options.spacing)
        self.unreached: set[int] = set()
        """Stations that no edge reaches."""
        self.named = ranking.stations if ranking is not None else graph.stations
        self.scores = ranking.importance if ranking is not None else station_scores(graph)
        self.seconds = ranking.seconds if ranking is not None else frozenset()
        self.railways = Railways(graph)

    def stations(self, kept: Sequence[int], banned: Collection[int]) -> list[int]:
        """The kept stations, followed by newly chosen ones."""
        return choose_stations(
            self.named, self.scores, self.options.stations,
            exponent=self.options.exponent, spacing=self.options.spacing, kept=kept, banned=banned,
            first=self.towns.largest, seconds=self.seconds,
        )  # fmt: skip

    def network(self, chosen: Sequence[int], clearances: Sequence[float] = CLEARANCES) -> _Network:
        """Choose edges between stations: connecting all of them if possible, then as many as requested."""
        cities = tuple(city_of(self.named[station]) for station in chosen)
        candidates = self.railways.candidates(chosen, cities)
        best: _Network | None = None
        for clearance in (*clearances, LAST_CLEARANCE):
            if best is not None and (best.worth == (0, 0) or (clearance == LAST_CLEARANCE and not best.apart)):
                break
            conflicts = find_conflicts(cities, candidates, least_angle=self.options.least_angle, clearance=clearance)
            edges = _best_set(cities, conflicts, self.options.edges, self.options.mean_length)
            network = _Network(cities, candidates, conflicts, edges, max(0, self.options.edges - edges.bit_count()))
            if best is None or network.worth < best.worth:
                best = network
        assert best is not None  # there is at least one clearance
        return best

    def not_chosen(self, network: _Network) -> tuple[NotChosen, ...]:
        """The towns that are not on the board."""
        if self.ranking is None:
            return ()
        return towns_not_chosen(self.ranking, network.cities, spacing=self.options.spacing, unreached=self.unreached)

    def with_replacements(self, chosen: Sequence[int], banned: Collection[int], network: _Network) -> _Network:
        """A network with more edges, by replacing some of the last chosen stations, or with a smaller clearance."""
        required = self.towns.required(chosen)
        for station in [other for other in reversed(chosen) if other not in required][:REPLACEMENTS]:
            trial = self.stations([other for other in chosen if other != station], {*banned, station})
            if len(trial) < len(chosen):
                break
            replaced = self.network(trial, CLEARANCES[-1:])
            if replaced.worth < network.worth:
                chosen, network = trial, replaced
            if not network.missing:
                return network
        tight = self.network(chosen, (TIGHT_CLEARANCE,))
        return tight if tight.worth < network.worth else network


def _best_set(cities: Sequence[City], conflicts: EdgeConflicts, edges: int, mean: float) -> int:
    """The best set of edges, preferably without edges so long that they would need more than ``LONGEST`` spaces."""
    every = (1 << len(conflicts.pairs)) - 1
    first = choose_greedily(conflicts, edges, every)
    if not first:
        return first
    length = _map_lengths(cities, conflicts.pairs)
    longest = float(length[elements(first)].mean()) / mean * (LONGEST + 0.5)
    short = sum(1 << edge for edge in range(len(conflicts.pairs)) if length[edge] <= longest)
    best, best_worth = first, (conflicts.count, edges)
    for allowed in (short, every):
        improved = exchange(conflicts, choose_greedily(conflicts, edges, allowed), edges, allowed)
        worth = len(conflicts.apart(improved)), max(0, edges - improved.bit_count())
        if worth < best_worth:
            best, best_worth = improved, worth
        if best_worth == (0, 0):
            break
    return prune(conflicts, best, edges)


def _map_lengths(cities: Sequence[City], pairs: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
    """Relative straight lengths of edges: the geometric mean of those on our own map and in Web Mercator."""
    ends = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    both = [geometry.edge_lengths(points, ends) for points in geometry.drawn_and_mercator(cities)]
    return np.asarray(np.sqrt(np.prod([length / length.mean() for length in both], axis=0)))


def _rounded(line: NDArray[np.float64]) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(a), LINE_DECIMALS), round(float(b), LINE_DECIMALS)) for a, b in line)
