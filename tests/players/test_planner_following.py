"""The planner alone in positions where its rules demand one move."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.positions import give, hold
from players.asking import ask, at_turn, claim, offer
from players.lineup import BOARDS, quick, setup_of
from players.planning import PLANNER, new_scratch, style_of
from railwright.game.actions import DECK, TICKETS, keep
from railwright.game.colors import CARDS
from railwright.game.game import Game
from railwright.game.state import AT_SECOND_CARD
from railwright.matches.match import play_games
from railwright.players.planner import memory
from railwright.players.planner.following import follow_plan
from railwright.players.planner.style import STYLE_OPTIONS

PINK, BLUE, RED, GREEN = (CARDS.index(color) for color in ("pink", "blue", "red", "green"))
SHARED = ("A-B 3 red", "B-D 3 red", "D-E 2 red", "A-F 2 blue", "F-E 2 blue", "E-G 1 gray", "G-H 1 gray")
LINE = ("A-B 4 red", "B-C 3 blue")


def near_the_end(game: Game) -> None:
    """Another seat has cards for its last trains: 150 hundredths of turns are to come."""
    game.state.table.trains[1], game.state.table.hand_size[1] = 4, 9


def test_it_keeps_the_tickets_with_the_best_joint_plan() -> None:
    game = at_turn(*SHARED, tickets=("A-D 12", "A-E 8", "G-H 3"))
    offer(game, "A-D", "A-E", "G-H")  # G-H costs more than it brings, but less than to leave it incomplete
    assert ask(game, PLANNER) == keep(0, 1)


def test_it_keeps_tickets_that_go_with_those_it_holds() -> None:
    game = at_turn(*SHARED, tickets=("A-D 12", "A-E 4", "G-H 2"))
    offer(game, "A-E", "G-H")
    assert ask(game, PLANNER) == keep(1)  # neither is worth its way, and G-H costs fewer points
    hold(game, 0, "A-D")
    assert ask(game, PLANNER) == keep(0)  # from D it is one track more


def test_of_tickets_that_it_must_keep_it_takes_those_that_cost_least() -> None:
    tracks = ("A-B 2 red", "B-C 2 blue", "A-C 5 green", "C-D 1 red", "D-E 1 red")
    game = at_turn(*tracks, tickets=("A-C 9", "C-E 2", "C-D 1"))
    offer(game, "A-C", "C-E", "C-D")
    assert ask(game, PLANNER) == keep(0)
    game.state.table.opening = 1
    assert ask(game, PLANNER) == keep(0, 2)
    offer(game, "C-E", "C-D")
    game.state.table.opening = 0
    assert ask(game, PLANNER) == keep(1)


def test_one_of_the_opening_tickets_is_long_where_the_seat_may_choose() -> None:
    game = Game(setup_of("germany"), seats=2, seed=1)
    assert game.stage == "mix"
    assert ask(game, PLANNER) == TICKETS + 1


@pytest.mark.parametrize(("trains", "action"), [(28, TICKETS), (27, DECK)])
def test_it_draws_tickets_when_all_are_done_and_enough_turns_are_to_come(trains: int, action: int) -> None:
    game = at_turn(*LINE, tickets=("A-B 9",), held=("A-B",), more_tickets=True, trains=trains)
    give(game, 0, "A-B")
    game.state.table.trains[0] = trains
    assert ask(game, PLANNER) == action  # 26 or 25 trains to the end, at 75 hundredths of a turn each, and the last
    hold(game, 0)
    assert ask(game, PLANNER) == action


@pytest.mark.parametrize(
    ("wanted", "bonus", "trains", "draws"),
    [(2, 15, 24, True), (2, 15, 23, False), (1, 15, 24, False), (2, 0, 24, False), (0, 15, 24, False)],
)
def test_for_the_bonus_for_most_tickets_it_draws_early_with_twenty_trains_to_spare(
    wanted: int, bonus: int, trains: int, draws: bool
) -> None:
    game = at_turn(
        *LINE, tickets=("A-B 9",), held=("A-B",), cards="4 red", more_tickets=True, trains=trains, globetrotter=bonus
    )
    assert ask(game, f"{PLANNER}:wanted_tickets={wanted}") == (TICKETS if draws else claim(game, "A-B"))


def test_near_the_end_it_draws_no_tickets_for_the_bonus() -> None:
    game = at_turn(*LINE, tickets=("A-B 9",), held=("A-B",), cards="4 red", more_tickets=True, globetrotter=15)
    near_the_end(game)
    assert ask(game, f"{PLANNER}:wanted_tickets=9") == claim(game, "A-B")


def test_it_claims_what_it_planned_before_longer_tracks() -> None:
    game = at_turn("A-B 3 red", "B-C 6 blue", tickets=("A-B 9",), held=("A-B",), cards="3 red 6 blue")
    assert ask(game, PLANNER) == claim(game, "A-B")
    hold(game, 0)
    assert ask(game, PLANNER) == claim(game, "B-C")


def test_it_claims_the_longest_track_of_the_plan_first() -> None:
    game = at_turn("A-B 2 red", "B-C 4 blue", "C-D 3 pink", tickets=("A-D 15",), held=("A-D",),
                   cards="2 red 4 blue 3 pink")  # fmt: skip
    assert ask(game, PLANNER) == claim(game, "B-C")


def test_of_equal_tracks_it_claims_the_one_that_takes_fewer_locomotives() -> None:
    tracks = ("A-B 3 red", "B-C 3 blue")
    game = at_turn(*tracks, tickets=("A-C 15",), held=("A-C",), cards="1 red 2 blue 2 loco")
    assert ask(game, PLANNER) == claim(game, "B-C")


@pytest.mark.parametrize(("cards", "claims"), [("1 red 4 loco", True), ("5 loco", False), ("5 red", True)])
def test_it_spends_four_locomotives_on_a_track_at_most(cards: str, claims: bool) -> None:
    game = at_turn("A-B 5 red", tickets=("A-B 9",), held=("A-B",), cards=cards)
    assert ask(game, PLANNER) == (claim(game, "A-B") if claims else DECK)


def test_the_locomotives_of_a_ferry_do_not_count_as_spent() -> None:
    game = at_turn("A-B 4 gray ferry 2", tickets=("A-B 9",), held=("A-B",), cards="1 red 3 loco", ferries=True)
    assert ask(game, f"{PLANNER}:locomotives=1") == claim(game, "A-B")
    assert ask(game, f"{PLANNER}:locomotives=0") == DECK


@pytest.mark.parametrize(("length", "action"), [(4, "draw"), (5, "claim")])
def test_without_a_plan_it_claims_only_tracks_that_bring_ten_points(length: int, action: str) -> None:
    game = at_turn(f"A-B {length} red", "B-C 9 gray", tickets=("A-C 9",), cards="5 red")
    assert ask(game, PLANNER) == (claim(game, "A-B") if action == "claim" else DECK)


def test_it_claims_a_cheap_track_if_that_ends_the_game() -> None:
    game = at_turn("A-B 4 red", "B-C 9 gray", tickets=("A-C 9",), cards="4 red", trains=6)
    assert ask(game, f"{PLANNER}:rush=0") == claim(game, "A-B")
    game.state.table.trains[0] = 7
    assert ask(game, f"{PLANNER}:rush=0") == DECK


def test_near_the_end_it_claims_anything() -> None:
    game = at_turn("A-B 4 red", "B-C 2 blue", tickets=("A-B 9",), held=("A-B",), cards="3 red 2 blue")
    assert ask(game, PLANNER) == DECK
    near_the_end(game)
    assert ask(game, PLANNER) == claim(game, "B-C")
    assert ask(game, f"{PLANNER}:rush=0") == DECK


def test_in_the_last_round_it_claims_what_brings_most_and_spares_nothing() -> None:
    game = at_turn("A-B 2 red", "B-C 5 blue", "C-D 4 pink", tickets=("A-B 1",), cards="2 red 5 loco 4 pink")
    game.state.table.last_round = 2
    assert ask(game, PLANNER) == claim(game, "B-C")


def test_in_the_last_round_it_completes_a_ticket_before_it_claims_what_brings_more_by_itself() -> None:
    game = at_turn("A-B 2 red", "B-C 6 blue", tickets=("A-B 15",), held=("A-B",), cards="2 red 6 blue")
    game.state.table.last_round = 2
    assert ask(game, PLANNER) == claim(game, "A-B")


def hoarded(game: Game) -> int:
    """What a seat does that is taken for one that hoards."""
    planner: Any = np.zeros(1, memory.PLANNER)[0]
    planner.style, planner.hoards = style_of(), 1
    book, table, mine = game.setup.rulebook[0], game.state.table, game.state.private[0]
    return int(follow_plan(book, table, mine, 0, planner, new_scratch()))


def test_a_hoarder_draws_unseen_until_it_has_cards_for_all_trains_or_the_end_is_near() -> None:
    game = at_turn("A-B 3 red", "B-C 6 blue", tickets=("A-B 9",), held=("A-B",), cards="9 red 6 blue", row="red")
    table = game.state.table
    assert hoarded(game) == DECK
    table.turn = 40
    assert hoarded(game) == claim(game, "B-C")  # the longest, not that of its ticket
    table.turn, table.trains[0] = 0, 17
    assert hoarded(game) == claim(game, "B-C")
    table.trains[0] = 18
    assert hoarded(game) == DECK
    table.last_round = 2
    assert hoarded(game) == claim(game, "B-C")
    table.last_round, table.stage = 0, AT_SECOND_CARD
    assert hoarded(game) == DECK


@settings(max_examples=40)
@given(data=st.data(), board=st.sampled_from(BOARDS), seats=st.integers(2, 5))
def test_with_any_style_it_plays_whole_legal_games(data: st.DataObject, board: str, seats: int) -> None:
    styles = [
        {option.name: str(data.draw(st.integers(int(option.low), int(option.high)))) for option in STYLE_OPTIONS}
        for _ in range(2)
    ]
    players = [quick("express1").with_options({"iterations": "0"} | styles[seat % 2]) for seat in range(seats)]
    assert len(play_games(setup_of(board), players, seed=seats, games=1)) == 1
