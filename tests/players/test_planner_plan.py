"""The plan of express: positions where it must be a certain one, and a slow plan to compare it with."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from game.positions import give, hold, put_cards
from players.asking import ask, at_turn, claim, new_memory
from players.lineup import BOARDS, quick, setup_of
from players.planning import PLANNER, plan_of, planned, style_of, wanted, worth
from players.slow_plan import SlowPlan
from railwright.game.game import Game
from railwright.game.state import AT_PAY
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.kit.game_length import turns_left
from railwright.players.planner.memory import PLAN
from railwright.players.planner.plan import cards_missing, gain_of, is_standing, price_of
from railwright.players.planner.style import STYLE_OPTIONS

# What tracks cost without cards in hand: 330 for each turn, 50 hundredths of a turn and 15 more for each card.
PRICE = {1: 444, 2: 559, 3: 573, 4: 488, 5: 402, 6: 117}
ROUND = ("A-B 2 red", "B-C 2 blue", "A-C 5 green")


@pytest.mark.parametrize(("length", "price"), PRICE.items())
def test_a_track_costs_its_turns_less_its_points(length: int, price: int) -> None:
    game = at_turn(f"A-B {length} red", tickets=("A-B 9",))
    assert price_of(game.setup.rulebook[0], game.state.table, game.state.private[0], 0, 0, style_of()) == price


@pytest.mark.parametrize(
    ("track", "hand", "missing", "extra"),
    [
        ("A-B 3 red", "", 3, 0),
        ("A-B 3 red", "2 red 5 blue 2 loco", 1, 0),
        ("A-B 3 gray", "2 red 5 blue", 0, 0),
        ("A-B 3 red", "9 red", 0, 0),
        ("A-B 3 gray ferry 2", "9 red", 2, 2),
        ("A-B 4 gray ferry 1", "1 red 1 green", 3, 1),
        ("A-B 3 red tunnel", "1 red", 2, 1),
    ],
)
def test_missing_cards_make_a_track_dearer(track: str, hand: str, missing: int, extra: int) -> None:
    """Locomotives in hand do not count; the ones of a ferry count twice and a tunnel as a card."""
    game = at_turn(track, tickets=("A-B 9",), cards=hand, ferries=True, tunnel_cards=3)
    book, table, mine = game.setup.rulebook[0], game.state.table, game.state.private[0]
    most = int(max(mine.hand[:8]))
    assert cards_missing(book, mine, most, 0) == missing
    points = game.setup.ruleset.route_points[game.setup.board.tracks[0].length]
    turns = 100 + 50 * game.setup.board.tracks[0].length + 15 * (missing + extra)
    assert price_of(book, table, mine, most, 0, style_of()) == turns * 330 // 100 - 100 * points


def test_a_turn_costs_what_the_style_says_and_points_count_by_the_scale_of_the_rules() -> None:
    points = {str(length): 0.5 * length for length in range(1, 10)}
    game = at_turn("A-B 3 red", tickets=("A-B 9",), route_points=points)
    book, table, mine = game.setup.rulebook[0], game.state.table, game.state.private[0]
    assert game.setup.ruleset.scale == 2
    assert gain_of(book, table, 0, style_of()) == 150
    assert price_of(book, table, mine, 0, 0, style_of(turn=1000, extra=0)) == 2500 - 150


def test_passengers_at_the_ends_make_a_track_cheaper() -> None:
    game = Game(setup_of("germany"), seats=2, seed=1)
    book, table = game.setup.rulebook[0], game.state.table
    none, some = style_of(passenger_value=0), style_of(passenger_value=250)
    assert gain_of(book, table, 0, some) - gain_of(book, table, 0, none) == 500
    table.passengers[book["place"][book["city_a"][0]]] = 0
    assert gain_of(book, table, 0, some) - gain_of(book, table, 0, none) == 250


def test_the_turns_to_come_are_those_of_the_seat_that_can_end_the_game_first() -> None:
    game = at_turn("A-B 3 red", tickets=("A-B 9",))
    book, table = game.setup.rulebook[0], game.state.table
    assert turns_left(book, table) == 43 * 75 + 100
    put_cards(game, "9 red", "9 blue 4 red")
    assert turns_left(book, table) == 43 * 75 - 13 * 50 + 100
    table.trains[0] = 4
    assert turns_left(book, table) == 2 * 25 + 100  # more cards than trains do not help
    table.last_round = 1
    assert turns_left(book, table) == 100


def test_one_long_track_is_planned_before_two_short_ones() -> None:
    assert planned(at_turn(*ROUND, tickets=("A-C 9",), held=("A-C",))) == {"A-C"}
    assert planned(at_turn(*ROUND, tickets=("A-B 9",), held=("A-B",))) == {"A-B"}


def test_cards_in_hand_decide_between_equal_ways() -> None:
    tracks = ("A-B 3 red", "B-D 3 red", "A-C 3 blue", "C-D 3 blue")
    for cards, way in (("2 red", {"A-B", "B-D"}), ("2 blue", {"A-C", "C-D"}), ("", {"A-B", "B-D"})):
        assert planned(at_turn(*tracks, tickets=("A-D 9",), held=("A-D",), cards=cards)) == way


SHARED = ("A-B 3 red", "B-D 3 red", "D-E 2 red", "A-F 2 blue", "F-E 2 blue")


def test_tickets_share_tracks() -> None:
    tickets = ("A-D 12", "A-E 8")
    assert planned(at_turn(*SHARED, tickets=tickets, held=("A-E",))) == {"A-F", "F-E"}
    assert planned(at_turn(*SHARED, tickets=tickets, held=tickets_of(tickets))) == {"A-B", "B-D", "D-E"}
    game = at_turn(*SHARED, tickets=tickets, held=tickets_of(tickets))
    assert worth(game) == 1200 + 800 - 2 * PRICE[3] - PRICE[2]


def tickets_of(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(text.split()[0] for text in texts)


def test_a_ticket_that_costs_twice_its_points_or_more_is_dropped() -> None:
    two_short = ROUND[:2]
    assert 2 * 500 < 2 * PRICE[2] < 2 * 600
    for points, way in ((5, set()), (6, {"A-B", "B-C"})):
        game = at_turn(*two_short, tickets=(f"A-C {points}",), held=("A-C",))
        assert planned(game) == way
        assert worth(game) == (600 - 2 * PRICE[2] if way else -500)
    game = at_turn("A-B 1 red", tickets=("A-B 2",), held=("A-B",), cards="red")
    assert planned(game, turn=333) == {"A-B"}  # 499 - 100: just below twice its points
    assert planned(game, turn=334) == set()  # 501 - 100


def test_a_ticket_that_needs_more_trains_than_there_are_is_dropped() -> None:
    tracks = ("A-B 3 red", "B-C 3 red", "C-D 2 red")
    for trains, way in ((5, set()), (6, {"A-B", "B-C"})):
        game = at_turn(*tracks, tickets=("A-C 15",), held=("A-C",), trains=trains, cards="9 red")
        assert planned(game, share=300) == way
    game = at_turn(*tracks, tickets=("A-C 15", "C-D 9"), held=("A-C", "C-D"), trains=7, cards="9 red")
    assert planned(game, share=300) == {"A-B", "B-C"}  # the trains of the first ticket are spoken for


def test_no_track_longer_than_the_trains_left_is_planned() -> None:
    game = at_turn(*ROUND, tickets=("A-C 9",), held=("A-C",), trains=4, cards="9 red 9 blue 9 green")
    assert planned(game, share=300) == {"A-B", "B-C"}


def test_a_ticket_that_needs_more_turns_than_there_are_is_dropped() -> None:
    game = at_turn(*ROUND[:2], tickets=("A-C 15",), held=("A-C",), cards="1 blue 2 red")
    book, table = game.setup.rulebook[0], game.state.table
    table.trains[1] = 4
    put_cards(game, "1 blue 2 red", "9 green")
    needed = 200 + 10_000 // 130  # two claims and a card
    assert turns_left(book, table) == 150
    assert planned(game, share=100 * needed // 150 - 1) == set()
    assert planned(game, share=100 * needed // 150 + 1) == {"A-B", "B-C"}
    assert planned(game, share=100 * needed // 150 + 1, pace=100) == set()


def test_the_most_valuable_ticket_is_planned_first() -> None:
    tracks = ("A-B 4 red", "C-D 4 blue")
    for points, way in (((9, 8), {"A-B"}), ((8, 9), {"C-D"}), ((9, 9), {"A-B"})):
        tickets = (f"A-B {points[0]}", f"C-D {points[1]}")
        game = at_turn(*tracks, "B-C 9 gray", tickets=tickets, held=("A-B", "C-D"), trains=5, cards="4 red 4 blue")
        assert planned(game, share=300) == way
        assert worth(game, share=300) == 100 * (max(points) - min(points)) - 290


def test_own_tracks_cost_nothing_and_are_not_planned() -> None:
    game = at_turn(*SHARED, tickets=("A-E 8",), held=("A-E",))
    give(game, 0, "A-B", "B-D")
    assert planned(game) == {"D-E"}
    give(game, 0, "D-E")
    assert planned(game) == set()
    assert worth(game) == 800


def test_in_the_last_turn_one_track_is_planned_for_which_no_card_is_missing() -> None:
    tickets = ("A-B 4", "A-F 9", "A-E 5")
    game = at_turn(*SHARED, tickets=tickets, held=tickets_of(tickets), cards="4 blue")
    give(game, 0, "A-B")
    game.state.table.last_round = 1
    assert planned(game) == {"A-F"}
    assert worth(game) == 400 + 900 - 460 - 500
    put_cards(game, "1 blue 1 loco")
    assert planned(game) == set()
    assert worth(game) == 400 - 900 - 500  # what is complete counts


@pytest.mark.parametrize("seats", [2, 4])
def test_never_two_parallel_tracks(seats: int) -> None:
    tracks = ("A-B 3 red", "A-B 3 blue", "B-C 3 red", "B-D 3 blue", "B-C 3 green")
    game = at_turn(*tracks, tickets=("A-C 12", "A-D 9"), held=("A-C", "A-D"), cards="2 blue", seats=seats)
    assert planned(game) == {"A-B#2", "B-C", "B-D"}
    give(game, 1, "A-B#2")
    left = {"A-B", "B-C", "B-D"} if seats == 4 else set()
    assert planned(game) == left


def test_a_ticket_between_places_of_several_cities_is_planned_between_the_nearest() -> None:
    tracks = ("X/a-B 3 red", "B-Y/d 3 red", "X/c-Y/e 4 blue", "X/a-X/c 2 red", "B-Z 1 red")
    game = at_turn(*tracks, tickets=("X-Y 10", "Z-Y 9"), held=("X-Y",))
    assert planned(game) == {"X/c-Y/e"}
    hold(game, 0, "Z-Y")
    assert planned(game) == {"B-Z", "B-Y/d"}


def standing(game: Game, plan: Any) -> bool:
    return bool(is_standing(game.state.table, game.state.private[0], 0, plan))


@pytest.mark.parametrize(("seats", "other", "stands"), [
    (2, "A-B", False), (4, "A-B", False), (2, "A-B#2", False), (4, "A-B#2", True), (2, "B-C", True),
])  # fmt: skip
def test_a_plan_stands_until_one_of_its_tracks_is_taken(seats: int, other: str, stands: bool) -> None:
    tracks = ("A-B 3 red", "A-B 3 blue", "B-C 3 red")
    game = at_turn(*tracks, tickets=("A-B 9", "A-C 12"), held=("A-B",), seats=seats)
    plan = plan_of(game)
    assert standing(game, plan)
    give(game, 1, other)
    assert standing(game, plan) == stands


def test_a_plan_stands_when_the_seat_builds_it_and_falls_with_other_tickets() -> None:
    game = at_turn("A-B 3 red", "B-C 3 red", tickets=("A-B 9", "A-C 12"), held=("A-C",))
    plan = plan_of(game)
    give(game, 0, "A-B")
    assert standing(game, plan)
    hold(game, 0, "A-B", "A-C")
    assert not standing(game, plan)
    assert not standing(game, np.zeros(1, PLAN)[0])  # there is none yet


def test_the_player_goes_round_a_track_that_was_taken() -> None:
    tracks = ("A-B 3 red", "B-D 3 red", "A-C 3 blue", "C-D 3 blue")
    game = at_turn(*tracks, tickets=("A-D 9",), held=("A-D",), cards="3 red 3 blue")
    memory = new_memory(PLANNER)
    assert ask(game, PLANNER, memory) == claim(game, "A-B")
    give(game, 1, "B-D")
    assert ask(game, PLANNER, memory) == claim(game, "A-C")


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_plans_in_real_games_are_those_of_a_slow_planner(board: str, seats: int) -> None:
    rng, usual = np.random.default_rng(seats), {option.name: int(option.default) for option in STYLE_OPTIONS}
    setup, plans = setup_of(board), set()
    players = [quick("express1").with_options({"iterations": "0"}), *map(quick, ("random", "hungry", "long-route"))]
    for seed in range(3):
        game = Game(setup, seats=seats, seed=seed)
        seated_players = [SeatedPlayer(player, seat=i, seed=seed) for i, player in enumerate(players[:seats])]
        while not game.is_over:
            if len(game.actions) % 11 == 0 and game.state.table.stage != AT_PAY:
                style = dict(usual)
                if rng.random() < 0.5:
                    style |= {"turn": 330 + 10 * seed, "extra": int(rng.integers(99)), "share": int(rng.integers(200))}
                for seat in range(seats):
                    plan, slow = plan_of(game, seat, style=style_of(**style)), SlowPlan(game, seat, style)
                    assert (wanted(plan), plan.value) == (slow.tracks, slow.value), (seed, len(game.actions), seat)
                    plans.add(frozenset(slow.tracks))
            game.play(seated_players[game.seat].choose(game, game.legal()))
    assert len(plans) > 15
