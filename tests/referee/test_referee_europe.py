"""The referee's rules for tunnels and stations."""

from __future__ import annotations

import pytest

from referee.referee import Dispute
from referee.small import (
    ONE_CARD_EACH,
    board,
    cards,
    claim,
    moves,
    pay,
    reshuffle,
    row,
    ruleset,
    start,
    take_track,
    tunnel,
    two_cards,
)

AB = ("A", "B", 1)
ROW = "red blue green pink white"
TUNNELS = ruleset(tunnel_cards=3)


# ---- tunnels ----


def test_tunnel_that_asks_for_nothing_is_settled_at_once() -> None:
    game = start(board("A-B 2 red tunnel"), TUNNELS, ["2 red", "2 blue"], ROW)
    events = [tunnel(0, AB, "blue blue pink", 0, {}), claim(0, AB, "2 red")]
    game.play(("claim", AB), [])
    game.play(("pay", "red", 2, 0), events)
    assert game.seat == 1
    assert game.cards.discards == pay("2 red 2 blue pink")


def test_tunnel_asks_and_is_paid() -> None:
    game = start(board("A-B 2 gray tunnel"), TUNNELS, ["4 red blue 2 loco", "7 green"], ROW)
    game.play(("claim", AB), [])
    game.play(("pay", "red", 1, 1), [], revealed=cards("red loco blue"))
    assert game.legal() == {("pay", "red", 2, 0), ("pay", "red", 1, 1), ("decline",)}
    answer = tunnel(0, AB, "red loco blue", 2, pay("red loco"))
    game.play(("pay", "red", 1, 1), [answer, claim(0, AB, "red loco")])
    assert game.hands[0] == pay("2 red blue")
    assert game.cards.discards == pay("3 red 3 loco blue")
    assert game.trains[0] == 43


def test_tunnel_declined_takes_the_payment_back() -> None:
    game = start(board("A-B 2 red tunnel"), TUNNELS, ["2 red", "2 blue"], ROW)
    game.play(("claim", AB), [])
    game.play(("pay", "red", 2, 0), [], revealed=cards("red pink pink"))
    assert game.legal() == {("decline",)}
    game.play(("decline",), [tunnel(0, AB, "red pink pink", 1, None)])
    assert game.hands[0] == pay("2 red")
    assert game.cards.discards == pay("red 2 pink")
    assert game.trains[0] == 45
    assert game.seat == 1


def test_tunnel_paid_with_locomotives_only() -> None:
    game = start(board("A-B 2 red tunnel"), TUNNELS, ["2 red 3 loco", "5 blue"], ROW)
    game.play(("claim", AB), [])
    game.play(("pay", None, 0, 2), [], revealed=cards("red loco blue"))
    assert game.legal() == {("pay", None, 0, 1), ("decline",)}


def test_tunnel_without_knowing_its_cards() -> None:
    game = start(board("A-B 1 red tunnel"), TUNNELS, ["4 red", "4 blue"], ROW)
    game.play(("claim", AB), [])
    game.play(("pay", "red", 1, 0), [])
    assert game.legal() == {("decline",)} | {("pay", "red", number, 0) for number in (1, 2, 3)}
    wrong = tunnel(0, AB, "red pink pink", 1, pay("2 red"))
    with pytest.raises(Dispute, match="asks for 1"):
        game.play(("pay", "red", 2, 0), [wrong, claim(0, AB, "red")])


def test_tunnel_with_few_cards_left() -> None:
    """Eight cards: three in each hand, two face up, none to turn over; the payment is not among them."""
    rules = ruleset(tunnel_cards=3, face_up=2, **ONE_CARD_EACH)
    game = start(board("A-B 1 red tunnel"), rules, ["red blue green", "pink white black"], "orange yellow")
    game.play(("claim", AB), [])
    game.play(("pay", "red", 1, 0), [tunnel(0, AB, "", 0, {}), claim(0, AB, "red")])
    assert game.cards.discards == pay("red")


def test_tunnel_reshuffles_for_its_last_cards() -> None:
    rules = ruleset(tunnel_cards=3, face_up=1, **ONE_CARD_EACH)
    tracks = board("A-B 1 gray tunnel", "B-C 1 gray")
    game = start(tracks, rules, ["red blue green", "pink white black"], "orange")
    take_track(game, ("B", "C", 1), ("pay", "red", 1, 0), "red")
    game.play(("claim", AB), [])
    events = [reshuffle("red"), tunnel(1, AB, "yellow red", 0, {}), claim(1, AB, "pink")]
    game.play(("pay", "pink", 1, 0), events)
    assert game.cards.deck.total() == 0
    assert game.cards.discards == pay("yellow red pink")


def test_tunnels_are_ordinary_tracks_without_tunnel_cards() -> None:
    game = start(board("A-B 2 red tunnel"), ruleset(), ["2 red", "2 blue"], ROW)
    take_track(game, AB, ("pay", "red", 2, 0), "2 red")


# ---- stations ----


def test_stations_cost_more_and_more_and_stand_alone() -> None:
    rules = ruleset(stations=2, station_points=4)
    game = start(board("A-B 6 red", "B-C 6 red"), rules, ["3 red", "3 blue"], ROW)
    assert moves(game, "station") == {("station", city) for city in "ABC"}
    game.play(("station", "B"), [])
    assert game.legal() == {("pay", "red", 1, 0)}
    game.play(("pay", "red", 1, 0), [{"event": "station", "seat": 0, "city": "B", "pay": {"red": 1}}])
    assert game.stations_left == [1, 2]
    assert moves(game, "station") == {("station", "A"), ("station", "C")}
    two_cards(game, "green", "green")
    game.play(("station", "A"), [])
    assert game.legal() == {("pay", "red", 2, 0)}
    game.play(("pay", "red", 2, 0), [{"event": "station", "seat": 0, "city": "A", "pay": {"red": 2}}])
    two_cards(game, "green", "green")
    assert not moves(game, "station")


def test_a_station_payment_refills_empty_places() -> None:
    game = start(
        board("A-B 6 red"),
        ruleset(stations=3, **ONE_CARD_EACH),
        ["pink white", "blue red"],
        "orange black yellow green -",
    )
    game.play(("station", "A"), [])
    station = {"event": "station", "seat": 0, "city": "A", "pay": {"pink": 1}}
    game.play(("pay", "pink", 1, 0), [station, reshuffle("pink"), row("orange black yellow green pink")])
