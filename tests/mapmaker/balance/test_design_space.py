"""What may be chosen, and random changes within it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railwright.errors import OptionError
from railwright.game.colors import GRAY
from railwright.mapmaker.balance.problem.board_style import Style, draw_within, official_style
from railwright.mapmaker.balance.problem.brief import Brief, space_of
from railwright.mapmaker.balance.problem.design import of_board
from railwright.mapmaker.balance.problem.design_space import complete_space, near_lengths, settled_space
from railwright.mapmaker.balance.problem.distance import Target
from railwright.mapmaker.balance.problem.range import Range
from railwright.mapmaker.balance.search.starts import starts_of
from railwright.maps.load import board_ruleset, load_board

USA, PRINTED = of_board(load_board("usa"), board_ruleset(load_board("usa")), "base")
EVEN = Brief(players=("rule", "path"), target=Target.even(2))


@given(st.integers(0, 10**6), st.sampled_from(["free", "official"]), st.sampled_from([None, 0, 1]))
def test_random_designs_and_their_changes_stay_in_the_space(seed: int, style: str, restrict: int | None) -> None:
    rng = Random(seed)
    space = space_of(replace(EVEN, style=style, restrict_lengths=restrict), USA, PRINTED)
    design = space.random(rng)
    for _ in range(20):
        assert space.holds(design)
        design = space.change(design, rng)
    if style == "official":
        for own in design.colors:
            assert len(own) == 1 or len(set(own)) == 2 or set(own) == {GRAY}


@given(st.integers(0, 10**6))
def test_a_change_changes_something(seed: int) -> None:
    rng = Random(seed)
    space = complete_space(USA)
    design = space.random(rng)
    assert space.change(design, rng) != design


def test_restricted_lengths_are_near_the_original_ones() -> None:
    space = near_lengths(complete_space(USA), PRINTED.lengths, 1)
    for choices, length in zip(space.lengths, PRINTED.lengths, strict=True):
        assert set(choices) == {near for near in (length - 1, length, length + 1) if 1 <= near <= 6}


@pytest.mark.parametrize("change", ["tickets", "points"])
def test_only_tickets_or_only_points_change(change: str) -> None:
    space = space_of(replace(EVEN, change=change), USA, PRINTED)
    rng = Random(1)
    design = space.random(rng)
    assert (design.lengths, design.colors) == (PRINTED.lengths, PRINTED.colors)
    assert (design.values == PRINTED.values) == (change == "points")
    assert space.open_features == ["values" if change == "tickets" else "points"]
    assert list(design.points) == sorted(design.points)


def test_points_by_length_are_tried_first() -> None:
    brief = replace(EVEN, change="points")
    starts = starts_of(brief, USA, space_of(brief, USA, PRINTED), PRINTED)
    assert (1, 2, 4, 7, 10, 15) in {design.points for design in starts.first}
    assert (4.5, 9, 13.5, 18, 22.5, 27) in {design.points for design in starts.first}


def test_the_printed_board_is_of_official_style() -> None:
    assert official_style(USA).allows(USA, PRINTED)


def test_a_design_within_bounds_is_found_and_keeps_to_them() -> None:
    style = Style(
        tracks=Range(95, 105), spaces=Range(300, 320), gray_tracks=Range(40, 48), tracks_per_color=Range(6, 8),
        spaces_per_color=Range(22, 32), double_share=Range(0.2, 0.4), tickets=Range(25, 30), ticket_values=Range(5, 20),
        ticket_excess=Range(-6, 12),
    )  # fmt: skip
    design = draw_within(USA, complete_space(USA), style, Random(4))
    assert style.miss(USA, design) == 0
    assert 95 <= sum(map(len, design.colors)) <= 105
    assert 300 <= sum(length * len(own) for length, own in zip(design.lengths, design.colors, strict=True)) <= 320
    assert 0.2 <= design.doubles / 78 <= 0.4
    assert all(5 <= value <= 20 for value in design.values if value > 0)
    for color in range(8):
        own = [
            length for length, tracks in zip(design.lengths, design.colors, strict=True) for c in tracks if c == color
        ]
        assert 6 <= len(own) <= 8
        assert 22 <= sum(own) <= 32


def test_bounds_that_nothing_keeps_to_are_said_to_be_so() -> None:
    with pytest.raises(OptionError, match="no board satisfies all of these bounds: tracks: 200 to 300"):
        draw_within(USA, complete_space(USA), Style(tracks=Range(200, 300)), Random(1))
    with pytest.raises(OptionError, match="is empty"):
        Range(5, 4)


def test_where_nothing_is_open_nothing_changes() -> None:
    space = settled_space(PRINTED)
    assert space.open_features == []
    assert space.change(PRINTED, Random(1)) == PRINTED
