"""The referee's rules for cards, tracks and the end of a game."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from referee.moves import can_pay, payments
from referee.referee import Dispute
from referee.small import (
    LOCO,
    ONE_CARD_EACH,
    board,
    cards,
    claim,
    drawn,
    moves,
    pay,
    picked,
    replace,
    reshuffle,
    row,
    ruleset,
    start,
    take_track,
    two_cards,
)

AB = ("A", "B", 1)
ROW = "red blue green pink white"


# ---- paying ----


def test_ferry_payments_need_their_locomotives() -> None:
    ferry = board("A-B 3 gray ferry 1")
    game = start(ferry, ruleset(ferries=True), ["3 red 2 loco", "5 blue"], ROW)
    game.play(("claim", AB), [])
    assert game.legal() == {("pay", "red", 2, 1), ("pay", "red", 1, 2)}
    game = start(ferry, ruleset(ferries=True), ["5 red", "5 blue"], ROW)
    assert not moves(game, "claim")
    game = start(ferry, ruleset(ferries=False), ["5 red", "5 blue"], ROW)
    game.play(("claim", AB), [])
    assert game.legal() == {("pay", "red", 3, 0)}


def test_gray_track_takes_one_colour_and_a_coloured_one_only_its_own() -> None:
    tracks = board("A-B 2 gray", "B-C 2 red")
    game = start(tracks, ruleset(), ["2 blue red 2 loco", "5 green"], ROW)
    game.play(("claim", AB), [])
    blue = {("pay", "blue", 2, 0), ("pay", "blue", 1, 1)}
    assert game.legal() == blue | {("pay", "red", 1, 1), ("pay", None, 0, 2)}
    game = start(tracks, ruleset(), ["2 blue red 2 loco", "5 green"], ROW)
    game.play(("claim", ("B", "C", 1)), [])
    assert game.legal() == {("pay", "red", 1, 1), ("pay", None, 0, 2)}
    game.play(("pay", "red", 1, 1), [claim(0, ("B", "C", 1), "red loco")])
    assert game.hands[0] == pay("2 blue loco")
    assert game.trains == [43, 45]
    assert game.route_points == [2, 0]
    assert game.seat == 1


def test_too_few_trains() -> None:
    game = start(board("A-B 4 red", "B-C 3 red"), ruleset(trains=3), ["5 red", "5 blue"], ROW)
    assert moves(game, "claim") == {("claim", ("B", "C", 1))}


# ---- parallel tracks ----


@pytest.mark.parametrize("number", [2, 3])
def test_parallel_tracks_close_with_few_seats(number: int) -> None:
    tracks = board("A-B 1 gray", "A-B 1 gray", "A-B 1 gray")
    game = start(tracks, ruleset(), ["2 red"] * number, "blue green pink white black")
    take_track(game, ("A", "B", 2), ("pay", "red", 1, 0), "red")
    assert not moves(game, "claim")


def test_parallel_tracks_stay_open_with_four_seats_for_others() -> None:
    tracks = board("A-B 1 gray", "A-B 1 gray", "A-B 1 gray")
    game = start(tracks, ruleset(), ["2 red"] * 4, "blue green pink white black")
    take_track(game, ("A", "B", 2), ("pay", "red", 1, 0), "red")
    take_track(game, ("A", "B", 1), ("pay", "red", 1, 0), "red")
    assert moves(game, "claim") == {("claim", ("A", "B", 3))}
    two_cards(game, "blue", "blue")
    two_cards(game, "pink", "pink")
    assert game.seat == 0
    assert not moves(game, "claim")


# ---- drawing cards ----


def test_face_up_locomotive_ends_the_turn_and_is_no_second_card() -> None:
    game = start(board("A-B 6 red"), ruleset(), ["4 red", "4 blue"], "loco red green pink white")
    game.play(("row", 1), [picked(0, 1, "red"), row("loco black green pink white")])
    assert game.seat == 0
    assert game.legal() == {("deck",), *(("row", place) for place in (1, 2, 3, 4))}
    game.play(("deck",), [drawn(0, "loco")])
    assert game.seat == 1
    game.play(("row", 0), [picked(1, 0, "loco"), row("yellow black green pink white")])
    assert game.seat == 0
    assert game.hands[1][LOCO] == 1


def test_three_locomotives_are_replaced_again_and_again() -> None:
    game = start(board("A-B 6 red"), ruleset(), ["4 red", "4 blue"], "loco loco green pink white")
    swept = "loco loco loco pink white"
    again = "loco green loco pink loco"
    events = [picked(0, 2, "green"), row(swept), replace(swept), row(again), replace(again), row(ROW)]
    game.play(("row", 2), events)
    assert game.row == cards(ROW)
    assert game.cards.discards == pay("6 loco 2 pink white green")


def test_g1_g2_g4_one_card_then_passes_until_all_have_passed() -> None:
    rules = ruleset(cards_per_color=1, locomotives=1)
    hands = ["red blue green pink", "white black orange yellow"]
    game = start(board("A-B 6 red"), rules, hands, "loco - - - -")
    game.play(("row", 0), [picked(0, 0, "loco"), row("- - - - -")])
    assert (game.seat, game.legal()) == (1, {("pass",)})
    game.play(("pass",), [{"event": "pass", "seat": 1}])
    assert (game.seat, game.legal()) == (0, {("pass",)})
    game.play(("pass",), [{"event": "pass", "seat": 0}, {"event": "end", "reason": "all_passed"}])
    assert game.over
    assert game.legal() == set()


def test_pass_is_not_legal_while_a_card_can_be_drawn() -> None:
    game = start(board("A-B 6 red"), ruleset(), ["4 red", "4 blue"], ROW)
    with pytest.raises(Dispute, match="illegal move"):
        game.play(("pass",), [{"event": "pass", "seat": 0}])


def test_g4_only_face_up_locomotives_left_for_the_second_card() -> None:
    rules = ruleset(cards_per_color=1, locomotives=1)
    game = start(board("A-B 6 red"), rules, ["red blue green", "white black orange"], "pink loco yellow - -")
    game.play(("row", 0), [picked(0, 0, "pink"), row("- loco yellow - -")])
    game.play(("row", 2), [picked(0, 2, "yellow"), row("- loco - - -")])
    game.play(("row", 1), [picked(1, 1, "loco"), row("- - - - -")])
    game = start(board("A-B 6 red"), rules, ["red blue green pink", "white black orange loco"], "yellow - - - -")
    game.play(("row", 0), [picked(0, 0, "yellow"), row("- - - - -")])
    assert game.seat == 1
    rules = ruleset(cards_per_color=1, locomotives=2)
    game = start(board("A-B 6 red"), rules, ["red blue green pink", "white black orange loco"], "yellow loco - - -")
    game.play(("row", 0), [picked(0, 0, "yellow"), row("- loco - - -")])
    assert game.seat == 1


@pytest.mark.parametrize(
    ("pool", "hands"),
    [
        ("all", ["red blue green", "white black orange"]),
        ("deck", ["red blue green", "white black loco"]),
        ("deck", ["red blue green", "white loco loco"]),
    ],
)
def test_g3_no_replacement_without_three_other_cards(pool: str, hands: list[str]) -> None:
    """Of eight coloured cards two lie in the row and none, one or two in the deck."""
    rules = ruleset(cards_per_color=1, locomotives=14, sweep_pool=pool)
    game = start(board("A-B 6 red"), rules, hands, "loco loco loco pink yellow")
    assert game.row.count(LOCO) == 3


def test_g3_replacement_with_three_cards_in_the_deck_alone() -> None:
    rules = ruleset(cards_per_color=1, locomotives=14, sweep_pool="deck")
    hands = ["red blue green", "loco loco loco"]
    first, second = "loco loco loco pink yellow", "white black orange loco loco"
    game = start(board("A-B 6 red"), rules, hands, first, replace(first), row(second))
    assert game.row == cards(second)


def test_g3_replacement_with_three_cards_anywhere_goes_through_a_reshuffle() -> None:
    rules = ruleset(cards_per_color=1, locomotives=14)
    hands = ["red blue green", "white black loco"]
    first, second, third = "loco loco loco pink yellow", "loco loco orange loco loco", "5 loco"
    last = "loco pink loco yellow orange"
    events = [replace(first), row(second), replace(second), row(third), replace(third)]
    game = start(board("A-B 6 red"), rules, hands, first, *events, reshuffle("12 loco pink yellow orange"), row(last))
    assert game.row == cards(last)
    assert +game.cards.deck == pay("11 loco")
    with pytest.raises(Dispute, match="missing event"):
        start(board("A-B 6 red"), rules, hands, first)


def test_g5_a_payment_refills_empty_places() -> None:
    game = start(
        board("A-B 1 gray", "B-C 1 gray"),
        ruleset(**ONE_CARD_EACH),
        ["pink white", "blue yellow"],
        "orange black red green -",
    )
    game.play(("row", 0), [picked(0, 0, "orange"), row("- black red green -")])
    game.play(("row", 1), [picked(0, 1, "black"), row("- - red green -")])
    take_track(game, AB, ("pay", "blue", 1, 0), "blue", reshuffle("blue"), row("blue - red green -"))
    assert game.row == cards("blue - red green -")
    assert ("deck",) not in game.legal()


# ---- the end of the game ----


def test_last_round_order() -> None:
    tracks = board("A-B 3 gray", "B-C 1 gray", "C-D 1 gray")
    game = start(tracks, ruleset(trains=5), ["4 red", "4 blue", "4 green"], "pink white black orange yellow")
    two_cards(game, "red", "red")
    take_track(game, AB, ("pay", "blue", 3, 0), "3 blue", {"event": "last_round", "seat": 1})
    assert game.seat == 2
    two_cards(game, "red", "red")
    two_cards(game, "red", "red")
    assert (game.seat, game.over) == (1, False)
    take_track(game, ("B", "C", 1), ("pay", "blue", 1, 0), "blue", {"event": "end", "reason": "trains"})
    assert game.over
    assert game.trains == [5, 1, 5]


def test_three_trains_do_not_end_the_game() -> None:
    game = start(board("A-B 3 gray"), ruleset(trains=6), ["4 red", "4 blue"], ROW)
    game.play(("claim", AB), [])
    with pytest.raises(Dispute, match="surplus"):
        game.play(("pay", "red", 3, 0), [claim(0, AB, "3 red"), {"event": "last_round", "seat": 0}])


def test_a_price_can_be_paid_exactly_if_there_is_a_payment() -> None:
    for red, blue, wild, price, needed in product(range(4), range(4), range(4), range(1, 6), range(3)):
        hand = Counter({"red": red, "blue": blue, "locomotive": wild})
        for colors in (("red",), ("red", "blue")):
            needs, most = min(needed, price), max(hand[color] for color in colors)
            possible = can_pay(price, cards=most, wild=wild, locomotives=needs)
            assert possible == bool(payments(hand, price, colors, needs))
