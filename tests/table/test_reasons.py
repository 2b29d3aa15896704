"""The reasons of hints: facts about positions that are set by hand, and about every choice of whole games."""

from __future__ import annotations

import random

import numpy as np
import pytest

from game.positions import build, give, hold
from players.asking import at_turn, claim, offer
from players.lineup import BOARDS, setup_of
from railwright.game.actions import DECK, STATION, TICKETS, decode, keep, pay
from railwright.game.game import Game
from railwright.table.reasons import reason_for
from saying import check_said

LINE = ("A-B 2 red", "B-C 3 blue", "C-D 2 green")
NAMES = ("Ada", "Ben")


def reason(game: Game, action: int, names: tuple[str, ...] = ()) -> str:
    """The reason for an action in English, which other languages have as well."""
    text = reason_for(game, action, names)
    check_said(str(text), text.to_json())
    return str(text)


def test_a_track_that_completes_a_ticket() -> None:
    game = at_turn(*LINE, tickets=("A-C 8", "A-B 3"), held=("A-C", "A-B"), cards="3 blue")
    give(game, 0, "A-B")
    assert reason(game, claim(game, "B-C")) == "It completes A to C (8 points)."


def test_a_track_on_the_way_and_what_is_left_to_build() -> None:
    game = at_turn(*LINE, tickets=("A-D 20",), held=("A-D",), cards="3 blue")
    told = reason(game, claim(game, "B-C"))
    assert told == "It is on the way of A to D (20 points); the rest of your plan needs 4 trains."


def test_a_track_that_no_ticket_needs() -> None:
    game = at_turn(*LINE, "C-E 6 black", tickets=("A-B 9",), held=("A-B",), cards="6 black")
    told = reason(game, claim(game, "C-E"))
    assert told == "No ticket of yours needs it, but it scores 15 points with trains that your plan does not need."
    game.state.table.trains[0] = 8
    assert reason(game, claim(game, "C-E")).endswith("It starts the last round.")


def test_what_a_track_keeps_from_another_seat() -> None:
    game = at_turn(*LINE, tickets=("B-C 8",), held=("B-C",), cards="3 blue")
    give(game, 1, "A-B", "C-D")
    told = reason(game, claim(game, "B-C"), NAMES)
    assert told == "It completes B to C (8 points). It keeps it from Ben, who has tracks at both ends."
    assert "seat 2" in reason(game, claim(game, "B-C"))


def test_cards_that_the_plan_needs() -> None:
    game = at_turn(*LINE, tickets=("A-D 20",), held=("A-D",), cards="1 blue", row="blue loco white red")
    assert reason(game, 0) == "You need 2 more blue for your plan, such as B - C."
    assert reason(game, 1) == "It counts as any colour, and is worth your whole turn."
    assert reason(game, 2) == "You hold no white: cards of one colour pay for long tracks."
    assert reason(game, DECK) == "A locomotive may come, and nobody sees what you draw."
    bare = at_turn(*LINE, tickets=("A-D 20",), held=("A-D",), row="white white")
    assert reason(bare, DECK) == "No face-up card has a colour that you need, and a locomotive may come."


def test_payments() -> None:
    tracks = ("A-B 2 gray", "B-C 3 blue")
    game = at_turn(*tracks, tickets=("A-C 20",), held=("A-C",), cards="3 blue 3 red 2 loco")
    game.play(claim(game, "A-B"))
    told = reason(game, pay(6, 0))
    assert told == "It leaves you 1 red."
    assert reason(game, pay(6, 1)) == "It spends 1 locomotive. It leaves you 2 red."
    assert reason(game, pay(8, 2)) == "It spends locomotives only, and keeps all your colours."


def test_tickets_to_draw_and_to_keep() -> None:
    game = at_turn(*LINE, tickets=("A-B 9", "B-C 5", "C-D 4"), held=("A-B",), more_tickets=3)
    give(game, 0, "A-B")
    assert reason(game, TICKETS).startswith("All your tickets are completed. About ")
    hold(game, 0)
    offer(game, "A-B", "B-C", "C-D")
    told = reason(game, keep(0, 1)).split(". ")
    assert told == [
        "You have completed A to B (9 points) already",
        "With what you hold that needs 3 of your 43 trains, for 14 points",
        "C to D (4 points) would need 2 more trains.",
    ]


def test_a_station_and_the_track_that_it_borrows() -> None:
    game = at_turn(*LINE, tickets=("A-D 20",), held=("A-D",), cards="2 white", stations=3, station_points=4)
    give(game, 1, "B-C")
    give(game, 0, "A-B", "C-D")
    city = game.setup.board.city_index
    told = reason(game, STATION + city["B"], NAMES)
    assert told == "It borrows B - C from Ben and completes A to D (20 points). An unbuilt station scores 4 points."
    assert "may lend you a track" in reason(game, STATION + city["A"], NAMES)
    build(game, 1, "A")
    assert STATION + city["A"] not in game.legal()


def test_passengers() -> None:
    game = Game(setup_of("germany"), seats=3, seed=1)
    rng = random.Random(2)
    while game.stage != "passenger":
        game.play(rng.choice(game.legal()))
    action = game.legal()[0]
    color = decode(action).value  # type: ignore[union-attr]
    taken, seat = game.state.table.taken, game.seat
    others = [other for other in range(3) if other != seat]
    words = []
    for own, best in ((0, 0), (1, 1), (0, 1), (0, 3)):
        taken[:, color] = 0
        taken[seat, color], taken[others[0], color] = own, best
        words.append(reason(game, action, ("Ada", "Ben", "Cleo")).split(" in ")[0].split(" you ")[0])
    assert words[0] == "You lead"
    assert words[1].startswith("You overtake ")
    assert words[2].startswith("You draw level with ")
    assert words[3].startswith("In ")


@pytest.mark.parametrize("board", BOARDS)
def test_every_choice_has_a_reason_that_follows_from_the_view(board: str) -> None:
    """Exchanged hidden cards change nothing."""
    game, rng, kinds = Game(setup_of(board), seats=3, seed=4), random.Random(4), set()
    while not game.is_over:
        legal = game.legal()
        if rng.random() < 0.1:
            other = game.copy()
            other.states[:] = game.view().sample(np.random.default_rng(rng.randrange(1000)))
            for action in rng.sample(legal, min(4, len(legal))):
                assert reason(game, action).endswith(".")
                assert reason_for(game, action).to_json() == reason_for(other, action).to_json()
                kinds.add(decode(action).kind)  # type: ignore[union-attr]
        game.play(rng.choice(legal))
    assert {"claim", "deck"} <= kinds
