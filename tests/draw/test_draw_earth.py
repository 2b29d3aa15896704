"""Real land and water under boards."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from xml.etree import ElementTree

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from draw.conftest import OFFICIAL, board_called, layout_of
from railwright.draw import DARK, LIGHT, Theme, draw_board
from railwright.draw.earth.nations import countries_of, is_real, own_countries
from railwright.draw.earth.outlines import read_outlines, ring_line
from railwright.draw.earth.terrain import Terrain, clip_ring, find_terrain, ring_area
from railwright.draw.ground_warp import least_softness, moved
from railwright.draw.projection import Projection
from railwright.game.board import Board, City

SVG = "{http://www.w3.org/2000/svg}"


@cache
def terrain_of(name: str) -> Terrain:
    layout = layout_of(name)
    assert layout.ground is not None
    return find_terrain(layout.ground, layout.width, layout.height, own_countries(board_called(name).cities))


def shapes(areas: list[list[np.ndarray]]) -> shapely.Geometry:
    """The areas as one shape."""
    return shapely.union_all([shapely.Polygon(rings[0], rings[1:]).buffer(0) for rings in areas])


def test_rings_are_closed_and_every_arc_is_used() -> None:
    outlines = read_outlines()
    assert (outlines.uses > 0).all()
    for area in outlines.areas:
        for ring in area.rings:
            line = ring_line(outlines.arcs, ring)
            assert len(line) > 3
            assert line[0] == pytest.approx(line[-1])
            assert np.abs(np.diff(line[:, 0])).max() < 30  # no jump at the date line; the 49th parallel is 27.6 long


def square_km(country: str) -> float:
    """Of all pieces of a country, on a map of equal areas."""
    total = 0.0
    for area in read_outlines().areas:
        if area.country == country:
            for k, ring in enumerate(area.rings):
                line = np.radians(ring_line(read_outlines().arcs, ring))
                size = ring_area(np.column_stack([line[:, 0], np.sin(line[:, 1])])) * 6371.0**2
                total += -size if k else size
    return total


@pytest.mark.parametrize(
    ("country", "size"), [("Germany", 357_600), ("Switzerland", 41_290), ("Japan", 377_900), ("Russia", 17_098_000)]
)
def test_countries_have_their_true_size(country: str, size: float) -> None:
    assert square_km(country) == pytest.approx(size, rel=0.02)


def test_cities_are_found_in_their_countries() -> None:
    cities = (
        City("Paris", 48.86, 2.35), City("Rostock", 54.18, 12.08), City("Suva", -18.14, 178.44),
        City("Anadyr", 64.7, 177.5), City("Uelen", 66.16, -169.8), City("Maseru", -29.31, 27.48),
        City("at sea", 40.0, -40.0),
    )  # fmt: skip
    assert countries_of(cities) == ("France", "Germany", "Fiji", "Russia", "Russia", "Lesotho", "")


def test_own_countries_of_official_boards() -> None:
    assert own_countries(board_called("usa").cities) == {"United States of America"}
    assert own_countries(board_called("germany").cities) == {"Germany"}
    europe = own_countries(board_called("europe").cities)
    assert {"France", "Czechia", "Turkey", "Russia"} <= europe
    assert not europe & {"Iceland", "Egypt", "Iran"}


@pytest.mark.parametrize("name", OFFICIAL)
def test_cities_are_on_land_in_the_picture(name: str) -> None:
    board, layout, terrain = board_called(name), layout_of(name), terrain_of(name)
    land = shapes(terrain.own + terrain.others)
    assert is_real(board.cities)
    for city, (x, y), country in zip(board.cities, layout.cities, countries_of(board.cities), strict=True):
        if country:
            assert land.distance(shapely.Point(x, y)) < layout.radii[0], city.name


def test_country_borders_lie_between_the_right_cities() -> None:
    """Seattle and Vancouver, with the border between them, are about 45 units apart."""
    board, layout, terrain = board_called("usa"), layout_of("usa"), terrain_of("usa")
    own, others = shapes(terrain.own), shapes(terrain.others)
    for city, place in zip(board.cities, layout.cities, strict=True):
        canadian = countries_of((city,)) == ("Canada",)
        assert (others if canadian else own).distance(shapely.Point(place)) < layout.radii[0], city.name


@pytest.mark.parametrize("name", OFFICIAL)
def test_the_ground_does_not_fold(name: str) -> None:
    ground = layout_of(name).ground
    assert ground is not None
    low, high = ground.homes.min(axis=0) - 80, ground.homes.max(axis=0) + 80
    grid = np.stack(np.meshgrid(*(np.linspace(low[k], high[k], 120) for k in range(2))), axis=-1)
    bent = ground.bend(grid.reshape(-1, 2)).reshape(grid.shape)
    right, down = np.diff(bent, axis=1)[:-1], np.diff(bent, axis=0)[:, :-1]
    assert (right[..., 0] * down[..., 1] - right[..., 1] * down[..., 0]).min() > 0
    assert ground.bend(ground.homes) == pytest.approx(np.array(layout_of(name).cities), abs=1.5)


def test_ground_between_cities_that_did_not_move_stays() -> None:
    homes = np.array([[0.0, 0.0], [100.0, 0.0], [0.0, 80.0], [90.0, 90.0]])
    points = np.array([[50.0, 40.0], [-70.0, 10.0], [300.0, 300.0]])
    assert moved(points, homes, homes, 10.0) == pytest.approx(points)
    turned = homes @ np.array([[0.0, 2.0], [-2.0, 0.0]]) + [5.0, 7.0]
    assert moved(points, homes, turned, 10.0) == pytest.approx(
        points @ np.array([[0.0, 2.0], [-2.0, 0.0]]) + [5.0, 7.0]
    )


def test_cities_that_pass_each_other_make_the_ground_softer() -> None:
    homes = np.array([[0.0, 0.0], [200.0, 0.0], [100.0, 0.0], [110.0, 0.0], [100.0, 150.0]])
    places = homes.copy()
    places[[2, 3]] = [[150.0, 0.0], [60.0, 0.0]]
    assert least_softness(homes, homes) < least_softness(homes, places)


@given(arrays.arrays(np.float64, (7, 2), elements=st.floats(-20, 20)))
def test_a_clipped_ring_is_what_shapely_finds(ring: np.ndarray) -> None:
    whole = shapely.Polygon(ring)
    if not whole.is_valid:
        return
    box = shapely.box(-8, -6, 9, 7)
    cut = clip_ring(ring, np.array([-8.0, -6.0]), np.array([9.0, 7.0]))
    assert (ring_area(cut) if len(cut) else 0.0) == pytest.approx(whole.intersection(box).area, abs=1e-6)


@given(st.floats(-80, 80), st.floats(-20, 20), st.floats(-3, 3), st.floats(-180, 180))
def test_a_place_on_the_map_is_found_again(latitude: float, span: float, offset: float, longitude: float) -> None:
    cities = [
        City("a", latitude, longitude),
        City("b", float(np.clip(latitude + span, -84, 84)), longitude + 1 if longitude < 179 else 0),
    ]
    projection = Projection.of(cities)
    places = np.array([latitude + offset]), np.array([longitude])
    found = projection.locate(projection.project(*places))
    assert found[0] == pytest.approx(places[0], abs=1e-6)
    assert (found[1] - longitude + 180) % 360 - 180 == pytest.approx(0, abs=1e-6)


def test_real_land_is_for_real_places(make: Callable[..., Board]) -> None:
    at_sea = make([(-40.0, -120.0), (-41.0, -121.0)], [{"cities": (0, 1)}])
    assert not is_real(at_sea.cities)
    assert 'class="earth"' not in draw_board(at_sea)
    assert 'class="inland"' in draw_board(board_called("usa"), layout=layout_of("usa"), land="invented")
    assert 'class="earth"' in draw_board(board_called("usa"), layout=layout_of("usa"))
    bare = draw_board(board_called("usa"), layout=layout_of("usa"), land="none")
    assert 'class="earth"' not in bare
    assert 'class="coast"' not in bare
    assert 'class="earth"' in draw_board(at_sea, land="real")


def test_a_board_with_all_cities_at_one_place_has_invented_land(make: Callable[..., Board]) -> None:
    board = make([(50.0, 8.0)] * 3, [{"cities": (0, 1)}, {"cities": (1, 2)}])
    assert 'class="earth"' not in draw_board(board, land="real")


@pytest.mark.parametrize("name", OFFICIAL)
@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_pictures_with_land_stay_small(name: str, theme: Theme) -> None:
    assert len(draw_board(board_called(name), layout=layout_of(name), theme=theme)) < 400_000


def test_land_stays_near_the_picture() -> None:
    layout = layout_of("europe")
    terrain = terrain_of("europe")
    every = np.concatenate(
        [ring for areas in (terrain.own, terrain.others, terrain.lakes) for area in areas for ring in area]
    )
    bleed = 20 * layout.unit
    assert (every > -bleed).all()
    assert (every < np.array([layout.width, layout.height]) + bleed).all()


def test_land_and_water_go_on_beyond_the_picture_if_asked_for() -> None:
    board, layout = board_called("germany"), layout_of("germany")
    assert layout.ground is not None
    countries = own_countries(board.cities)
    wide = find_terrain(layout.ground, layout.width, layout.height, countries, beyond=300.0)
    frame = shapely.box(0, 0, layout.width, layout.height)
    near, far = shapes(terrain_of("germany").others), shapes(wide.others)
    assert far.intersection(frame).symmetric_difference(near.intersection(frame)).area < 0.001 * frame.area
    around = (-300.0, -300.0, layout.width + 300.0, layout.height + 300.0)
    assert far.bounds == pytest.approx(around, abs=1.0)  # it has neighbours on all sides
    sea = re.search('<rect class="sea"[^>]*>', draw_board(board, layout=layout, beyond=300.0))
    assert sea is not None
    assert 'x="-300"' in sea[0]


def test_where_a_board_comes_from_is_written_on_it(make: Callable[..., Board]) -> None:
    source = "Railways: © OpenStreetMap contributors, ODbL <b>"
    data = make([(50, 8), (52, 9)], [{"cities": (0, 1)}]).to_dict() | {"source": source}
    picture = ElementTree.fromstring(draw_board(Board.from_dict(data)))
    (line,) = [text for text in picture.iter(f"{SVG}text") if text.get("class") == "source"]
    assert line.text == source
    assert float(line.get("y", "0")) < float(picture.get("height", "0"))
    assert not re.search('class="source"', draw_board(make([(50, 8), (52, 9)], [{"cities": (0, 1)}])))
