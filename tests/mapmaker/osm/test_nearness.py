"""The grid finds the same pairs as a comparison of every point with every segment."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from railwright.mapmaker.osm.extract.nearness import near_segments
from railwright.mapmaker.osm.extract.sphere import EARTH_RADIUS, meters_along, to_degrees, to_space


@given(st.integers(0, 10_000), st.integers(0, 12), st.integers(0, 30), st.floats(1, 5000))
def test_all_near_pairs_are_found(seed: int, points: int, segments: int, reach: float) -> None:
    rng = np.random.default_rng(seed)
    place = rng.uniform(-5000, 5000, (points, 3)) + 6e6
    start = rng.uniform(-5000, 5000, (segments, 3)) + 6e6
    end = start + rng.normal(0, 10 ** rng.uniform(0, 4), (segments, 3))
    reaches = rng.uniform(0, reach, points)
    found = near_segments(place, start, end, reaches)
    expected = set()
    for i in range(points):
        for j in range(segments):
            along = np.clip(
                np.dot(place[i] - start[j], end[j] - start[j]) / np.dot(end[j] - start[j], end[j] - start[j]), 0, 1
            )
            if np.linalg.norm(start[j] + along * (end[j] - start[j]) - place[i]) <= reaches[i]:
                expected.add((i, j))
    assert set(zip(found.point.tolist(), found.segment.tolist(), strict=True)) == expected
    assert len(found.point) == len(expected)


def test_space_and_degrees_are_the_same_places() -> None:
    degrees = np.array([[0.0, 0.0], [51.5, -0.1], [-33.9, 151.2], [65.0, -179.9]])
    np.testing.assert_allclose(to_degrees(to_space(degrees)), degrees, atol=1e-9)


def test_a_quarter_of_the_equator() -> None:
    line = to_space(np.array([[0.0, longitude] for longitude in range(91)]))
    assert abs(meters_along(line) - EARTH_RADIUS * np.pi / 2) < 1
