"""Plans for tests."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from railwright.game.board import Board, City
from railwright.mapmaker.board_plan import BoardPlan, PlannedRoute


def plan_of(board: Board, longest: int = 6) -> BoardPlan:
    """A board without its colours and tickets, for rules with routes up to this length."""
    found: dict[tuple[int, int], PlannedRoute] = {}
    for track in board.tracks:
        a, b = sorted(board.city_index[name] for name in track.cities)
        tracks = found[a, b].tracks + 1 if (a, b) in found else 1
        found[a, b] = PlannedRoute((a, b), min(track.length, longest), tracks)
    return BoardPlan(board.name, board.title, board.cities, tuple(found.values()), "a source")


def plan(cities: int, routes: Iterable[tuple[int, int, int, int]]) -> BoardPlan:
    """Routes are (city, city, length, tracks); cities stand on a grid."""
    places = tuple(City(f"City {i}", 50 + i // 8, 10 + i % 8) for i in range(cities))
    return BoardPlan("test", "A test", places, tuple(PlannedRoute((a, b), n, tracks) for a, b, n, tracks in routes))


@st.composite
def plans(draw: st.DrawFn) -> BoardPlan:
    """Connected plans of any shape: a tree and some more routes."""
    cities = draw(st.integers(2, 20))
    pairs = {(draw(st.integers(0, i - 1)), i) for i in range(1, cities)}
    more = draw(st.lists(st.tuples(st.integers(0, cities - 1), st.integers(0, cities - 1)), max_size=30))
    pairs |= {(min(pair), max(pair)) for pair in more if pair[0] != pair[1]}
    return plan(cities, ((a, b, draw(st.integers(1, 6)), draw(st.integers(1, 3))) for a, b in sorted(pairs)))
