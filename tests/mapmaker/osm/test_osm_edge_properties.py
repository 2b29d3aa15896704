from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railwright.mapmaker.osm.selection.edge_properties import (
    choose_properties,
    share_spaces,
    traffic,
    variation,
)


def test_traffic_counts_shortest_paths_over_each_edge() -> None:
    # A path of four cities: 3, 4 and 3 of its six pairs; a short cut from end to end then takes 0 - 3 and 0 - 2.
    assert traffic(4, [(0, 1), (1, 2), (2, 3)], np.array([1.0, 1, 1])).tolist() == [3, 4, 3]
    assert traffic(4, [(0, 1), (1, 2), (2, 3), (0, 3)], np.array([5.0, 4, 1, 1])).tolist() == [1, 2, 3, 2]


def test_variation_is_the_deviation_of_length_per_space_in_parts_of_its_mean() -> None:
    # Sizes 1 and 3: mean 2, deviation 1.
    assert variation(np.array([2.0, 9.0]), [2, 3]) == pytest.approx(0.5)


def test_spaces_are_shared_in_proportion_to_length() -> None:
    assert share_spaces(np.array([1.0, 2.0, 3.0, 5.9]), [1, 1, 1, 1], 12) == (1, 2, 3, 6)
    assert share_spaces(np.array([1.0, 2.0, 3.0]), [1, 2, 1], 8) == (1, 2, 3)


def test_a_sum_that_no_lengths_have_is_refused() -> None:
    assert share_spaces(np.ones(3), [1, 1, 1], 2) is None
    assert share_spaces(np.ones(3), [1, 1, 1], 19) is None
    assert share_spaces(np.ones(3), [2, 2, 2], 13) is None
    assert share_spaces(np.ones(3), [2, 2, 2], 24) == (4, 4, 4)


@given(st.lists(st.integers(10, 60), min_size=3, max_size=4), st.integers(0, 3), st.integers(6, 14))
def test_the_shared_spaces_are_as_even_as_any(length: list[int], double: int, total: int) -> None:
    sizes = np.array(length, dtype=np.float64)
    tracks = [2 if edge == double else 1 for edge in range(len(length))]
    found = share_spaces(sizes, tracks, total)
    ranges = [range(1, 5) if many == 2 else range(1, 7) for many in tracks]
    every = [
        spaces
        for spaces in itertools.product(*ranges)
        if sum(n * many for n, many in zip(spaces, tracks, strict=True)) == total
    ]
    if found is None:
        assert not every
    else:
        assert found in every
        # Only so many sizes of a space are tried, so the very best may be missed by a little.
        assert variation(sizes, found) <= min(variation(sizes, spaces) for spaces in every) * 1.1 + 0.01


@settings(max_examples=30)
@given(st.integers(3, 20), st.integers(0, 10**6), st.integers(0, 6), st.integers(20, 300))
def test_doubles_are_short_and_the_total_is_met_where_it_can_be(
    count: int, seed: int, doubles: int, segments: int
) -> None:
    rng = random.Random(seed)
    pairs = [(i, i + 1) for i in range(count - 1)] + ([(0, count - 1)] if count > 2 else [])
    length = np.array([rng.uniform(1, 3) for _ in pairs])
    found = choose_properties(
        count, pairs, length, segments=segments, doubles=min(doubles, len(pairs)), most_doubles=99
    )
    assert all(1 <= n <= (4 if many == 2 else 6) for n, many in zip(found.lengths, found.tracks, strict=True))
    if 1.5 * (len(pairs) + doubles) <= segments <= 3 * (len(pairs) + doubles):
        assert found.spaces == segments


def test_the_busiest_edges_become_double() -> None:
    # A star of three paths: the inner edges carry the traffic of the outer ones.
    pairs = [(0, 1), (0, 2), (0, 3), (1, 4), (2, 5), (3, 6)]
    found = choose_properties(7, pairs, np.ones(6), segments=27, doubles=3, most_doubles=99)
    assert found.tracks == (2, 2, 2, 1, 1, 1)
    assert found.lengths == (3,) * 6
    assert found.spaces == 27


def test_few_edges_become_longer_and_double_for_the_asked_total() -> None:
    pairs = [(i, i + 1) for i in range(10)]
    found = choose_properties(11, pairs, np.linspace(3.0, 4.0, 10), segments=309, doubles=3, most_doubles=99)
    assert set(found.lengths) <= {3, 4}
    assert found.tracks == (2,) * 10


def test_there_are_never_more_doubles_than_possible() -> None:
    pairs = [(i, i + 1) for i in range(10)]
    found = choose_properties(11, pairs, np.linspace(3.0, 4.0, 10), segments=309, doubles=3, most_doubles=5)
    assert found.doubles == 5
