"""Which objects are stations, which of them are the same, and where on the tracks they lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapmaker.osm.sketch import LATITUDE, METERS_PER_DEGREE, Sketch, linked, names
from railwright.mapmaker.osm.extract.extraction import read_station_graph


@pytest.fixture
def sketch() -> Sketch:
    """A line of 8 km with a station at each end."""
    sketch = Sketch()
    sketch.line((0, 0), (8000, 0))
    sketch.station("West", 0)
    sketch.station("East", 8000)
    return sketch


def test_stations_may_be_nodes_outlines_or_relations(sketch: Sketch, tmp_path: Path) -> None:
    corners = [sketch.node(east, north) for east, north in ((1950, 10), (2050, 10), (2050, 40), (1950, 40))]
    sketch.way([*corners, corners[0]], railway="station", name="Outline")
    edge = sketch.way([sketch.node(4000, 5), sketch.node(4200, 5)], railway="platform")
    sketch.relation([("w", edge, "platform"), ("n", sketch.node(4100, -5), "stop")], railway="station", name="Relation")
    sketch.station("Halt", 6000, railway="halt")
    graph = sketch.graph(tmp_path)
    assert names(graph) == ["East", "Halt", "Outline", "Relation", "West"]
    assert linked(graph) == [("East", "Halt"), ("Halt", "Relation"), ("Outline", "Relation"), ("Outline", "West")]


def test_stations_are_found_from_stop_positions(sketch: Sketch, tmp_path: Path) -> None:
    sketch.tag(39, railway="stop", train="yes", name="Stop")  # at 3800 m
    sketch.tag(42, public_transport="stop_position", train="yes", name="Stop")
    sketch.tag(61, railway="stop", tram="yes", name="Tram")
    sketch.node(5000, 3, railway="stop", name="On no track")
    graph = sketch.graph(tmp_path)
    assert names(graph) == ["East", "Stop", "West"]
    assert graph.stations[1].longitude == pytest.approx(graph.stations[2].longitude + 0.0552, abs=2e-4)  # at 3950 m


def test_stop_positions_of_a_station_add_nothing(sketch: Sketch, tmp_path: Path) -> None:
    sketch.tag(2, railway="stop", name="West Hbf", train="yes")
    graph = sketch.graph(tmp_path)
    assert names(graph) == ["East", "West"]


@pytest.mark.parametrize(
    "tags",
    [{"station": "subway"}, {"station": "light_rail"}, {"subway": "yes"}, {"disused": "yes"}, {"construction": "yes"}],
)
def test_stations_of_other_use_are_left_out(tags: dict[str, str], sketch: Sketch, tmp_path: Path) -> None:
    sketch.station("Other", 4000, 0, **tags)
    graph = sketch.graph(tmp_path)
    assert names(graph) == ["East", "West"]
    assert graph.left_out.stations_of_other_use == 1


def test_a_station_of_trains_and_subways_stays(sketch: Sketch, tmp_path: Path) -> None:
    sketch.station("Both", 4000, subway="yes", train="yes")
    assert "Both" in names(sketch.graph(tmp_path))


def test_a_station_on_a_tram_line_is_no_station_of_the_railway_beside_it(sketch: Sketch, tmp_path: Path) -> None:
    sketch.way([sketch.station("Tram", 4000, 30), sketch.node(4100, 30)], railway="tram")
    assert names(sketch.graph(tmp_path)) == ["East", "West"]


def test_nameless_stations_are_counted(sketch: Sketch, tmp_path: Path) -> None:
    sketch.node(4000, 0, railway="station")
    assert sketch.graph(tmp_path).left_out.nameless_stations == 1


def test_objects_of_one_name_near_each_other_are_one_station(sketch: Sketch, tmp_path: Path) -> None:
    sketch.station("Middle", 4000)
    sketch.station("MIDDLE", 4500, railway="halt")
    graph = sketch.graph(tmp_path)
    assert len(graph.stations) == 3
    assert graph.left_out.merged_stations == 1


def test_two_stations_at_one_place_are_one(sketch: Sketch, tmp_path: Path) -> None:
    sketch.station("Middle", 4000)
    sketch.station("Middle (deep)", 4100)
    graph = sketch.graph(tmp_path)
    assert names(graph) == ["East", "Middle", "West"]
    assert graph.left_out.merged_stations == 1


def test_of_two_stations_of_one_name_far_apart_the_one_with_more_rails_stays(sketch: Sketch, tmp_path: Path) -> None:
    sketch.line((5500, 8), (6500, 8))
    sketch.station("Twin", 2000)
    sketch.station("Twin", 6000)
    graph = sketch.graph(tmp_path)
    assert names(graph) == ["East", "Twin", "West"]
    assert graph.stations[1].rails == 2
    assert graph.left_out.repeated_names == 1
    assert linked(graph) == [("East", "Twin"), ("Twin", "West")]


def test_exact_lines_keep_far_stations_off(sketch: Sketch, tmp_path: Path) -> None:
    sketch.station("Near", 3000, 120)
    sketch.station("Subway without a tag", 5000, 400)
    graph = sketch.graph(tmp_path)
    assert names(graph) == ["East", "Near", "West"]
    assert graph.left_out.stations_off_rails == 1
    near = graph.stations[1]
    assert near.latitude == pytest.approx(LATITUDE, abs=1 / METERS_PER_DEGREE)  # on the track


def test_coarse_lines_attract_stations_from_afar(tmp_path: Path) -> None:
    sketch = Sketch()
    sketch.line((0, 0), (24_000, 0), step=3000)
    for name, east, north in (("A", 0, 1200), ("B", 9000, -2000), ("C", 24_000, 900), ("Too far", 15_000, 4500)):
        sketch.station(name, east, north)
    graph = sketch.graph(tmp_path)
    assert linked(graph) == [("A", "B"), ("B", "C")]
    assert graph.left_out.stations_off_rails == 1


def test_stations_of_a_city_railway_are_found_if_it_is_asked_for(tmp_path: Path) -> None:
    sketch = Sketch()
    metro = [sketch.node(east, 0) for east in range(0, 6001, 500)]
    sketch.way(metro, railway="subway")
    tram = [sketch.node(3000, north) for north in (0, 500, 1500, 3000)]
    sketch.way(tram, railway="tram")
    sketch.tag(metro[0], railway="station", station="subway", name="Altes Rathaus")
    sketch.tag(metro[6], public_transport="station", subway="yes", name="Markt")
    sketch.tag(metro[12], railway="station", station="subway", name="Zoo")
    sketch.tag(tram[2], railway="tram_stop", name="Schule")
    sketch.tag(tram[3], railway="tram_stop", name="Wald", disused="yes")
    sketch.station("Bus", 4500, public_transport="station", bus="yes", railway="")
    path = sketch.write(tmp_path / "city.osm.pbf")
    metro_only = read_station_graph(path, kinds=["subway"], city_kinds=["subway"])
    assert names(metro_only) == ["Altes Rathaus", "Markt", "Zoo"]
    both = read_station_graph(path, kinds=["subway", "tram"], city_kinds=["subway", "tram"])
    assert "Schule" in names(both)
    assert "Wald" not in names(both)
