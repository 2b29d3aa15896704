from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railwright.compiled.bit_sets import elements
from railwright.game.board import City
from railwright.mapmaker.osm.selection.candidate_edges import Candidate
from railwright.mapmaker.osm.selection.edge_choice import EdgeConflicts, angle_factor, choose_greedily, find_conflicts
from railwright.mapmaker.osm.selection.edge_exchange import exchange, prune

# A kite: two far tips and two near ones; its short diagonal bars the long one.
KITE = (City("West", 0, 0), City("East", 0, 4), City("North", 1, 2), City("South", -1, 2))


def candidates(pairs: list[tuple[int, int]], bends: dict[tuple[int, int], float] | None = None) -> list[Candidate]:
    return [Candidate(pair, 1.0, np.zeros((0, 2)), (bends or {}).get(pair, 0.0)) for pair in pairs]


def chosen_pairs(conflicts: EdgeConflicts, chosen: int) -> list[tuple[int, int]]:
    return [conflicts.pairs[edge] for edge in elements(chosen)]


def everything(conflicts: EdgeConflicts) -> int:
    return (1 << len(conflicts.pairs)) - 1


def test_crossing_edges_and_sharp_angles_are_rivals() -> None:
    conflicts = find_conflicts(KITE, candidates([(0, 1), (2, 3), (0, 2), (0, 3)]), least_angle=30.0, clearance=0.0)
    # West - North rises at about 26.6 degrees from West - East, less than 30; West - South falls as much.
    assert [elements(rivals) for rivals in conflicts.rivals] == [[1, 2, 3], [0], [0], [0]]
    assert find_conflicts(KITE, candidates([(0, 1), (0, 2)]), least_angle=20.0).rivals == (0, 0)


def test_an_edge_close_by_a_third_city_is_not_usable() -> None:
    cities = (City("A", 0, 0), City("B", 0, 4), City("C", 0.1, 2), City("D", 4, 2))
    conflicts = find_conflicts(cities, candidates([(0, 1), (0, 2), (0, 3)]), least_angle=15.0)
    assert elements(conflicts.usable) == [1, 2]


def test_cost_is_length_in_even_spacings_times_the_factor_of_the_bend() -> None:
    cities = (City("A", -1, 0), City("B", 1, 0), City("C", 1, 2), City("D", -1, 2))
    # A square of side 2 with four cities: even spacing 1. A bend of a quarter doubles the score.
    conflicts = find_conflicts(cities, candidates([(0, 1), (2, 3)], {(2, 3): 0.25}), least_angle=15.0)
    assert conflicts.cost.tolist() == pytest.approx([2.0, 4.0], rel=1e-3)


def test_the_angle_factor_falls_from_two_to_one_at_a_right_angle() -> None:
    assert angle_factor(np.array([0.0, 45.0, 90.0, 180.0, 360.0])).tolist() == [2.0, 1.5, 1.0, 1.0, 1.0]


def test_greedy_takes_the_lowest_score_first_and_discards_what_crosses() -> None:
    conflicts = find_conflicts(KITE, candidates([(0, 1), (2, 3), (0, 2)]), least_angle=15.0)
    assert chosen_pairs(conflicts, choose_greedily(conflicts, 3, everything(conflicts))) == [(2, 3), (0, 2)]
    assert chosen_pairs(conflicts, choose_greedily(conflicts, 1, everything(conflicts))) == [(2, 3)]


def test_a_chosen_neighbour_at_a_small_angle_makes_an_edge_wait() -> None:
    cities = (City("Hub", 0, 0), City("A", 0, 2.0), City("B", 1.4, 1.6), City("C", 0, -2.3))
    conflicts = find_conflicts(cities, candidates([(0, 1), (0, 2), (0, 3)]), least_angle=15.0)
    # B is nearer than C, but at 41 degrees from A, which is chosen first: 2.13 * 1.54 against 2.3.
    assert chosen_pairs(conflicts, choose_greedily(conflicts, 2, everything(conflicts))) == [(0, 1), (0, 3)]


def test_exchange_lets_in_an_edge_that_the_greedy_choice_barred() -> None:
    # North - South comes first and bars West - East, the only edge to East and West.
    conflicts = find_conflicts(KITE, candidates([(0, 1), (2, 3), (0, 2), (0, 3)]), least_angle=15.0)
    greedy = choose_greedily(conflicts, 3, everything(conflicts))
    assert conflicts.apart(greedy) == [1]
    better = exchange(conflicts, greedy, 3, everything(conflicts))
    assert chosen_pairs(conflicts, better) == [(0, 1), (0, 2), (0, 3)]


def test_prune_takes_out_the_costliest_edges_but_no_bridge() -> None:
    conflicts = find_conflicts(KITE, candidates([(0, 1), (0, 2), (0, 3), (2, 3)]), least_angle=15.0)
    chosen = sum(1 << edge for edge in (0, 1, 2))
    assert prune(conflicts, chosen, 2) == chosen  # all three are bridges
    square = find_conflicts(KITE, candidates([(0, 2), (0, 3), (1, 2), (1, 3)]), least_angle=15.0)
    assert prune(square, 0b1111, 3).bit_count() == 3


@st.composite
def any_conflicts(draw: st.DrawFn) -> EdgeConflicts:
    """Six cities and up to ten candidates with any rivals and costs."""
    every = list(itertools.combinations(range(6), 2))
    pairs = draw(st.lists(st.sampled_from(every), min_size=5, max_size=10, unique=True))
    count = len(pairs)
    flags = draw(st.lists(st.booleans() | st.just(False), min_size=count * count, max_size=count * count))
    rivals = [0] * count
    for i, j in itertools.combinations(range(count), 2):
        if flags[i * count + j]:
            rivals[i] |= 1 << j
            rivals[j] |= 1 << i
    cost = np.array(draw(st.lists(st.integers(1, 9), min_size=count, max_size=count)), dtype=np.float64)
    return EdgeConflicts(6, tuple(pairs), cost, np.full((count, count), 360.0), tuple(rivals), (1 << count) - 1)


def apart_by_walking(conflicts: EdgeConflicts, chosen: int) -> int:
    largest = 0
    for start in range(conflicts.count):
        reached = {start}
        for _ in range(conflicts.count):
            reached |= {city for pair in chosen_pairs(conflicts, chosen) if reached & set(pair) for city in pair}
        largest = max(largest, len(reached))
    return conflicts.count - largest


@given(any_conflicts())
def test_cities_apart_are_those_outside_the_largest_part(conflicts: EdgeConflicts) -> None:
    assert len(conflicts.apart(everything(conflicts))) == apart_by_walking(conflicts, everything(conflicts))


@given(any_conflicts(), st.integers(5, 8))
def test_exchange_finds_what_trying_all_sets_finds(conflicts: EdgeConflicts, target: int) -> None:
    def worth(chosen: int) -> tuple[int, int]:
        return apart_by_walking(conflicts, chosen), max(0, target - chosen.bit_count())

    def fits(chosen: int) -> bool:
        return not any(conflicts.rivals[edge] & chosen for edge in elements(chosen))

    greedy = choose_greedily(conflicts, target, everything(conflicts))
    found = exchange(conflicts, greedy, target, everything(conflicts))
    assert fits(greedy)
    assert fits(found)
    assert worth(found) == min(worth(chosen) for chosen in range(1 << len(conflicts.pairs)) if fits(chosen))
