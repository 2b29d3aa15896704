"""Enough tickets for five players in the web version."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from mapmaker.plain_map import fewest_joins
from railwright.mapmaker.formats.map_file.ticket_ranges import (
    TicketRanges,
    choose_ranges,
    joins,
    possible_tickets,
    shortfall,
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=12))
def test_the_number_of_players_sure_to_join_is_that_of_trying_every_order(raw: list[tuple[int, int]]) -> None:
    pairs = sorted({(min(a, b), max(a, b)) for a, b in raw if a != b})
    slow = fewest_joins([frozenset((str(a), str(b))) for a, b in pairs])
    assert joins(dict.fromkeys(pairs, 9), 9) == min(5, slow)
    assert joins(dict.fromkeys(pairs, 8), 9) == 0


def test_a_star_of_long_tickets_lets_one_player_join() -> None:
    assert joins({(0, i): 20 for i in range(1, 9)}, 20) == 1


def test_a_path_of_three_tickets_lets_one_player_join_at_worst() -> None:
    assert joins({(0, 1): 20, (1, 2): 20, (2, 3): 20}, 20) == 1  # the middle one, and nothing is left
    assert joins({(0, 1): 20, (2, 3): 20}, 20) == 2


def test_tickets_of_a_line_of_cities_by_hand() -> None:
    tickets = possible_tickets(4, [(0, 1, 2), (1, 2, 3), (2, 3, 1)])
    assert tickets == {(0, 2): 5, (1, 3): 4, (0, 3): 6}
    found = choose_ranges(tickets)
    assert len(shortfall(tickets, found)) == 2


def test_a_grid_has_ranges_for_five_players_that_do_not_overlap() -> None:
    routes = [(i, i + 1, 2) for i in range(35) if i % 6 < 5] + [(i, i + 6, 2) for i in range(30)]
    tickets = possible_tickets(36, routes)
    found = choose_ranges(tickets)
    assert shortfall(tickets, found) == []
    assert found.short[0] <= found.short[1] < found.long == 13  # two thirds of 20
    assert shortfall(tickets, TicketRanges(20, (5, 12)))  # the corners alone
