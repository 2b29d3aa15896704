"""GeoJSON of boards."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from mapmaker.plans import plan
from railwright.game.board import City
from railwright.mapmaker.board_plan import PlannedRoute
from railwright.mapmaker.complete import complete
from railwright.mapmaker.formats.board_file import write_board
from railwright.mapmaker.formats.geojson import write_geojson
from railwright.maps.load import board_names, load_board


@pytest.mark.parametrize("name", board_names())
def test_a_board_has_a_point_for_each_city_and_a_line_for_each_track(name: str) -> None:
    board = load_board(name)
    data = json.loads(write_geojson(board))
    points = [f for f in data["features"] if f["geometry"]["type"] == "Point"]
    lines = [f for f in data["features"] if f["geometry"]["type"] == "LineString"]
    assert len(data["features"]) == len(points) + len(lines)
    assert [f["geometry"]["coordinates"] for f in points] == [[c.longitude, c.latitude] for c in board.cities]
    assert [(f["properties"]["color"], f["properties"]["length"], f["properties"]["kind"]) for f in lines] == [
        (t.color, t.length, t.kind) for t in board.tracks
    ]
    place = {f["properties"]["name"]: f["geometry"]["coordinates"] for f in points}
    for line in lines:
        assert line["geometry"]["coordinates"] == [place[line["properties"]["from"]], place[line["properties"]["to"]]]
    assert len(data["tickets"]) == len(board.tickets)
    west, south, east, north = data["bbox"]
    assert all(west <= x <= east and south <= y <= north for x, y in place.values())


def test_a_line_follows_the_railway_of_the_plan_in_the_direction_of_the_track() -> None:
    small = plan(3, [(0, 1, 2, 1), (1, 2, 2, 1)])
    railway = ((50.0, 10.0), (50.5, 10.4), (50.0, 11.0))
    known = replace(
        small,
        source="© OpenStreetMap contributors, ODbL",
        routes=(PlannedRoute((0, 1), 2, 1, railway), small.routes[1]),
    )
    data = json.loads(write_geojson(complete(known, seed=1), known))
    assert data["features"][3]["geometry"]["coordinates"] == [[10.0, 50.0], [10.4, 50.5], [11.0, 50.0]]
    assert data["features"][4]["geometry"]["coordinates"] == [[11.0, 50.0], [12.0, 50.0]]
    assert data["attribution"] == "© OpenStreetMap contributors, ODbL"


def test_a_line_over_the_date_line_is_cut_there() -> None:
    far = replace(plan(2, [(0, 1, 2, 1)]), cities=(City("A", 10.0, 179.0), City("B", 14.0, -178.0)))
    data = json.loads(write_geojson(complete(far, seed=1)))
    line = data["features"][2]["geometry"]
    assert line["type"] == "MultiLineString"
    # one of three degrees lies before the date line: 10 + 4 / 3
    assert line["coordinates"] == [[[179.0, 10.0], [180.0, 11.333333]], [[-180.0, 11.333333], [-178.0, 14.0]]]
    assert data["bbox"] == [179.0, 10.0, -178.0, 14.0]


def test_a_board_file_has_one_thing_on_each_line_and_reads_back() -> None:
    text = write_board(load_board("germany"))
    assert json.loads(text) == load_board("germany").to_dict()
    assert sum(line.startswith('  {"cities"') for line in text.split("\n")) == 110 + len(load_board("germany").tickets)
