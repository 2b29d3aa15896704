"""Chooses stations and the edges between them, so that all are connected."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.compiled.bit_sets import elements
from railwright.errors import OptionError
from railwright.game.board import City
from railwright.mapmaker import geometry
from railwright.mapmaker.osm.options import OsmOptions
from railwright.mapmaker.osm.places.ranking import Ranking
from railwright.mapmaker.osm.selection.candidate_edges import Candidate, Railways
from railwright.mapmaker.osm.selection.edge_choice import EdgeConflicts, choose_greedily, find_conflicts
from railwright.mapmaker.osm.selection.edge_exchange import exchange, prune
from railwright.mapmaker.osm.selection.edge_properties import LONGEST
from railwright.mapmaker.osm.selection.large_towns import LargeTowns
from railwright.mapmaker.osm.selection.not_chosen import NotChosen, towns_not_chosen
from railwright.mapmaker.osm.selection.station_choice import choose_stations, city_of, station_scores
from railwright.mapmaker.osm.selection.town_choice import TownWeights, choose_towns
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
PUBLISHED = TownWeights(long_edges=True)
"""The published method takes long edges, and knows no towns."""
LAST_CLEARANCE = 0.05
"""Clearance tried only if the cities are not all connected."""


@dataclass(frozen=True, slots=True)
class BoardNetwork:
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


def choose_network(chooser: NetworkChooser) -> tuple[BoardNetwork, list[str]]:
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
            chosen = towns.with_missing(chosen, missing)
        else:
            break
    chooser.unreached = banned - towns.excluded - set(towns.given_way)
    shortfalls = []
    if len(chosen) < options.stations:
        more = " towns; several-per-town allows more" if chooser.leaves_stations(banned) else ""
        shortfalls.append(f"{count(len(chosen), 'station')} instead of {options.stations}: there are no more{more}")
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


class NetworkChooser:
    """Chooses stations and edges of one graph."""

    def __init__(
        self, railways: Railways, options: OsmOptions, ranking: Ranking | None = None, weights: TownWeights = PUBLISHED
    ) -> None:  # fmt: skip
        self.options = options
        self.ranking = ranking
        self.weights = weights
        self.towns = LargeTowns(ranking, count=options.stations, spacing=options.spacing)
        self.unreached: set[int] = set()
        """Stations that no edge reaches."""
        self.named = railways.graph.stations if ranking is None else ranking.stations
        self.scores = station_scores(railways.graph) if ranking is None else ranking.importance
        self.railways = railways

    def stations(self, kept: Sequence[int], banned: Collection[int]) -> list[int]:
        """The kept stations, followed by newly chosen ones."""
        options = self.options
        if self.ranking is not None:
            return choose_towns(
                self.ranking, options.stations, self.weights,
                exponent=options.exponent, spacing=options.spacing, kept=kept, banned=banned,
            )  # fmt: skip
        return choose_stations(
            self.named, self.scores, options.stations,
            exponent=options.exponent, spacing=options.spacing, kept=kept, banned=banned,
        )  # fmt: skip

    def network(self, chosen: Sequence[int], clearances: Sequence[float] = CLEARANCES) -> BoardNetwork:
        """Choose edges between stations: connecting all of them if possible, then as many as requested."""
        cities = tuple(city_of(self.named[station]) for station in chosen)
        candidates = self.railways.candidates(chosen, cities)
        best: BoardNetwork | None = None
        for clearance in (*clearances, LAST_CLEARANCE):
            if best is not None and (best.worth == (0, 0) or (clearance == LAST_CLEARANCE and not best.apart)):
                break
            conflicts = find_conflicts(cities, candidates, least_angle=self.options.least_angle, clearance=clearance)
            edges = _best_set(
                cities, conflicts, self.options.edges, self.options.mean_length, long_edges=self.weights.long_edges
            )
            network = BoardNetwork(cities, candidates, conflicts, edges, max(0, self.options.edges - edges.bit_count()))
            if best is None or network.worth < best.worth:
                best = network
        assert best is not None  # there is at least one clearance
        return best

    def leaves_stations(self, banned: Collection[int]) -> bool:
        """Whether there are further stations of towns that are on the board."""
        return self.ranking is not None and not self.ranking.seconds <= set(banned)

    def not_chosen(self, network: BoardNetwork) -> tuple[NotChosen, ...]:
        """The towns that are not on the board."""
        if self.ranking is None:
            return ()
        return towns_not_chosen(self.ranking, network.cities, spacing=self.options.spacing, unreached=self.unreached)

    def with_replacements(self, chosen: Sequence[int], banned: Collection[int], network: BoardNetwork) -> BoardNetwork:
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


def _best_set(
    cities: Sequence[City], conflicts: EdgeConflicts, edges: int, mean: float, *, long_edges: bool
) -> int:  # fmt: skip
    """The best set of edges, preferably without edges so long that they would need more than ``LONGEST`` spaces.

    Such ``long_edges`` may be taken to reach the requested number, or else only to connect all cities.
    """
    every = (1 << len(conflicts.pairs)) - 1
    first = choose_greedily(conflicts, edges, every)
    if not first:
        return first
    length = map_lengths(cities, conflicts.pairs)
    longest = float(length[elements(first)].mean()) / mean * (LONGEST + 0.5)
    short = sum(1 << edge for edge in range(len(conflicts.pairs)) if length[edge] <= longest)
    best, best_worth = first, (conflicts.count, edges)
    for allowed in (short, every):
        improved = exchange(conflicts, choose_greedily(conflicts, edges, allowed), edges, allowed)
        worth = len(conflicts.apart(improved)), max(0, edges - improved.bit_count())
        if worth < best_worth:
            best, best_worth = improved, worth
        if best_worth == (0, 0) or (best_worth[0] == 0 and not long_edges):
            break
    return prune(conflicts, best, edges)


def map_lengths(cities: Sequence[City], pairs: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
    """Relative straight lengths of edges: the geometric mean of those on our own map and in Web Mercator."""
    ends = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    both = [geometry.edge_lengths(points, ends) for points in geometry.drawn_and_mercator(cities)]
    return np.asarray(np.sqrt(np.prod([length / length.mean() for length in both], axis=0)))
