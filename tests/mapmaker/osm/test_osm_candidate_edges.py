from __future__ import annotations

import numpy as np
import pytest

from mapmaker.osm.small_networks import NOTHING, network
from railwright.mapmaker.osm.extract.station_graph import RailLink, Station, StationGraph
from railwright.mapmaker.osm.selection.air_line import air_line, directions, relative_bend
from railwright.mapmaker.osm.selection.candidate_edges import Railways
from railwright.mapmaker.osm.selection.station_choice import city_of

SQUARE = [Station("A", 0, 0, 1), Station("B", 0, 1, 1), Station("C", 1, 1, 1), Station("D", 1, 0, 1)]


def test_air_lines_are_angles_at_the_middle_of_the_earth() -> None:
    places = directions(np.array([[0.0, 179.0], [0.0, -179.0], [90.0, 5.0], [0.0, -1.0]]))
    assert np.degrees(air_line(places[0], places)).tolist() == pytest.approx([0.0, 2.0, 90.0, 180.0])


@pytest.mark.parametrize(
    ("line", "bend"),
    [
        ([(0, 0), (0, 1)], 0.0),
        ([(0, 0), (0.065, 0.5), (0, 1)], 0.065),  # as in the paper's figure 3
        ([(0, 0), (-0.25, 0.75), (0.1, 0.8), (0, 1)], 0.25),
        ([(0, 0), (0, -0.3), (0, 1)], 0.3),  # the railway leaves the other way
        ([(0, 179), (0.1, 180), (0, -179)], 0.05),
        ([(60, 10), (61, 10), (62, 10)], 0.0),
    ],
)
def test_the_bend_is_the_largest_distance_from_the_edge_in_parts_of_its_length(
    line: list[tuple[float, float]], bend: float
) -> None:
    assert relative_bend(np.array(line, dtype=np.float64)) == pytest.approx(bend, abs=1e-4)


def test_routes_pass_stations_that_were_not_chosen_but_no_chosen_one() -> None:
    graph = network(SQUARE, [(0, 1, 10.0), (1, 2, 10.0), (2, 3, 10.0)])
    found = Railways(graph).candidates([0, 2, 3], [city_of(SQUARE[i]) for i in (0, 2, 3)])
    assert [(candidate.cities, candidate.meters) for candidate in found] == [((0, 1), 20.0), ((1, 2), 10.0)]
    assert found[0].line.tolist() == [[0, 0], [0, 1], [1, 1]]
    assert found[0].bend == pytest.approx(0.5, abs=1e-3)


def test_the_shortest_of_several_ways_is_taken_with_its_own_line() -> None:
    near, far = np.array([[0, 0], [0.2, 0.5], [0, 1]]), np.array([[0, 1], [3, 3], [0, 0]])
    links = (RailLink((1, 0), 9.0, far), RailLink((0, 1), 3.0, near), RailLink((1, 0), 5.0, far))
    graph = StationGraph(tuple(SQUARE[:2]), np.zeros((0, 2)), links, NOTHING)
    (found,) = Railways(graph).candidates([1, 0], [city_of(SQUARE[1]), city_of(SQUARE[0])])
    assert found.meters == 3.0
    assert found.line.tolist() == near[::-1].tolist()


def test_a_link_from_a_junction_to_itself_is_no_route() -> None:
    graph = network(SQUARE[:2], [(0, 2, 4.0), (2, 2, 1.0), (2, 1, 4.0)], junctions=[(0.0, 0.5)])
    (found,) = Railways(graph).candidates([0, 1], [city_of(station) for station in SQUARE[:2]])
    assert (found.cities, found.meters) == ((0, 1), 8.0)
    assert found.bend == pytest.approx(0.0, abs=1e-9)
