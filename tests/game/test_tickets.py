"""Few tickets (gap G6 of docs/rules.md), many tickets, and tickets of two decks."""

from __future__ import annotations

from itertools import pairwise

import pytest

from game.positions import (
    LINE,
    begin,
    small_setup,
)
from railwright.game.actions import TICKETS
from railwright.game.game import Game
from railwright.game.state import LONG, SHORT
from railwright.maps.load import load_setup

SIX = ("A-B 1", "A-C 2", "A-D 3", "B-C 4", "B-D 5", "C-D 6")


def test_g6_what_is_left_of_the_tickets_is_drawn_and_one_must_be_kept() -> None:
    game = begin(small_setup(*LINE, tickets=SIX, draw={"short": 3}))
    game.state.table.ticket_deck[SHORT] = 2
    game.play(TICKETS)
    assert game.state.table.offered.tolist() == [2, 0]
    assert game.legal() == [101, 102, 103]
    game.play(103)
    assert game.state.table.ticket_deck[SHORT] == 0
    assert TICKETS not in game.legal()


@pytest.mark.parametrize(
    ("tickets", "first", "second"), [(5, 4, 1), (4, 4, 1), (3, 4, None), (2, 1, None), (1, 1, None)]
)
def test_g6_at_the_start_as_many_as_required_or_all_are_kept(tickets: int, first: int, second: int | None) -> None:
    # three are dealt and two kept; what is returned goes under the deck and is there for the next seat
    game = Game(small_setup(*LINE, tickets=SIX[:tickets], opening_returns="box"), seats=2, seed=1)
    assert len(game.legal()) == first
    game.play(game.legal()[-1])  # all that are offered
    left = tickets - min(3, tickets)
    if second is None:
        assert left == 0
        assert (game.seat, game.stage) == (0, "turn"), "a seat that can get no ticket is not asked"
    else:
        assert (game.seat, game.stage) == (1, "keep")
        assert len(game.legal()) == second


def test_g6_returned_opening_tickets_are_there_for_the_next_seat() -> None:
    game = Game(small_setup(*LINE, tickets=SIX[:3], opening_returns="bottom"), seats=2, seed=1)
    game.play(103)
    assert (game.seat, game.stage) == (1, "keep")
    assert game.legal() == [101]


@pytest.mark.parametrize("count", [127, 128])
def test_a_deck_can_have_as_many_tickets_as_the_board_format_allows(count: int) -> None:
    cities = [f"c{i}" for i in range(20)]
    pairs = [f"{a}-{b} 5" for i, a in enumerate(cities) for b in cities[:i]][:count]
    tracks = [f"{a}-{b} 1 gray" for a, b in pairwise(cities)]
    game = Game(small_setup(*tracks, tickets=tuple(pairs)), seats=2, seed=1)
    assert game.stage == "keep"
    assert game.state.table.ticket_deck.tolist() == [count - 3, 0]


@pytest.mark.parametrize(
    ("short", "long", "mixes"),
    [
        (10, 10, [0, 1, 2, 3, 4]),
        (4, 0, [0]),
        (0, 4, [4]),
        (3, 10, [1, 2, 3, 4]),
        (10, 1, [0, 1]),
        (1, 2, [2]),
        (2, 2, [2]),
        (0, 1, [1]),
        (0, 0, []),
    ],
)
def test_only_mixes_that_draw_as_many_tickets_as_possible_can_be_announced(
    short: int, long: int, mixes: list[int]
) -> None:
    game = begin(load_setup("germany"))
    game.state.table.ticket_deck[SHORT], game.state.table.ticket_deck[LONG] = short, long
    announced = [option - TICKETS for option in game.legal() if TICKETS <= option < TICKETS + 8]
    assert announced == mixes
    for mix in mixes:
        copy = game.copy()
        copy.play(TICKETS + mix)
        drawn = min(4, short + long)
        assert copy.state.table.offered.tolist() == [drawn - mix, mix]
