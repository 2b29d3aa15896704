from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapmaker.osm.small_networks import network
from railwright.mapmaker.osm.extract.station_graph import Station
from railwright.mapmaker.osm.selection.station_choice import (
    choose_stations,
    direct_neighbours,
    distance_factor,
    station_scores,
)


def on_the_equator(*longitudes: float) -> list[Station]:
    """Air-line distances are the differences of longitude there."""
    return [Station(f"{'ABCDEFGH'[i]}", 0.0, longitude, 1) for i, longitude in enumerate(longitudes)]


def test_four_of_six_stations_are_chosen_step_by_step_as_in_figure_2() -> None:
    # Scores 5, 4, 6, 3, 2, 4. First C, the largest. Then f * disf is A 5*3/7, B 4*2/7, D 3*3/7, E 2*5/7, F 4*7/7: F.
    # Then A 5*3/3, B 4*2/3, D 3*3/3, E 2*2/3: A. Then B 4*1/3, D 3*3/3, E 2*2/3: D.
    stations = on_the_equator(0, 1, 3, 6, 8, 10)
    chosen = choose_stations(stations, np.array([5.0, 4, 6, 3, 2, 4]), 4, exponent=1)
    assert [stations[i].name for i in chosen] == ["C", "F", "A", "D"]


@pytest.mark.parametrize(("exponent", "second"), [(1, "B"), (2, "C")])
def test_a_larger_exponent_prefers_the_farther_station(exponent: float, second: str) -> None:
    # After A: B has 10 * (2/4)^e = 5 or 2.5, C has 3 * (4/4)^e = 3.
    stations = on_the_equator(0, 2, 4)
    chosen = choose_stations(stations, np.array([20.0, 10, 3]), 2, exponent=exponent)
    assert [stations[i].name for i in chosen] == ["A", second]


def test_distance_factors_are_parts_of_the_largest_minimum_distance_of_a_free_station() -> None:
    factor = distance_factor(np.array([0.0, 2.0, 5.0, 4.0]), np.array([False, True, False, True]))
    assert factor.tolist() == [0.0, 0.5, 1.25, 1.0]


def test_direct_neighbours_are_reached_over_junctions_but_not_past_stations() -> None:
    stations = on_the_equator(0, 1, 2, 3, 4)
    # A - junction 5 - junction 6 - B; junction 6 - C; C - D; E by itself on a loop to junction 5.
    graph = network(
        stations,
        [(0, 5, 1), (5, 6, 1), (6, 1, 1), (6, 2, 1), (2, 3, 1), (4, 5, 1), (4, 5, 2), (5, 5, 3)],
        junctions=[(0.1, 0.5), (0.1, 1.5)],
    )
    assert direct_neighbours(graph).tolist() == [3, 3, 4, 1, 3]


def test_the_score_is_the_geometric_mean_of_rails_and_direct_neighbours() -> None:
    stations = [Station("A", 0, 0, 8), Station("B", 0, 1, 3), Station("C", 0, 2, 1)]
    graph = network(stations, [(0, 1, 1.0), (0, 2, 1.0)])
    assert station_scores(graph).tolist() == pytest.approx([4.0, 3**0.5, 1.0])


def test_of_equal_stations_the_first_by_name_is_chosen() -> None:
    stations = [Station("B", 0, 0, 1), Station("C", 0, 2, 1), Station("A", 0, 4, 1)]
    assert choose_stations(stations, np.ones(3), 3) == [2, 0, 1]


def test_names_that_differ_only_in_case_are_not_both_chosen() -> None:
    stations = [Station("Spa", 0, 0, 1), Station("SPA", 0, 2, 1), Station("Ath", 0, 1, 1)]
    assert choose_stations(stations, np.array([3.0, 2, 1]), 3) == [0, 2]


def test_of_stations_at_one_place_only_one_is_chosen() -> None:
    stations = [Station("A", 1, 1, 1), Station("B", 1, 1.0000000001, 1), Station("C", 1, 2, 1)]
    assert choose_stations(stations, np.array([3.0, 2, 1]), 3) == [0, 2]
    assert choose_stations(stations[:2], np.array([3.0, 2]), 3) == [0]


def test_distances_do_not_jump_at_the_date_line() -> None:
    stations = on_the_equator(179.5, -179.9, 178.0)
    assert choose_stations(stations, np.array([3.0, 2.0, 1.0]), 2) == [0, 2]


def test_with_spacing_a_near_station_is_passed_over_unless_there_is_no_other() -> None:
    # A rectangle of 10 by 10 degrees and 4 stations: even spacing 5, so that B at 1 is too near for 0.5.
    stations = [Station("A", 0, 0, 1), Station("B", 0, 1, 1), Station("C", 0, 10, 1), Station("D", 10, 0, 1)]
    stations.append(Station("E", 10, 10, 1))
    scores = np.array([1000.0, 900, 1, 1, 1])
    assert choose_stations(stations, scores, 4, spacing=0.0)[1] == 1
    assert sorted(choose_stations(stations, scores, 4, spacing=0.5)) == [0, 2, 3, 4]
    assert sorted(choose_stations(stations, scores, 5, spacing=0.5)) == [0, 1, 2, 3, 4]


def test_kept_stations_stay_and_banned_ones_are_replaced() -> None:
    stations = on_the_equator(0, 1, 3, 6, 8, 10)
    chosen = choose_stations(stations, np.array([5.0, 3, 6, 3, 2, 4]), 4, exponent=1, kept=[2, 0, 3], banned={5})
    assert chosen == [2, 0, 3, 4]


@given(st.permutations(range(6)))
def test_the_order_of_the_input_does_not_matter(order: list[int]) -> None:
    stations = on_the_equator(0, 1, 3, 6, 8, 10)
    scores = np.array([5.0, 4, 4, 4, 2, 4])
    plain = [stations[i].name for i in choose_stations(stations, scores, 4)]
    shuffled = choose_stations([stations[i] for i in order], scores[list(order)], 4)
    assert [stations[order[i]].name for i in shuffled] == plain
