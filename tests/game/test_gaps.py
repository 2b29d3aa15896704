"""How the engine decides where the printed rules are silent: the table of gaps in docs/rules.md, row by row."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from game.positions import begin, cards_left, empty_ticket_decks, give, hand, put_cards, small_setup, track_number
from railwright.errors import BoardError
from railwright.game.actions import CLAIM, DECK, DECLINE, PASS, STATION, TICKETS, pay, pay_locomotives
from railwright.game.colors import CARDS, LOCOMOTIVE
from railwright.game.game import Game
from railwright.game.state import LONG, NONE, SHORT
from railwright.game.story import take_events
from railwright.maps.load import load_setup

RED, BLUE, GREEN = CARDS.index("red"), CARDS.index("blue"), CARDS.index("green")
LINE = ("A-B 1 red", "B-C 2 blue", "C-D 3 gray")
TUNNEL: dict[str, Any] = {"tunnel_cards": 3, "stations": 3}


def stuck(*hands: str, seats: int = 2, row: str = "", deck: str = "", discards: str = "") -> Game:
    """A turn with nothing but these cards, and no tickets."""
    game = begin(small_setup(*LINE, **TUNNEL | {"stations": 0}), seats=seats)
    empty_ticket_decks(game)
    put_cards(game, *hands, row=row, deck=deck, discards=discards)
    return game


def row_of(game: Game) -> list[str | None]:
    return game.view().row


def reason(game: Game) -> str:
    """Why the game ended, from the events of its last action."""
    assert game.is_over
    return str(take_events(game)[-1]["reason"])


# ---- G1 and G2: nothing to do ----


def test_g1_a_seat_with_no_legal_move_passes_and_can_do_nothing_else() -> None:
    game = stuck("green", "")
    assert game.legal() == [PASS]
    game.play(PASS)
    assert game.seat == 1
    assert not game.is_over


@pytest.mark.parametrize(
    ("hands", "cards"),
    [
        (("red",), {}),  # a track can be paid
        (("",), {"deck": "red"}),  # a card can be drawn
        (("",), {"discards": "red"}),
        (("",), {"row": "- - red"}),
        (("",), {"row": "loco"}),
    ],
)
def test_g1_passing_is_illegal_while_anything_else_is_legal(hands: tuple[str, ...], cards: dict[str, Any]) -> None:
    game = stuck(*hands, **cards)
    assert PASS not in game.legal()
    assert game.legal()


def test_g1_tickets_and_stations_are_moves_too() -> None:
    game = stuck("", "")
    game.state.table.ticket_deck[SHORT] = 1
    assert game.legal() == [TICKETS]
    game = begin(small_setup(*LINE, **TUNNEL))
    empty_ticket_decks(game)
    put_cards(game, "green", "green")
    assert game.legal() == [STATION + city for city in range(4)]


def test_g2_the_game_ends_when_every_seat_in_turn_has_passed() -> None:
    game = stuck(seats=3)
    for _ in range(3):
        assert not game.is_over
        game.play(PASS)
    assert reason(game) == "all_passed"


def test_g2_a_move_in_between_starts_the_count_of_passes_again() -> None:
    game = stuck("", "red", seats=2)
    game.play(PASS)
    game.play(CLAIM + 0)
    game.play(pay(RED, 0))
    assert game.legal() != [PASS], "the payment fills the row"
    put_cards(game)
    game.play(PASS)
    assert not game.is_over
    game.play(PASS)
    assert reason(game) == "all_passed"


def test_g2_too_few_trains_for_any_free_track() -> None:
    game = stuck("3 red 3 blue", "")
    game.state.table.trains[0] = 0
    assert game.legal() == [PASS]
    game.state.table.trains[0] = 1
    assert game.legal() == [CLAIM + 0]


def test_g2_all_passes_end_the_game_inside_the_last_round_too() -> None:
    game = stuck(seats=3)
    game.state.table.trains[2] = 2
    game.state.table.seat = 2
    game.play(PASS)
    assert [event["event"] for event in take_events(game)] == ["pass", "last_round"]
    assert game.state.table.last_round == 3
    game.play(PASS)
    assert not game.is_over
    game.play(PASS)
    assert reason(game) == "all_passed"
    assert game.state.table.last_round == 2


def test_the_last_round_gives_every_seat_one_more_turn_the_one_that_set_it_off_included() -> None:
    game = stuck("red", "", "", seats=3, deck="20 green")
    game.state.table.trains[0] = 3
    game.play(CLAIM + 0)
    game.play(pay(RED, 0))
    turns = []
    while not game.is_over:
        turns.append(game.seat)
        game.play(DECK)
        game.play(DECK)
    assert turns == [1, 2, 0]
    assert reason(game) == "trains"


# ---- G3: replacing the row ----


def sweeping(pool: str, row: str, deck: str, discards: str = "") -> Game:
    game = begin(small_setup(*LINE, sweep_pool=pool))
    empty_ticket_decks(game)
    put_cards(game, row=row, deck=deck, discards=discards)
    return game


@pytest.mark.parametrize(
    ("pool", "row", "deck", "discards", "replaced"),
    [
        # taking the first card brings up a third locomotive; then so many other cards are left
        ("all", "red 2 loco 2 blue", "4 loco", "", False),
        ("all", "red 2 loco 2 blue", "4 loco", "green", True),
        ("all", "red 3 loco -", "4 loco", "2 green", False),
        ("all", "red 3 loco -", "4 loco", "3 green", True),
        ("deck", "red 2 loco 2 blue", "4 loco", "9 green", False),
        ("deck", "red 4 loco", "8 loco 2 green", "9 green", False),
    ],
)
def test_g3_the_row_is_replaced_only_while_three_other_cards_are_in_reach(
    pool: str, row: str, deck: str, discards: str, replaced: bool
) -> None:
    game = sweeping(pool, row, deck, discards)
    game.state.deck[LOCOMOTIVE] = max(game.state.deck[LOCOMOTIVE], 1)
    game.play(0)
    events = [event["event"] for event in take_events(game)]
    assert ("replace" in events) == replaced
    if replaced:
        assert row_of(game).count("locomotive") < 3


def test_g3_with_pool_deck_three_cards_in_the_deck_suffice() -> None:
    replaced = 0
    for seed in range(40):
        game = sweeping("deck", "red 4 loco", "20 loco 3 green")
        game.state.rng[0] = 2 * seed + 1
        game.play(0)
        kinds = [event["event"] for event in take_events(game)]
        left = int(game.state.deck[:LOCOMOTIVE].sum())
        assert row_of(game).count("locomotive") < 3 or left < 3
        replaced += "replace" in kinds
    assert replaced > 20


def test_g3_three_locomotives_stay_when_no_rule_sweeps_them() -> None:
    game = begin(small_setup(*LINE, sweep_at=0))
    put_cards(game, row="red 4 loco", deck="30 loco 30 green")
    game.state.deck[LOCOMOTIVE], game.state.deck[GREEN] = 60, 0
    game.play(0)
    assert row_of(game) == ["locomotive"] * 5


_SWEEPING = """
import random, sys
sys.path.insert(0, sys.argv[1])
from game.positions import small_setup
from railwright.errors import RailwrightError
from railwright.game.game import Game
for sweep_at in (1, 2):
    try:
        setup = small_setup("A-B 1 red", "B-C 2 blue", sweep_at=sweep_at, cards_per_color=1, opening_cards=1)
    except RailwrightError:
        continue
    for seed in range(50):
        game, chooser = Game(setup, seats=2, seed=seed), random.Random(seed)
        while not game.is_over and len(game.actions) < 300:
            game.play(chooser.choice(game.legal()))
"""


def test_g3_rulesets_that_sweep_at_one_or_two_locomotives_are_refused_or_do_not_go_on_for_ever() -> None:
    """In a process of its own: an endless replacement cannot be interrupted."""
    try:
        subprocess.run([sys.executable, "-c", _SWEEPING, str(Path(__file__).parent.parent)], check=True, timeout=10)
    except subprocess.TimeoutExpired:
        pytest.fail("a game did not come to its end within 10 seconds")


# ---- G4: no second card ----


def test_g4_the_turn_ends_after_the_last_card_of_all() -> None:
    game = stuck("", "", deck="red")
    game.play(DECK)
    assert (game.seat, game.stage) == (1, "turn")
    assert hand(game, 0) == {"red": 1}


def test_g4_the_turn_ends_when_only_face_up_locomotives_are_left() -> None:
    game = stuck("", "", row="2 loco", deck="red")
    game.play(DECK)
    assert (game.seat, game.stage) == (1, "turn")
    game = stuck("", "", row="loco red")
    game.play(1)
    assert (game.seat, game.stage) == (1, "turn")
    assert row_of(game)[:2] == ["locomotive", None]


@pytest.mark.parametrize("cards", [{"deck": "2 red"}, {"deck": "red", "row": "loco blue"}, {"row": "red blue"}])
def test_g4_otherwise_a_second_card_is_drawn_but_no_face_up_locomotive(cards: dict[str, Any]) -> None:
    game = stuck("", "", **cards)
    game.play(DECK if "deck" in cards else 0)
    assert (game.seat, game.stage) == (0, "second_card")
    assert all(option == DECK or row_of(game)[option] not in (None, "locomotive") for option in game.legal())


def test_g4_discards_can_be_drawn_as_the_second_card() -> None:
    game = stuck("", "", deck="red", discards="blue")
    game.play(DECK)
    assert game.legal() == [DECK]
    game.play(DECK)
    assert hand(game, 0) == {"red": 1, "blue": 1}
    assert cards_left(game) == 0


def test_a_face_up_locomotive_ends_the_turn_and_one_from_the_deck_does_not() -> None:
    game = stuck("", "", row="loco 4 red", deck="3 green")
    game.play(0)
    assert game.seat == 1
    game = stuck("", "", row="5 red", deck="3 loco")
    game.play(DECK)
    assert (game.seat, game.stage) == (0, "second_card")


# ---- G5: empty places ----


def test_g5_empty_places_are_refilled_from_a_payment_left_to_right() -> None:
    game = stuck("2 blue", "", row="- red - - -")
    game.play(CLAIM + 1)
    assert row_of(game) == [None, "red", None, None, None]
    game.play(pay(BLUE, 0))
    assert row_of(game) == ["blue", "red", "blue", None, None]
    assert cards_left(game) == 0


def test_g5_a_payment_for_a_station_refills_the_row() -> None:
    game = begin(small_setup(*LINE, **TUNNEL))
    empty_ticket_decks(game)
    put_cards(game, "green", row="- - red")
    game.play(STATION + 2)
    game.play(pay(GREEN, 0))
    assert row_of(game) == ["green", None, "red", None, None]


def test_g5_turned_over_cards_of_a_declined_tunnel_refill_the_row() -> None:
    game = begin(small_setup("A-B 1 red tunnel", "B-C 1 gray", **TUNNEL))
    empty_ticket_decks(game)
    put_cards(game, "red", row="4 green -", deck="2 red")
    game.state.table.face_up[4] = NONE
    game.play(CLAIM + 0)
    game.play(pay(RED, 0))
    assert game.stage == "tunnel"
    assert game.legal() == [DECLINE]
    game.play(DECLINE)
    assert row_of(game) == ["green"] * 4 + ["red"]
    assert hand(game, 0) == {"red": 1}
    assert cards_left(game) == 1


def test_g5_nothing_is_refilled_while_there_are_no_cards() -> None:
    game = stuck("", "", row="red blue")
    game.play(0)
    assert row_of(game) == [None, "blue", None, None, None]
    game.play(1)
    assert game.seat == 1
    assert row_of(game) == [None] * 5


def test_a_face_up_place_is_refilled_from_the_discards_when_the_deck_is_empty() -> None:
    game = stuck("", "", row="red 4 green", discards="blue")
    game.play(0)
    assert [event["event"] for event in take_events(game)] == ["draw", "reshuffle", "row"]
    assert row_of(game)[0] == "blue"
    assert cards_left(game) == 0
    game.play(1)
    assert row_of(game)[1] is None


# ---- G6: few tickets ----

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


# ---- the other rows ----


@pytest.mark.parametrize("board", ["usa", "europe", "germany"])
@pytest.mark.parametrize("seats", [2, 5])
def test_seat_0_begins(board: str, seats: int) -> None:
    game = Game(load_setup(board), seats=seats, seed=5)
    assert game.seat == 0
    while game.state.table.opening:
        game.play(game.legal()[0])
    assert (game.seat, game.stage, int(game.state.table.turn)) == (0, "turn", 0)


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


def test_the_discards_are_public_and_a_payment_taken_back_is_known_to_all() -> None:
    game = begin(small_setup("A-B 2 red tunnel", "B-C 1 gray", **TUNNEL))
    put_cards(game, "3 red loco", "4 green", row="5 blue", deck="5 red")
    game.play(CLAIM + 0)
    game.play(pay(RED, 1))
    assert game.view(1).shown(0) == {}
    game.play(DECLINE)
    assert game.view(1).shown(0) == {"red": 1, "locomotive": 1}
    assert game.view(1).table.discards[RED] == 3
    game.state.table.seat = 0
    game.play(DECK)
    game.play(0)
    assert game.view(1).shown(0) == {"red": 1, "locomotive": 1, "blue": 1}
    sample = game.view(1).sample(np.random.default_rng(1))[0]
    assert sample.private[0].hand[RED] >= 1
    assert sample.private[0].hand[LOCOMOTIVE] >= 1


# ---- tunnels, ferries and stations, where the rules say more than one thing ----


def at_tunnel(hand_cards: str, payment: int, deck: str, length: int = 2) -> Game:
    game = begin(small_setup(f"A-B {length} red tunnel", "B-C 1 gray", **TUNNEL))
    empty_ticket_decks(game)
    put_cards(game, hand_cards, "4 green", row="5 blue", deck=deck)
    game.play(CLAIM + 0)
    game.play(payment)
    return game


def test_a_tunnel_asks_for_its_colour_and_for_locomotives() -> None:
    game = at_tunnel("5 red 2 loco", pay(RED, 0), "red loco green")
    assert game.state.table.extra == 2
    assert game.legal() == [DECLINE, pay(RED, 0), pay(RED, 1), pay_locomotives(2)]


def test_a_tunnel_paid_with_locomotives_alone_asks_only_for_locomotives() -> None:
    assert at_tunnel("5 red 4 loco", pay_locomotives(2), "3 red").seat == 1, "red does not count"
    game = at_tunnel("5 red 3 loco", pay_locomotives(2), "red 2 loco")
    assert game.state.table.extra == 2
    assert game.legal() == [DECLINE], "red cannot answer"
    game = at_tunnel("5 red 3 loco", pay_locomotives(2), "2 red loco")
    assert game.legal() == [DECLINE, pay_locomotives(1)]


def test_a_tunnel_turns_over_only_the_cards_there_are_and_never_those_laid_down() -> None:
    game = at_tunnel("4 red", pay(RED, 0), "red")
    assert game.state.table.revealed.tolist() == [RED, NONE, NONE]
    assert game.state.table.extra == 1
    game = at_tunnel("4 red", pay(RED, 0), "")
    assert (game.seat, game.stage) == (1, "turn")
    assert track_number(game.setup, "A-B") in game.view().tracks(0)


def test_each_station_costs_one_card_more_and_a_city_has_one() -> None:
    game = begin(small_setup(*LINE, **TUNNEL))
    empty_ticket_decks(game)
    for number in (1, 2, 3):
        put_cards(game, "3 green 3 loco", row="5 blue", deck="20 pink")
        game.state.table.seat = 0
        assert [o for o in game.legal() if STATION <= o < CLAIM] == [STATION + c for c in range(number - 1, 4)]
        game.play(STATION + number - 1)
        assert game.legal() == [*(pay(GREEN, n) for n in range(number)), pay_locomotives(number)]
        game.play(pay(GREEN, 0))
        assert hand(game, 0).get("green", 0) == 3 - number
    game.state.table.seat = 0
    assert not [o for o in game.legal() if STATION <= o < CLAIM]


def test_passengers_named_for_a_country_and_for_its_terminals_are_refused_or_all_placed() -> None:
    tracks = ("A-Fr/1 1 gray", "B-Fr/2 1 gray", "A-B 1 gray")
    data = {"passengers": {"Fr": 2, "Fr/1": 3, "Fr/2": 1, "A": 1}}
    try:
        game = begin(small_setup(*tracks, board=data, passenger_points=[20, 10]))
    except BoardError:
        return
    placed = sum(int(word) >> 3 * color & 7 for word in game.state.table.passengers for color in range(6))
    assert placed == 7


def test_a_claim_takes_a_passenger_first_at_the_first_named_city_and_terminals_share() -> None:
    tracks = ("A-Fr/1 1 gray", "B-Fr/2 1 gray", "A-B 1 gray")
    game = begin(small_setup(*tracks, board={"passengers": {"Fr": 1, "A": 2}}, passenger_points=[20, 10]))
    put_cards(game, "5 red", "5 red", row="5 blue", deck="20 green")
    game.play(CLAIM + 0)
    game.play(pay(RED, 0))
    assert (game.stage, int(game.state.table.city)) == ("passenger", game.setup.board.city_index["A"])
    game.play(game.legal()[0])
    assert (game.stage, int(game.state.table.city)) == ("passenger", game.setup.board.city_index["Fr/1"])
    game.play(game.legal()[0])
    assert game.seat == 1
    game.play(CLAIM + 1)
    game.play(pay(RED, 0))
    assert (game.seat, game.stage) == (0, "turn"), "the country has no passenger left, B never had one"
    assert game.state.table.taken.sum() == 2


def test_parallel_tracks_close_for_all_with_three_seats_and_only_for_the_owner_with_four() -> None:
    tracks = ("A-B 1 gray", "A-B 1 gray", "A-B 1 gray", "B-C 1 gray")
    for seats, still_open in ((2, 0), (3, 0), (4, 2), (5, 2)):
        game = begin(small_setup(*tracks), seats=seats)
        give(game, 0, "A-B#2")
        put_cards(game, *["5 red"] * seats, row="5 blue", deck="20 green")
        assert [o for o in game.legal() if o >= CLAIM] == [CLAIM + 3]
        game.state.table.seat = 1
        assert len([o for o in game.legal() if o >= CLAIM]) == 1 + still_open
