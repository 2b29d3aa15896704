"""Small files with known answers: what becomes a station, what a link, what is left out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mapmaker.osm.sketch import Sketch, linked, names


def test_stations_on_a_line_are_linked_one_to_the_next(tmp_path: Path) -> None:
    sketch = Sketch()
    sketch.line((0, 0), (9000, 0))
    for name, east in (("C", 9000), ("A", 0), ("B", 4000)):
        sketch.station(name, east, 20)
    graph = sketch.graph(tmp_path)
    assert names(graph) == ["A", "B", "C"]
    assert linked(graph) == [("A", "B"), ("B", "C")]
    assert [link.meters for link in graph.links] == pytest.approx([4000, 5000], rel=0.001)
    assert [station.rails for station in graph.stations] == [1, 1, 1]
    assert len(graph.junctions) == 0


def test_the_geometry_of_a_link_is_kept(tmp_path: Path) -> None:
    sketch = Sketch()
    sketch.line((0, 0), (3000, 4000), (6000, 0))
    sketch.station("A", 0)
    sketch.station("B", 6000)
    (link,) = sketch.graph(tmp_path).links
    assert link.meters == pytest.approx(10_000, rel=0.001)
    assert link.line[:, 0].max() == pytest.approx(50 + 4000 / 111_195, abs=1e-5)
    np.testing.assert_allclose(link.line[0], [50, 10], atol=1e-6)


def test_no_track_slips_past_a_station_on_another_track(tmp_path: Path) -> None:
    sketch = Sketch()
    sketch.line((0, 0), (8000, 0))
    sketch.line((0, 0), (100, 60), (7900, 60), (8000, 0), step=5000)  # no node near the middle station
    sketch.line((0, 0), (100, -200), (7900, -200), (8000, 0))
    for name, east in (("A", 0), ("B", 4000), ("C", 8000)):
        sketch.station(name, east)
    graph = sketch.graph(tmp_path)
    assert linked(graph) == [("A", "B"), ("B", "C")]


def test_a_line_far_enough_away_passes_by(tmp_path: Path) -> None:
    sketch = Sketch()
    sketch.line((0, 0), (8000, 0))
    sketch.line((0, 0), (1000, 900), (7000, 900), (8000, 0))
    for name, east in (("A", 0), ("B", 4000), ("C", 8000)):
        sketch.station(name, east)
    assert linked(sketch.graph(tmp_path)) == [("A", "B"), ("A", "C"), ("B", "C")]


def test_junctions_stay_and_dead_ends_go(tmp_path: Path) -> None:
    sketch = Sketch()
    main = sketch.line((0, 0), (8000, 0))
    branch = sketch.line((4000, 600), (4000, 5000))
    sketch.rail(main[40], branch[0])
    spur = sketch.line((2000, -600), (2000, -4000))
    sketch.rail(main[20], spur[0])
    for name, east, north in (("A", 0, 0), ("B", 8000, 0), ("C", 4000, 5000)):
        sketch.station(name, east, north)
    graph = sketch.graph(tmp_path)
    assert linked(graph) == [("A", "J"), ("B", "J"), ("C", "J")]
    np.testing.assert_allclose(graph.junctions, [[50, 10 + 4000 / (111_195 * np.cos(np.radians(50)))]], atol=1e-4)


def test_rails_are_tracks_beside_each_other_or_ending_there(tmp_path: Path) -> None:
    sketch = Sketch()
    main = [sketch.line((0, 10 * track), (8000, 10 * track)) for track in range(4)]
    sketch.rail(main[0][40], main[1][41], service="crossover")
    sketch.station("Through", 4000, 15)
    for track in range(3):
        sketch.line((8200, 10 * track), (8230, 10 * track))  # too short to leave the circle: no tracks of a station
        sketch.rail(main[track][-1], sketch.node(8050, 10 * track))
    sketch.station("End", 8000, 10)
    graph = sketch.graph(tmp_path)
    assert {station.name: station.rails for station in graph.stations}["Through"] == 4
    assert {station.name: station.rails for station in graph.stations}["End"] == 4


def test_crossovers_of_a_double_track_are_no_places(tmp_path: Path) -> None:
    sketch = Sketch()
    one, two = sketch.line((0, 0), (9000, 0)), sketch.line((0, 6), (9000, 6))
    for place in (30, 50, 70):
        sketch.rail(one[place], two[place + 1], service="crossover")
    sketch.station("A", 0)
    sketch.station("B", 9000)
    graph = sketch.graph(tmp_path)
    assert linked(graph) == [("A", "B")]
    assert len(graph.junctions) == 0


def test_the_part_with_most_stations_is_taken_and_the_rest_counted(tmp_path: Path) -> None:
    sketch = Sketch()
    sketch.line((0, 0), (4000, 0))
    sketch.line((0, 20_000), (50_000, 20_000))  # longer, but with fewer stations
    for name, east, north in (("A", 0, 0), ("B", 2000, 0), ("C", 4000, 0), ("D", 0, 20_000), ("E", 50_000, 20_000)):
        sketch.station(name, east, north)
    graph = sketch.graph(tmp_path)
    assert names(graph) == ["A", "B", "C"]
    assert graph.left_out.stations_elsewhere == 2
    assert graph.left_out.other_parts == 1
    assert graph.left_out.other_parts_km == pytest.approx(50, rel=0.01)


def test_small_gaps_are_closed_but_not_large_ones(tmp_path: Path) -> None:
    sketch = Sketch()
    sketch.line((0, 0), (4000, 0))
    sketch.line((4020, 0), (8000, 0))
    sketch.line((8300, 0), (12_000, 0))
    for name, east in (("A", 1000), ("B", 7000), ("C", 11_000)):
        sketch.station(name, east)
    graph = sketch.graph(tmp_path)
    assert linked(graph) == [("A", "B")]
    assert graph.left_out.closed_gaps == 1
    assert graph.left_out.stations_elsewhere == 1


def test_tracks_cut_off_side_by_side_are_not_joined_into_a_loop(tmp_path: Path) -> None:
    sketch = Sketch()
    start = sketch.line((0, 0), (4000, 0))
    upper, lower = sketch.line((5000, 600), (9000, 5)), sketch.line((5000, -600), (9000, -5))
    sketch.rail(start[-1], upper[0])
    sketch.rail(start[-1], lower[0])
    sketch.station("A", 0)
    sketch.station("B", 4000)
    graph = sketch.graph(tmp_path)
    assert linked(graph) == [("A", "B")]
    assert graph.left_out.closed_gaps == 0


def test_ways_that_leave_the_extract_are_cut_there(tmp_path: Path) -> None:
    sketch = Sketch()
    nodes = sketch.line((0, 0), (4000, 0))
    sketch.rail(nodes[-1], 900_001, 900_002)
    sketch.rail(900_003, 900_004)
    sketch.station("A", 0)
    sketch.station("B", 4000)
    assert linked(sketch.graph(tmp_path)) == [("A", "B")]


def test_yards_trams_and_lines_out_of_use_are_left_out(tmp_path: Path) -> None:
    sketch = Sketch()
    sketch.line((0, 0), (4000, 0))
    others = (
        {"service": "yard"}, {"service": "spur"}, {"usage": "industrial"}, {"disused": "yes"}, {"railway": "tram"},
        {"railway": "subway"},
    )  # fmt: skip
    for number, tags in enumerate(others):
        ends = sketch.node(0, 1000 + 500 * number), sketch.node(4000, 1000 + 500 * number)
        sketch.way(ends, **({"railway": "rail"} | tags))
        sketch.station(f"Other {number}", 2000, 1000 + 500 * number)
    sketch.station("A", 0)
    sketch.station("B", 4000)
    graph = sketch.graph(tmp_path)
    assert names(graph) == ["A", "B"]
    assert graph.left_out.rails_of_other_use == len(others)
    assert graph.left_out.stations_off_rails == len(others)


def test_narrow_gauge_is_a_matter_of_choice(tmp_path: Path) -> None:
    sketch = Sketch()
    for north, kind in ((0, "rail"), (5000, "narrow_gauge")):
        places = [sketch.node(east, north) for east in range(0, 9000, 100)]
        sketch.way(places, railway=kind)
        sketch.way([places[0], places[1]], railway=kind)
    sketch.station("A", 0)
    sketch.station("B", 4000)
    for name, east in (("C", 0), ("D", 2000), ("E", 4000)):
        sketch.station(name, east, 5000)
    assert names(sketch.graph(tmp_path)) == ["A", "B"]
    assert names(sketch.graph(tmp_path, kinds=("rail", "narrow_gauge"))) == ["C", "D", "E"]


def test_the_same_file_gives_the_same_graph(tmp_path: Path) -> None:
    sketch = Sketch()
    for row in range(4):
        sketch.line((0, 3000 * row), (9000, 3000 * row))
    for column in range(4):
        sketch.line((3000 * column, 0), (3000 * column, 9000))
        sketch.station(f"S{column}", 3000 * column, 3000)
    first, second = sketch.graph(tmp_path), sketch.graph(tmp_path)
    assert first.stations == second.stations
    assert [link.places for link in first.links] == [link.places for link in second.links]
    assert all(np.array_equal(a.line, b.line) for a, b in zip(first.links, second.links, strict=True))
