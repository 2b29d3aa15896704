"""Land that is invented around the cities of a board."""

from __future__ import annotations

import numpy as np
import shapely

from draw.conftest import board_called, layout_of
from railwright.draw import draw_board
from railwright.draw.invented_land import invent_land, wind
from railwright.draw.sizes import LAND_REACH


def test_all_cities_and_spaces_are_ashore() -> None:
    for name in ("usa", "invented 3", "invented 7"):
        board, layout = board_called(name), layout_of(name)
        invented = invent_land(board, layout)
        land = shapely.union_all([shapely.Polygon(rings[0], rings[1:]) for rings in invented.land])
        shallows = shapely.union_all([shapely.Polygon(rings[0], rings[1:]) for rings in invented.shallows])
        assert land.is_valid
        assert shallows.contains(land)
        assert land.contains(shapely.MultiPoint(layout.cities))
        for track, place in zip(board.tracks, layout.tracks, strict=True):
            if track.kind != "ferry":
                assert all(land.contains(shapely.Point(space.x, space.y)) for space in place.spaces)


def test_windings_never_fold_the_land_and_stay_within_its_reach() -> None:
    grid = np.stack(np.meshgrid(np.arange(0.0, 1500.0, 3.0), np.arange(0.0, 1000.0, 3.0)), axis=-1)
    wound = wind(grid.reshape(-1, 2)).reshape(grid.shape)
    right, down = np.diff(wound, axis=1)[:-1], np.diff(wound, axis=0)[:, :-1]
    assert (right[..., 0] * down[..., 1] - right[..., 1] * down[..., 0]).min() > 0
    assert np.hypot(*(wound - grid).transpose(2, 0, 1)).max() < LAND_REACH / 2


def test_invented_land_is_the_same_every_time() -> None:
    board, layout = board_called("invented 5"), layout_of("invented 5")
    assert draw_board(board, layout=layout, land="invented") == draw_board(board, layout=layout, land="invented")
