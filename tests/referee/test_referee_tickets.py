"""The referee's rules for ticket decks and passengers."""

from __future__ import annotations

from typing import Any

import pytest

from referee.referee import Dispute, Referee
from referee.small import board, keep, moves, offer, row, ruleset, setup, start, take_track, two_cards

ROW = "red blue green pink white"
HANDS = ["4 red", "4 blue"]
SIX = ("A-B 1", "A-C 2", "A-D 3", "B-C 4", "B-D 5", "C-D 6")
TRACKS = ("A-B 6 red", "B-C 6 red", "C-D 6 red")


def test_opening_choice_in_seat_order_and_returns_under_the_deck() -> None:
    game = start(board(*TRACKS, tickets=SIX), ruleset(), HANDS, ROW, offer(0, "A-B 1", "A-C 2", "A-D 3"))
    assert game.legal() == {("keep", chosen) for chosen in [(0, 1), (0, 2), (1, 2), (0, 1, 2)]}
    second_offer = offer(1, "B-C 4", "B-D 5", "C-D 6")
    game.play(("keep", (0, 2)), [keep(0, ["A-B 1", "A-D 3"], ["A-C 2"]), second_offer])
    assert game.seat == 1
    game.play(("keep", (0, 1)), [keep(1, ["B-C 4", "B-D 5"], ["C-D 6"])])
    assert game.seat == 0
    assert game.tickets == [[("A", "B", 1), ("A", "D", 3)], [("B", "C", 4), ("B", "D", 5)]]
    game.play(("tickets", 0), [offer(0, "A-C 2", "C-D 6")])
    assert game.legal() == {("keep", chosen) for chosen in [(0,), (1,), (0, 1)]}
    game.play(("keep", (1,)), [keep(0, ["C-D 6"], ["A-C 2"])])
    game.play(("tickets", 0), [offer(1, "A-C 2")])
    assert game.legal() == {("keep", (0,))}
    game.play(("keep", (0,)), [keep(1, ["A-C 2"], [])])
    assert not moves(game, "tickets")


def test_tickets_under_the_deck_come_last_and_in_order() -> None:
    game = start(board(*TRACKS, tickets=SIX), ruleset(), HANDS, ROW, offer(0, "A-B 1", "A-C 2", "A-D 3"))
    with pytest.raises(Dispute, match="upper part"):
        game.play(("keep", (0, 2)), [keep(0, ["A-B 1", "A-D 3"], ["A-C 2"]), offer(1, "B-C 4", "A-C 2", "C-D 6")])
    game = start(board(*TRACKS, tickets=SIX), ruleset(keep=1), HANDS, ROW, offer(0, "A-B 1", "A-C 2", "A-D 3"))
    second_offer = offer(1, "B-C 4", "B-D 5", "C-D 6")
    game.play(("keep", (0,)), [keep(0, ["A-B 1"], ["A-C 2", "A-D 3"]), second_offer])
    game.play(("keep", (0, 1)), [keep(1, ["B-C 4", "B-D 5"], ["C-D 6"])])
    with pytest.raises(Dispute, match="on top"):
        game.play(("tickets", 0), [offer(0, "A-D 3", "A-C 2", "C-D 6")])


def test_g6_at_the_start_all_must_be_kept_and_seats_without_tickets_are_skipped() -> None:
    game = start(board(*TRACKS, tickets=("A-B 1",)), ruleset(), HANDS, ROW, offer(0, "A-B 1"))
    assert game.legal() == {("keep", (0,))}
    game.play(("keep", (0,)), [keep(0, ["A-B 1"], [])])
    assert (game.seat, game.stage) == (0, "turn")
    assert not moves(game, "tickets")


def test_long_tickets_first_and_the_opening_returns_leave_the_game() -> None:
    rules = ruleset(deal={"long": 1, "short": 2}, keep=2, opening_returns="box")
    tickets = ("A-D 20 long", "B-D 21 long", "C-D 22 long", *SIX)
    game = start(board(*TRACKS, tickets=tickets), rules, HANDS, ROW, offer(0, "B-D 21", "A-B 1", "A-C 2"))
    game.play(("keep", (1, 2)), [keep(0, ["A-B 1", "A-C 2"], ["B-D 21"]), offer(1, "A-D 20", "A-D 3", "B-C 4")])
    game.play(("keep", (0, 1)), [keep(1, ["A-D 20", "A-D 3"], ["B-C 4"])])
    game.play(("tickets", 0), [offer(0, "B-D 5", "C-D 6")])
    game.play(("keep", (0, 1)), [keep(0, ["B-D 5", "C-D 6"], [])])
    assert not moves(game, "tickets")
    with pytest.raises(Dispute, match="upper part"):
        start(board(*TRACKS, tickets=tickets), rules, HANDS, ROW, offer(0, "A-B 1", "B-D 21", "A-C 2"))


def test_merged_tickets_are_one_deck() -> None:
    rules = ruleset(merge_tickets=True)
    first = offer(0, "A-B 1", "A-D 20", "A-C 2")
    start(board(*TRACKS, tickets=("A-D 20 long", "A-B 1", "A-C 2", "B-C 3")), rules, HANDS, ROW, first)


def german_game() -> Referee:
    rules = ruleset(deal={"any": 4}, draw={"any": 4}, opening_returns="shuffle")
    tickets = ("A-C 11 long", "A-D 12 long", "B-D 13 long", *SIX)
    return start(board(*TRACKS, tickets=tickets), rules, HANDS, ROW)


def test_german_mixes_and_shuffling_back() -> None:
    game = german_game()
    assert game.legal() == {("tickets", number) for number in range(4)}
    game.play(("tickets", 2), [offer(0, "A-C 11", "A-D 12", "A-B 1", "A-C 2")])
    game.play(("keep", (1, 2)), [keep(0, ["A-D 12", "A-B 1"], ["A-C 11", "A-C 2"])])
    assert (game.seat, game.legal()) == (1, {("tickets", 0), ("tickets", 1)})
    game.play(("tickets", 0), [offer(1, "A-D 3", "B-C 4", "B-D 5", "C-D 6")])
    game.play(("keep", (0, 1)), [keep(1, ["A-D 3", "B-C 4"], ["B-D 5", "C-D 6"])])
    assert moves(game, "tickets") == {("tickets", 1), ("tickets", 2)}
    game.play(("tickets", 2), [offer(0, "A-C 11", "B-D 13", "C-D 6", "A-C 2")])
    game.play(("keep", (2,)), [keep(0, ["C-D 6"], ["A-C 11", "B-D 13", "A-C 2"])])
    assert moves(game, "tickets") == {("tickets", 2)}
    game.play(("tickets", 2), [offer(1, "A-C 11", "B-D 13", "B-D 5", "A-C 2")])


def test_tickets_set_aside_at_the_start_cannot_come_up_yet() -> None:
    game = german_game()
    game.play(("tickets", 2), [offer(0, "A-C 11", "A-D 12", "A-B 1", "A-C 2")])
    game.play(("keep", (1, 2)), [keep(0, ["A-D 12", "A-B 1"], ["A-C 11", "A-C 2"])])
    with pytest.raises(Dispute):
        game.play(("tickets", 1), [offer(1, "A-C 11", "A-D 3", "B-C 4", "B-D 5")])


# ---- passengers ----

GERMANY = board(
    "A-France/x 1 gray",
    "A-B 1 gray",
    "B-France/y 1 gray",
    passengers={"A": 3, "France": 1},
)
PLACED = {"A": ["red", "red", "blue"], "France": ["green"]}


def passenger_game(placed: dict[str, list[str]]) -> Referee:
    game = Referee(GERMANY, ruleset(passenger_points=[20, 10]), "deck", 2)
    game.open(setup(HANDS, ROW), placed)
    return game


def passenger(seat: int, city: str, color: str) -> dict[str, Any]:
    return {"event": "passenger", "seat": seat, "city": city, "color": color}


def test_passengers_from_both_ends_and_countries_share_theirs() -> None:
    game = passenger_game(PLACED)
    take_track(game, ("A", "France/x", 1), ("pay", "red", 1, 0), "red")
    assert (game.seat, game.legal()) == (0, {("passenger", "red"), ("passenger", "blue")})
    game.play(("passenger", "blue"), [passenger(0, "A", "blue")])
    assert (game.seat, game.legal()) == (0, {("passenger", "green")})
    game.play(("passenger", "green"), [passenger(0, "France/x", "green")])
    assert game.seat == 1
    take_track(game, ("B", "France/y", 1), ("pay", "blue", 1, 0), "blue")
    assert game.seat == 0
    take_track(game, ("A", "B", 1), ("pay", "red", 1, 0), "red")
    assert game.legal() == {("passenger", "red")}
    game.play(("passenger", "red"), [passenger(0, "A", "red")])
    assert game.passengers == [{"blue": 1, "green": 1, "red": 1}, {}]
    assert game.result()["bonuses"][0]["passengers"] == 60


@pytest.mark.parametrize(
    "placed",
    [
        {},
        {"A": ["red", "red"], "France": ["green"]},
        {"A": ["red", "red", "blue", "blue"]},
        {"A": ["red", "red", "orange"], "France": ["green"]},
    ],
)
def test_passengers_must_be_placed_by_the_table(placed: dict[str, list[str]]) -> None:
    with pytest.raises(Dispute, match="passengers"):
        passenger_game(placed)


def test_no_passengers_without_points_for_them() -> None:
    game = start(GERMANY, ruleset(), HANDS, ROW)
    take_track(game, ("A", "France/x", 1), ("pay", "red", 1, 0), "red")
    two_cards(game, "red", "red")
    assert game.seat == 0
    assert "passengers" not in game.result()["bonuses"][0]


def test_setup_events_in_any_other_order_are_disputed() -> None:
    game = Referee(board(*TRACKS, tickets=SIX), ruleset(), "deck", 2)
    events = setup(HANDS, ROW, offer(0, "A-B 1", "A-C 2", "A-D 3"))
    with pytest.raises(Dispute, match="wrong event"):
        game.open([row(ROW), *events[:2], *events[3:]])
