"""Names of invented towns."""

from __future__ import annotations

from random import Random

import pytest

from railwright.mapmaker.balance.graph.towns import BEGINNINGS, ENDINGS, town_names
from railwright.maps.load import load_board

WELL_KNOWN = {
    "Bedford", "Bradford", "Cambridge", "Hartford", "Oxford", "Stanford", "Watford", "Norwich", "Warwick", "Brunswick",
    "Gateshead", "Plymouth", "Portsmouth", "Bournemouth", "Stockholm", "Newhaven", "Harrogate", "Derby", "Whitby",
}  # fmt: skip


def test_names_are_different_short_and_invented() -> None:
    every = town_names(Random(1), len(BEGINNINGS) * len(ENDINGS))
    assert len(set(every)) == len(every)
    assert all(name.istitle() and 5 <= len(name) <= 13 for name in every)
    real = {city.name for name in ("usa", "europe", "germany") for city in load_board(name).cities}
    assert not set(every) & (WELL_KNOWN | real)


def test_towns_of_one_board_begin_differently() -> None:
    for seed in range(20):
        names = town_names(Random(seed), 36)
        assert len({name[:4] for name in names}) == 36


def test_the_towns_of_a_board_have_short_names() -> None:
    for seed in range(20):
        assert max(map(len, town_names(Random(seed), 36))) <= 9


def test_the_same_seed_gives_the_same_names() -> None:
    assert town_names(Random(1), 36) == town_names(Random(1), 36)
    assert town_names(Random(1), 36) != town_names(Random(2), 36)


def test_too_many_names_are_refused() -> None:
    with pytest.raises(ValueError, match="towns, not for 100000"):
        town_names(Random(1), 100_000)
