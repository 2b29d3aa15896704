"""The geometry of boards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray

from railwright.draw import Label, Layout, Space, curves, place_board
from railwright.draw.board_layout import make_draft
from railwright.draw.curves import bend_routes, count_crossings, curve
from railwright.draw.projection import Points, project
from railwright.draw.spread import Route
from railwright.draw.touching import find_touching
from railwright.draw.train_spaces import find_routes
from railwright.game.board import Board, City

Laid = tuple[Board, Layout]


def overlap(one: Label, two: Label) -> bool:
    beside = one.x + one.width <= two.x or two.x + two.width <= one.x
    above = one.y + one.height <= two.y or two.y + two.height <= one.y
    return not (beside or above)


def distance_to_label(label: Label, x: float, y: float) -> float:
    return float(np.hypot(
        max(label.x - x, 0.0, x - label.x - label.width), max(label.y - y, 0.0, y - label.y - label.height)
    ))  # fmt: skip


def distance_to_space(space: Space, x: float, y: float) -> float:
    turn = np.radians(space.angle)
    along = abs((x - space.x) * np.cos(turn) + (y - space.y) * np.sin(turn)) - space.length / 2
    across = abs((y - space.y) * np.cos(turn) - (x - space.x) * np.sin(turn)) - space.width / 2
    return float(np.hypot(max(along, 0.0), max(across, 0.0)))


def meet(one: Space, two: Space) -> bool:
    """Whether two spaces overlap: no line along a side of either keeps them apart."""
    for angle in (one.angle, one.angle + 90, two.angle, two.angle + 90):
        axis = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
        first, second = one.corners() @ axis, two.corners() @ axis
        if first.max() <= second.min() + 1e-9 or second.max() <= first.min() + 1e-9:
            return False
    return True


def test_no_name_lies_on_another_name(laid_out: Laid) -> None:
    _, layout = laid_out
    assert [pair for pair in combinations(layout.labels, 2) if overlap(*pair)] == []


def test_no_name_covers_the_dot_of_another_city(laid_out: Laid) -> None:
    _, layout = laid_out
    for i, label in enumerate(layout.labels):
        for j, (x, y) in enumerate(layout.cities):
            assert i == j or distance_to_label(label, x, y) >= layout.radii[j]


def test_every_track_has_as_many_spaces_as_its_length(laid_out: Laid) -> None:
    board, layout = laid_out
    assert [len(place.spaces) for place in layout.tracks] == [track.length for track in board.tracks]


def test_spaces_start_at_the_first_city_of_their_track(laid_out: Laid) -> None:
    board, layout = laid_out
    for track, place in zip(board.tracks, layout.tracks, strict=True):
        x, y = layout.cities[board.city_index[track.cities[0]]]
        away = [np.hypot(space.x - x, space.y - y) for space in place.spaces]
        assert away == sorted(away)


def test_parallel_tracks_do_not_overlap(laid_out: Laid) -> None:
    board, layout = laid_out
    by_pair: dict[frozenset[str], list[int]] = {}
    for i, track in enumerate(board.tracks):
        by_pair.setdefault(frozenset(track.cities), []).append(i)
    for numbers in by_pair.values():
        for one, two in combinations(numbers, 2):
            for first in layout.tracks[one].spaces:
                assert not any(meet(first, second) for second in layout.tracks[two].spaces)


def test_spaces_of_a_track_do_not_overlap_each_other(laid_out: Laid) -> None:
    _, layout = laid_out
    for place in layout.tracks:
        assert not any(meet(*pair) for pair in zip(place.spaces, place.spaces[1:], strict=False))


def test_everything_stays_within_the_picture(laid_out: Laid) -> None:
    _, layout = laid_out
    corners = np.concatenate([space.corners() for place in layout.tracks for space in place.spaces])
    assert corners.min() > 0
    assert (corners < [layout.width, layout.height]).all()
    for label in layout.labels:
        assert min(label.x, label.y) > 0
        assert label.x + label.width < layout.width
        assert label.y + label.height < layout.height


def test_spaces_keep_off_the_dots_of_official_boards(official: Laid) -> None:
    _, layout = official
    for place in layout.tracks:
        for space in place.spaces:
            for (x, y), radius in zip(layout.cities, layout.radii, strict=True):
                assert distance_to_space(space, x, y) > radius


def test_spaces_of_an_official_board_touch_no_other_track_and_no_city(official: Laid) -> None:
    _, layout = official
    tracks = [
        replace(place, spaces=tuple(_in_units(space, layout.unit) for space in place.spaces)) for place in layout.tracks
    ]
    assert find_touching(tracks, np.array(layout.cities) / layout.unit) == []


def _in_units(space: Space, unit: float) -> Space:
    return Space(space.x / unit, space.y / unit, space.angle, space.length / unit, space.width / unit)


def test_spaces_of_an_official_board_are_alike_and_fill_their_tracks_evenly(official: Laid) -> None:
    _, layout = official
    lengths = [place.spaces[0].length for place in layout.tracks]
    assert max(lengths) / min(lengths) < 2.4  # it was 2.5
    long = [place.spaces for place in layout.tracks if len(place.spaces) > 1]
    pitches = [np.hypot(one.x - two.x, one.y - two.y) for one, two, *_ in long]
    assert max(pitches) / min(pitches) < 2.4  # from one space to the next; it was 2.9
    fill = [spaces[0].length / pitch for spaces, pitch in zip(long, pitches, strict=True)]
    assert min(fill) > 0.76
    assert max(fill) / min(fill) < 1.25


def test_official_boards_keep_their_geography(official: Laid) -> None:
    board, layout = official
    truth = project(board.cities)
    drawn = np.array(layout.cities)
    for axis in (0, 1):
        assert np.corrcoef(truth[:, axis], drawn[:, axis])[0, 1] > 0.985


def test_the_layout_scales_with_the_width(official: Laid) -> None:
    board, layout = official
    half = place_board(board, width=700)
    assert half.width == pytest.approx(700)
    assert half.height == pytest.approx(layout.height / 2)
    assert np.array(half.cities) == pytest.approx(np.array(layout.cities) / 2)


def test_a_map_across_the_date_line_is_not_torn() -> None:
    points = project([City("a", -17, 178), City("b", -16, -179), City("c", -20, -175)])
    assert points[0, 0] < points[1, 0] < points[2, 0]
    assert np.ptp(points[:, 0]) < np.radians(10)


def test_a_map_of_a_continent_keeps_right_angles() -> None:
    middle, north, east = project([City("m", 50, 10), City("n", 51, 10), City("e", 50, 11.5557)])
    up, right = north - middle, east - middle
    assert abs(up @ right) < 0.02 * np.hypot(*up) * np.hypot(*right)
    assert np.hypot(*up) == pytest.approx(np.hypot(*right), rel=0.02)


CHAIN = [{"cities": (i, i + 1), "length": 1 + i % 9, "color": "red"} for i in range(11)]
ODD_PLACES = {
    "one line": [(50.0, float(i)) for i in range(12)],
    "one meridian": [(4.0 * i - 20, 10.0) for i in range(12)],
    "one place": [(50.0, 8.0)] * 12,
    "two places": [(50.0, 8.0 + i % 2) for i in range(12)],
    "poles": [(90.0, 0.0), (-90.0, 0.0), *[(5.0 * i, 30.0 * i - 170) for i in range(10)]],
    "an outlier": [(50 + 0.01 * i, 8 + 0.01 * (i * i % 7)) for i in range(11)] + [(60.0, 100.0)],
}


@pytest.mark.parametrize("odd", ODD_PLACES)
def test_odd_boards_can_be_drawn(odd: str, make: Callable[..., Board]) -> None:
    board = make(ODD_PLACES[odd], CHAIN)
    layout = place_board(board, width=1000)
    assert np.isfinite(np.array(layout.cities)).all()
    assert 0 < layout.height <= 1.8 * layout.width
    assert min(np.hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(layout.cities, 2)) > 2 * layout.radii[0]
    assert all(space.length > 0 for place in layout.tracks for space in place.spaces)


def test_a_terminal_is_called_after_its_country(official: Laid) -> None:
    board, layout = official
    for city, label, radius in zip(board.cities, layout.labels, layout.radii, strict=True):
        if city.country:
            assert " ".join(label.lines) == city.country
            assert radius < max(layout.radii)


def test_crossings_of_lines_are_counted_but_not_common_ends() -> None:
    own = np.array([[[0.0, 0.0], [4.0, 0.0], [8.0, 0.0]], [[0.0, 0.0], [4.0, 3.0], [8.0, 0.0]]])
    others = np.array([[[1.0, -1.0], [1.0, 0.5], [3.0, -1.0]], [[0.0, 0.0], [2.0, -2.0], [8.0, 0.0]]])
    assert count_crossings(own, others).tolist() == [2, 0]


def test_a_route_does_not_bend_across_another_to_find_room() -> None:
    """Five double spaces on the way from the first city to the third would have more room beyond the route above."""
    points = np.array([[0.0, 60.0], [40.0, 120.0], [160.0, 60.0], [200.0, 20.0]])
    pairs, lengths = ((0, 1), (0, 2), (0, 3), (1, 2)), (2, 5, 4, 2)
    routes = [Route(pair, (2 * k, 2 * k + 1), lengths[k]) for k, pair in enumerate(pairs)]
    lines = [
        shapely.LineString(curve(points[a], points[b], bend))
        for (a, b), bend in zip(pairs, bend_routes(points, routes), strict=True)
    ]
    assert [pair for pair in combinations(lines, 2) if pair[0].crosses(pair[1])] == []


def test_routes_in_a_heap_are_not_compared_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every route of the largest boards can lie across every other: what is looked at has an end all the same."""
    points = np.random.default_rng(1).uniform(0.0, 1000.0, (64, 2))
    routes = [Route((k % 64, (k + 20 + k // 64) % 64), (k,), 3) for k in range(192)]
    compared: list[int] = []

    def count(own: Points, others: Points) -> NDArray[np.int64]:
        compared.append(len(others))
        return count_crossings(own, others)

    monkeypatch.setattr(curves, "count_crossings", count)
    bends = bend_routes(points, routes)
    assert len(bends) == 192
    assert any(bends)
    assert sum(compared) <= curves.MAX_COMPARED


def test_a_board_with_many_spaces_on_a_small_map_is_drawn_larger(make: Callable[..., Board]) -> None:
    places = [(a, o) for a in (0.0, 1.0, 2.0) for o in (0.0, 1.0, 2.0)]
    pairs = [(i, j) for i, j in combinations(range(9), 2) if sum(abs(np.subtract(places[i], places[j]))) == 1]
    few = make(places, [{"cities": pair, "length": 2} for pair in pairs])
    many = make(places, [{"cities": pair, "length": 2} for pair in pairs for _ in range(3)])
    thin, dense = (make_draft(board, find_routes(board)) for board in (few, many))
    assert dense.scale > thin.scale
    area = np.prod(np.ptp(project(many.cities), axis=0)) * dense.scale**2
    assert area / sum(track.length for track in many.tracks) >= 2000 - 1e-6
