"""Selects stations by the towns that they serve: the largest ones first, then others that fill the gaps."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from railwright.mapmaker.geometry import drawn_and_mercator, even_spacing
from railwright.mapmaker.osm.places.ranking import Ranking
from railwright.mapmaker.osm.selection.station_choice import MIN_SPACING, RELAX, GreedyChoice, city_of

LARGEST = 10
"""Number of the largest towns that come before all others."""
NARROWER = 0.94
"""Factor by which this spacing is reduced while it leaves no room for all stations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TownWeights:
    """How stations other than the largest towns are chosen, and which edges may join them."""

    widest: float = 1.25
    """Their spacing that is tried first, relative to the least one."""
    people: float = 1.0
    """Weight of the people of a town."""
    well_known: int = 20
    """Number of large towns that need to keep only the least spacing, as the ten largest."""
    long_edges: bool = False
    """Whether long edges may be taken to reach the requested number."""


def choose_towns(
    ranking: Ranking, count: int, weights: TownWeights, *, exponent: float, spacing: float,
    kept: Sequence[int], banned: Collection[int],
) -> list[int]:  # fmt: skip
    """Choose stations; returns their numbers in order of choice.

    The ten largest towns that keep the spacing come first. The others are chosen as in the published method, by their
    importance and distance, but as far apart as possible, up to the widest spacing; then larger towns near them may
    replace them. Where towns are not enough, further stations of the same towns follow, if they keep the spacing, or
    the spacing is reduced.
    """
    stations, usable = ranking.stations, [i for i in range(len(ranking.stations)) if i not in banned]
    order = sorted(usable, key=lambda i: (stations[i].name, stations[i].latitude, stations[i].longitude))
    firsts = [i for i in order if i not in ranking.seconds or i in kept]
    scores = ranking.importance**weights.people
    room, least = spacing * weights.widest, spacing

    def chosen_from(numbers: list[int], begun: Sequence[int], room: float) -> list[int]:
        choice = GreedyChoice(stations, scores, numbers, count, exponent=exponent, spacing=spacing)
        for station in begun:
            choice.take(station)
        _take_largest(choice, ranking, count, min(spacing, room))
        choice.fill(room)
        return choice.chosen

    while True:
        chosen = chosen_from(firsts, kept, room)
        if len(chosen) >= count:
            begun = _with_larger(ranking, chosen, spacing, room, weights.well_known, kept, banned)
            better = chosen_from(firsts, begun, room)
            return better if len(better) >= count else chosen
        if room <= spacing and len(firsts) < len(order):
            chosen = chosen_from(order, chosen, spacing)
        if len(chosen) >= count or room <= 0.0:
            return chosen
        room = max(room * NARROWER, least) if room > least else room * RELAX
        if room < MIN_SPACING:
            room = 0.0


def _take_largest(choice: GreedyChoice, ranking: Ranking, count: int, spacing: float) -> None:
    largest = ranking.largest()
    left = LARGEST - len(set(choice.chosen).intersection(largest[:LARGEST]))
    for town in largest:
        if left <= 0 or len(choice.chosen) >= count:
            break
        if choice.is_free(town, spacing):
            choice.take(town)
            left -= 1


def _with_larger(
    ranking: Ranking, chosen: list[int], spacing: float, room: float, well_known: int, kept: Sequence[int],
    banned: Collection[int],
) -> list[int]:  # fmt: skip
    """The chosen stations, some of them replaced by larger towns.

    Each of the largest towns, until there are ``well_known``, replaces smaller ones nearer than ``spacing``, or else
    the smallest of all. Each other town may replace a single smaller one nearer than ``room``. Stations may be fewer
    afterwards.
    """
    largest = [town for town in ranking.largest() if town not in banned]
    everything = [*chosen, *(town for town in largest if town not in set(chosen))]
    place_of = {station: place for place, station in enumerate(everything)}
    cities = [city_of(ranking.stations[station]) for station in everything]
    maps = [(points, even_spacing(points, len(chosen))) for points in drawn_and_mercator(cities)]
    people = ranking.population
    now = list(chosen)
    settled = {*kept, *[town for town in largest if town in chosen][:LARGEST]}
    left = well_known
    for town in largest:
        if town in now:
            settled.add(town)
            left -= 1
            continue
        is_well_known = left > 0
        places = [place_of[station] for station in now]
        is_near = np.array([ranking.stations[other].name == ranking.stations[town].name for other in now])
        for points, even in maps:
            gaps = np.hypot(*(points[places] - points[place_of[town]]).T)
            is_near |= gaps < (min(spacing, room) if is_well_known else room) * even
        near = [now[number] for number in np.flatnonzero(is_near).tolist()]
        if not near and is_well_known:
            near = [min((s for s in now if s not in settled), key=lambda s: (people[s], s), default=town)]
        if near and town not in near and not settled.intersection(near) and (is_well_known or len(near) == 1):
            now = [station for station in now if station not in near] + [town]
            settled.add(town)
            left -= 1
    return now
