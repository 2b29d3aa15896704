"""Plans a board from the stations and railways of a region."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.compiled.bit_sets import elements
from railwright.errors import OptionError
from railwright.game.board import MAX_CITIES, MAX_TRACKS
from railwright.mapmaker.board_plan import BoardPlan, PlannedRoute
from railwright.mapmaker.criteria import measure_plan
from railwright.mapmaker.osm.extract.station_graph import StationGraph
from railwright.mapmaker.osm.options import DEFAULTS, OsmOptions
from railwright.mapmaker.osm.places.ranking import Ranking
from railwright.mapmaker.osm.selection.candidate_edges import Railways
from railwright.mapmaker.osm.selection.edge_properties import LONGEST_DOUBLE, LOOSEST_FIT, choose_properties
from railwright.mapmaker.osm.selection.ferries import with_ferries
from railwright.mapmaker.osm.selection.network_choice import (
    MIN_STATIONS,
    NetworkChooser,
    choose_network,
    map_lengths,
)
from railwright.mapmaker.osm.selection.not_chosen import NotChosen
from railwright.mapmaker.osm.selection.town_choice import TownWeights

ATTEMPTS = (
    TownWeights(),
    TownWeights(widest=1.4),
    TownWeights(widest=1.1),
    TownWeights(widest=1.0, people=0.6),
    TownWeights(widest=1.6, people=0.6, well_known=10),
    TownWeights(widest=1.2, people=0.3, well_known=0),
    TownWeights(long_edges=True),
)
"""Ways to choose stations and edges, tried in turn until a board meets all requests."""
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
    if ranking is not None and len(ranking.included) > options.stations:
        raise OptionError(f"include: {len(ranking.included)} names are too many for {options.stations} stations")
    railways = Railways(graph)
    if ranking is None:
        return _plan(NetworkChooser(railways, options), name, title, source)
    best: PlannedBoard | None = None
    refusal: OptionError | None = None
    for weights in ATTEMPTS:
        try:
            planned = _plan(NetworkChooser(railways, options, ranking, weights), name, title, source)
        except OptionError as error:
            refusal = refusal or error
            continue
        if best is None or _flaws(planned.plan, options) < _flaws(best.plan, options):
            best = planned
        if not any(_flaws(best.plan, options)):
            break
    if best is None:
        assert refusal is not None  # every attempt ended in one
        raise refusal
    return best


def _plan(chooser: NetworkChooser, name: str, title: str, source: str) -> PlannedBoard:
    """The board of one choice of stations and edges."""
    options = chooser.options
    network, shortfalls = choose_network(chooser)
    picked = elements(network.chosen)
    pairs = [network.conflicts.pairs[edge] for edge in picked]
    segments, wanted = options.segments, options.doubles_of(len(pairs))
    length = map_lengths(network.cities, pairs)
    most = MAX_TRACKS - len(pairs)
    chosen = choose_properties(len(network.cities), pairs, length, segments=segments, doubles=wanted, most_doubles=most)
    routes = tuple(
        PlannedRoute(pair, spaces, tracks, _rounded(network.candidates[edge].line))
        for edge, pair, spaces, tracks in zip(picked, pairs, chosen.lengths, chosen.tracks, strict=True)
    )
    if chooser.ranking is not None:
        routes = with_ferries(network.cities, routes)
    plan = BoardPlan(name, title, network.cities, tuple(sorted(routes, key=lambda route: route.cities)), source)
    if network.missing:
        shortfalls.append(f"{len(routes)} edges instead of {options.edges}: no more railways fit without crossings")
    if plan.spaces != segments:
        shortfalls.append(f"{plan.spaces} segments instead of {segments}: {len(routes)} edges allow no other total")
    if chosen.doubles != wanted:
        shortfalls.append(f"{chosen.doubles} double routes instead of {wanted}, to come near the requested segments")
    return PlannedBoard(plan, tuple(shortfalls), chooser.not_chosen(network))


def _flaws(plan: BoardPlan, options: OsmOptions) -> tuple[float, ...]:
    """How far a plan misses the requests, the most important first; all zero if it meets them."""
    quality = measure_plan(plan)
    variation = max(quality.length_variation, quality.length_variation_drawn)
    return (
        options.stations - quality.stations,
        abs(options.segments - quality.segments),
        max(0.0, variation - LOOSEST_FIT),
        max(0, options.edges - quality.edges),
    )


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


def _rounded(line: NDArray[np.float64]) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(a), LINE_DECIMALS), round(float(b), LINE_DECIMALS)) for a, b in line)
