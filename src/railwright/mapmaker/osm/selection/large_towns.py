"""Keeps large towns, and stations that are asked for, on the board."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from railwright.errors import OptionError
from railwright.mapmaker.geometry import drawn_and_mercator, even_spacing
from railwright.mapmaker.osm.places.ranking import Ranking
from railwright.mapmaker.osm.selection.station_choice import city_of
from railwright.mapmaker.osm.selection.town_choice import LARGEST

ATTEMPTS = 10
"""Number of neighbours that are left out for the sake of a large town that no edge reaches."""


class LargeTowns:
    """The ten largest towns of a ranking, and the stations that are asked for. Without a ranking there are none."""

    def __init__(self, ranking: Ranking | None, *, count: int, spacing: float) -> None:
        self.ranking = ranking
        self.count = count
        self.spacing = spacing
        self.included = ranking.included if ranking is not None else ()
        self.excluded = ranking.excluded if ranking is not None else frozenset()
        self.largest = [town for town in ranking.largest() if town not in self.excluded] if ranking is not None else []
        others = len(set(self.included).difference(self.largest[:LARGEST]))
        self.top = self.largest[: min(LARGEST, count - others)]
        """The towns that must be on the board, or have a larger one near them."""
        self.given_way: list[int] = []
        """Stations left out so that edges reach more important ones."""

    def required(self, chosen: Collection[int]) -> set[int]:
        """The chosen stations that stay: those asked for, and the largest towns on the board."""
        on_board = [town for town in self.largest if town in chosen]
        top = [town for town in self.top if town in chosen]
        return {*self.included, *on_board[: len(self.top)], *top}

    def with_missing(self, chosen: Collection[int], missing: Sequence[int]) -> list[int]:
        """The stations that stay, and missing towns: those asked for, then the largest, not more than the board has."""
        required = {*self.required(chosen), *missing}
        towns = [town for town in self.largest if town in required and town not in self.included]
        return [*self.included, *towns][: self.count]

    def dispensable(self, chosen: Sequence[int], apart: Sequence[int]) -> int:
        """The station to leave out, given the numbers of those that no edge reaches.

        It is the one chosen last, or a neighbour of a station that has to stay.
        """
        required = self.required(chosen)
        for number in reversed(apart):
            if chosen[number] not in required:
                return chosen[number]
        unreached = apart[-1]
        others = [number for number, station in enumerate(chosen) if station not in required]
        if others and len(self.given_way) < ATTEMPTS:
            points = self._maps(chosen)[0]
            gaps = np.hypot(*(points[others] - points[unreached]).T)
            neighbour = chosen[others[int(gaps.argmin())]]
            self.given_way.append(neighbour)
            return neighbour
        if chosen[unreached] in self.included:
            name = self._name(chosen[unreached])
            raise OptionError(f"include: no edge reaches {name} without crossings; leave it or a place near it out")
        return chosen[unreached]

    def missing(self, chosen: Sequence[int], banned: Collection[int]) -> list[int]:
        """Towns among the largest ten that are not chosen although no larger chosen one lies within the spacing."""
        return [
            town for town in self.top
            if town not in chosen and town not in banned and not self._is_shadowed(town, chosen)
        ]  # fmt: skip

    def _is_shadowed(self, town: int, chosen: Sequence[int]) -> bool:
        assert self.ranking is not None  # it has towns
        people = self.ranking.population
        if self._name(town) in {self._name(other) for other in chosen}:
            return True
        rank = {station: number for number, station in enumerate(self.largest)}
        larger = [n for n, other in enumerate(chosen) if people[other] and rank.get(other, len(rank)) < rank[town]]
        for points in self._maps((*chosen, town)):
            room = self.spacing * even_spacing(points[:-1])
            if (np.hypot(*(points[larger] - points[-1]).T) < room).any():
                return True
        return False

    def _maps(self, stations: Sequence[int]) -> tuple[np.ndarray, ...]:
        assert self.ranking is not None
        return drawn_and_mercator([city_of(self.ranking.stations[station]) for station in stations])

    def _name(self, station: int) -> str:
        assert self.ranking is not None
        return self.ranking.stations[station].name
