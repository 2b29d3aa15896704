"""Names never cover train spaces, wherever that is possible."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from draw.conftest import INVENTED, OFFICIAL, board_called, layout_of
from railwright.draw import Label, Layout
from railwright.draw.true_scale import place_true_scale
from railwright.web.work.pictures import layout_for_small_windows, readable_layout


def box(label: Label) -> shapely.Polygon:
    return shapely.box(label.x, label.y, label.x + label.width, label.y + label.height)


def covered_spaces(layout: Layout) -> int:
    """How many spaces lie under names, by exact geometry."""
    spaces = shapely.polygons([space.corners() for track in layout.tracks for space in track.spaces])
    names = [box(label) for label in layout.labels]
    one, two = shapely.STRtree(spaces).query(names, predicate="intersects")
    return sum(shapely.intersection(names[i], spaces[k]).area > 1e-6 for i, k in zip(one, two, strict=True))


@pytest.mark.parametrize("name", OFFICIAL)
def test_no_name_covers_a_space_of_an_official_board(name: str) -> None:
    assert covered_spaces(layout_of(name)) == 0
    assert covered_spaces(readable_layout(board_called(name))) == 0
    assert covered_spaces(layout_for_small_windows(board_called(name))) == 0


@pytest.mark.parametrize("name", OFFICIAL)
def test_no_name_covers_a_space_on_paper(name: str) -> None:
    assert covered_spaces(place_true_scale(board_called(name)).layout) == 0


def test_names_cover_hardly_any_space_of_boards_with_tangled_tracks() -> None:
    assert sum(covered_spaces(layout_of(name)) for name in INVENTED) <= 2


@pytest.mark.parametrize("name", OFFICIAL)
def test_a_name_away_from_its_city_has_a_line_that_passes_no_other_city(name: str) -> None:
    layout = layout_of(name)
    assert sum(label.far for label in layout.labels) <= len(layout.labels) / 5
    for i, label in enumerate(layout.labels):
        (x, y), radius = layout.cities[i], layout.radii[i]
        gap = box(label).distance(shapely.Point(x, y)) - radius
        if not label.far:
            assert gap < 22 * layout.unit
            continue
        start, stop = (np.array(end) for end in label.leader(x, y, radius))
        assert np.hypot(*(start - (x, y))) == pytest.approx(radius)
        line = shapely.LineString([start, stop])
        others = [point for k, point in enumerate(layout.cities) if k != i]
        assert min(line.distance(shapely.Point(point)) for point in others) > layout.radii[0]
        assert box(label).distance(shapely.Point(stop)) < 1e-6


def test_every_letter_of_a_name_is_written() -> None:
    for name in OFFICIAL:
        for city, label in zip(board_called(name).cities, layout_of(name).labels, strict=True):
            assert "".join(label.lines).replace(" ", "") in {
                word.replace(" ", "") for word in (city.name, city.country) if word
            }
