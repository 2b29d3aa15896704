"""Colours: balanced, apart from each other, gray as on the usa board."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings

from mapmaker.plans import plan, plan_of, plans
from railwright.game.board import Board
from railwright.game.colors import COLORS
from railwright.mapmaker.board_plan import BoardPlan
from railwright.mapmaker.gray_routes import colored_routes, usa_shares
from railwright.mapmaker.track_coloring import color_tracks
from railwright.maps.load import load_board


def spaces_by_color(plan: BoardPlan, colors: tuple[tuple[str, ...], ...]) -> tuple[Counter[str], Counter[str]]:
    tracks: Counter[str] = Counter()
    spaces: Counter[str] = Counter()
    for route, own in zip(plan.routes, colors, strict=True):
        for color in own:
            tracks[color] += 1
            spaces[color] += route.length
    return tracks, spaces


def meetings(plan: BoardPlan, colors: tuple[tuple[str, ...], ...]) -> int:
    """Pairs of tracks of one colour but different routes at a city."""
    found = 0
    for city in range(len(plan.cities)):
        at = [set(own) - {"gray"} for route, own in zip(plan.routes, colors, strict=True) if city in route.cities]
        found += sum(len(at[i] & at[j]) for i in range(len(at)) for j in range(i))
    return found


def board_meetings(board: Board) -> int:
    own: dict[frozenset[str], list[str]] = {}
    for track in board.tracks:
        own.setdefault(frozenset(track.cities), []).append(track.color)
    found = plan_of(board)
    names = [city.name for city in found.cities]
    return meetings(found, tuple(tuple(own[frozenset(names[c] for c in route.cities)]) for route in found.routes))


def test_the_usa_board_has_the_shares_that_were_counted_by_hand() -> None:
    shares = usa_shares()
    assert shares.tracks == pytest.approx(56 / 100)
    assert shares.spaces == pytest.approx(216 / 309)
    assert shares.by_length == pytest.approx({1: 0, 2: 10 / 36, 3: 14 / 20, 4: 14 / 16, 5: 18 / 19})


@pytest.mark.parametrize("seed", [1, 2])
def test_the_usa_board_coloured_anew_is_balanced_as_it_is_and_has_fewer_meetings(seed: int) -> None:
    board = load_board("usa")
    usa = plan_of(board)
    colors = color_tracks(usa, Random(seed))
    tracks, spaces = spaces_by_color(usa, colors)
    assert tracks == Counter(dict.fromkeys(COLORS, 7) | {"gray": 44})
    assert spaces == Counter(dict.fromkeys(COLORS, 27) | {"gray": 93})
    gray = Counter(route.length for route, own in zip(usa.routes, colors, strict=True) for c in own if c == "gray")
    assert [gray[length] for length in (1, 2, 3, 4)] == [9, 26, 6, 2]
    assert gray[5] + gray[6] == 1
    assert meetings(usa, colors) <= 1 < board_meetings(board) == 6


def test_a_star_has_each_colour_once_and_no_meeting() -> None:
    # 16 single routes of length 4 from one city: by the usa board 9 to 14 of them in colour, but only 8 or 16 are even
    star = plan(17, ((0, i, 4, 1) for i in range(1, 17)))
    colors = color_tracks(star, Random(1))
    tracks, _ = spaces_by_color(star, colors)
    assert tracks == Counter(dict.fromkeys(COLORS, 1) | {"gray": 8})
    assert meetings(star, colors) == 0


def test_where_meetings_cannot_be_avoided_there_are_as_few_as_possible() -> None:
    # 12 double routes of length 5 from one city: 16 of 24 tracks in colour, each colour twice at the middle
    star = plan(13, ((0, i, 5, 2) for i in range(1, 13)))
    colors = color_tracks(star, Random(1))
    tracks, _ = spaces_by_color(star, colors)
    assert tracks == Counter(dict.fromkeys(COLORS, 2) | {"gray": 8})
    assert meetings(star, colors) == 8


def test_the_gray_choice_is_the_best_of_all_on_a_small_plan() -> None:
    # four routes of length 1 and four of length 3: shares 0 and 0.7 by length, .56 of 8 tracks, .7 of 16 spaces
    small = plan(9, [(0, i, 1, 1) for i in range(1, 5)] + [(0, i, 3, 1) for i in range(5, 9)])
    shares = usa_shares()

    def cost(ones: int, threes: int) -> float:
        tracks, spaces = ones + threes, ones + 3 * threes
        by_length = ones**2 / 4 + ones / 4 + (threes - 2.8) ** 2 / 4 + abs(threes - 2.8) / 4
        return by_length + (tracks - 8 * shares.tracks) ** 2 / 8 + (spaces - 16 * shares.spaces) ** 2 / 16

    best = min((cost(ones, threes), ones, threes) for ones in range(5) for threes in range(5))
    assert colored_routes(small.routes, shares) == {(1, 1): best[1], (3, 1): best[2]}


@settings(max_examples=12, deadline=None)
@given(plans())
def test_parallel_tracks_differ_or_are_all_gray_and_colours_are_even(found: BoardPlan) -> None:
    colors = color_tracks(found, Random(5))
    for route, own in zip(found.routes, colors, strict=True):
        assert len(own) == route.tracks
        assert set(own) == {"gray"} or (len(set(own)) == len(own) and "gray" not in own)
    tracks, _ = spaces_by_color(found, colors)
    numbers = [tracks[color] for color in COLORS]
    assert max(numbers) - min(numbers) <= 1


def test_the_same_seed_gives_the_same_colours_and_another_seed_others() -> None:
    usa = plan_of(load_board("usa"))
    assert color_tracks(usa, Random(1)) == color_tracks(usa, Random(1)) != color_tracks(usa, Random(2))
