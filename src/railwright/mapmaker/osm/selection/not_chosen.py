"""The towns that a board leaves out, and why."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from railwright.game.board import City
from railwright.mapmaker.geometry import drawn_and_mercator, even_spacing
from railwright.mapmaker.osm.places.ranking import Ranking
from railwright.mapmaker.osm.selection.station_choice import city_of


@dataclass(frozen=True, slots=True)
class NotChosen:
    """A town with a railway that is not on the board."""

    name: str
    population: int
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """The town as a JSON object."""
        return {"name": self.name, "population": self.population, "reason": self.reason}


def towns_not_chosen(
    ranking: Ranking, cities: Sequence[City], *, spacing: float, unreached: Collection[int]
) -> tuple[NotChosen, ...]:
    """The towns that are not on the board, largest first."""
    on_board = set(cities)
    left = [town for town in ranking.largest() if city_of(ranking.stations[town]) not in on_board]
    if not left:
        return ()
    maps = drawn_and_mercator([*cities, *(city_of(ranking.stations[town]) for town in left)])
    people = {city_of(station): count for station, count in zip(ranking.stations, ranking.population, strict=True)}
    nearest: list[int | None] = [None] * len(left)
    for points in maps:
        room = spacing * even_spacing(points[: len(cities)])
        for number in range(len(left)):
            gaps = np.hypot(*(points[: len(cities)] - points[len(cities) + number]).T)
            if gaps.min() < room:  # the largest of those that are too near
                nearest[number] = max(np.flatnonzero(gaps < room).tolist(), key=lambda n: (people[cities[n]], -gaps[n]))
    return tuple(
        NotChosen(
            ranking.stations[town].name,
            ranking.population[town],
            _reason(ranking, town, cities[near].name if near is not None else "", unreached),
        )
        for town, near in zip(left, nearest, strict=True)
    )


def _reason(ranking: Ranking, town: int, near: str, unreached: Collection[int]) -> str:
    if town in ranking.excluded:
        return "excluded"
    if town in unreached:
        return "no edge reaches it without crossings"
    return f"too near {near}" if near else "others are larger or better spread"
