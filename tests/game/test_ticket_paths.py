"""Rules by which only the shortest path of the board completes a ticket."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from game.invariants import bits
from game.positions import begin, give, hold, ruleset_data, small_setup, track_number
from players.thesis_asking import ask, claim, position
from railwright.errors import RulesetError
from railwright.game.actions import TICKETS
from railwright.game.completion import completed_tickets
from railwright.game.game import Game
from railwright.game.ruleset import Ruleset
from railwright.game.setup import Setup
from railwright.game.ticket_paths import shortest_path
from railwright.maps.load import load_setup
from referee.board import Board, Rules
from referee.scoring import completed_by_shortest_paths

AROUND = ("A-B 2 red", "B-C 2 blue", "B-C 2 green", "A-C 5 gray", "C-D 1 gray")
"""From A to C it is 4 spaces by B."""

THESIS = [("usa", "base"), ("usa", "mega"), ("europe", "base"), ("germany", "germany_2017")]


def small_game(**rules: Any) -> Game:
    return begin(small_setup(*AROUND, tickets=("A-C 5", "A-D 7", "C-D 1"), **rules), seats=4)


@pytest.mark.parametrize(
    ("tracks", "any_way", "shortest"),
    [
        (("A-B", "B-C"), 5, 5),
        (("A-B", "B-C#2"), 5, 5),
        (("A-B", "B-C", "A-C"), 5, 5),
        (("A-C",), 5, -5),
        (("A-B",), -5, -5),
    ],
)
def test_a_way_around_completes_a_ticket_only_if_any_way_does(
    tracks: tuple[str, ...], any_way: int, shortest: int
) -> None:  # fmt: skip
    for rules, points in (({}, any_way), ({"ticket_ways": "shortest"}, shortest)):
        game = small_game(**rules)
        give(game, 0, *tracks)
        hold(game, 0, "A-C")
        assert game.result()["tickets"][0] == points
        assert bool(completed_tickets(game, 0)[0]) == (points > 0)


def test_the_shortest_path_is_that_of_the_board_and_not_of_what_is_left() -> None:
    game = small_game(ticket_ways="shortest")
    give(game, 1, "A-B")
    give(game, 0, "A-C", "C-D")
    hold(game, 0, "A-D", "C-D")
    result = game.result()
    assert result["tickets"][0] == 1 - 7
    assert result["completed"][0] == [["C", "D", 1]]


def test_of_equally_short_ways_it_is_the_one_found_first() -> None:
    setup = small_setup("A-C 1 red", "A-B 1 red", "C-D 1 red", "B-D 1 red", tickets=("A-D 2",))
    index = setup.board.city_index
    assert shortest_path(setup.board, [index["A"]], [index["D"]]) == [
        track_number(setup, "A-C"), track_number(setup, "C-D"),
    ]  # fmt: skip


def test_a_country_is_reached_at_its_nearest_city() -> None:
    setup = small_setup("A-Fr/1 3 gray", "A-B 1 gray", "B-Fr/2 1 gray", tickets=("A-Fr 5",), ticket_ways="shortest")
    game = begin(setup)
    hold(game, 0, "A-Fr")
    give(game, 0, "A-Fr/1")
    assert game.result()["tickets"][0] == -5
    give(game, 0, "A-B", "B-Fr/2")
    assert game.result()["tickets"][0] == 5


@pytest.mark.parametrize(("board", "deck"), THESIS)
def test_completed_tickets_are_those_of_the_slow_referee(board: str, deck: str) -> None:
    found = load_setup(board, tickets=deck, ruleset=f"{board}-thesis")
    setup = Setup(found.board, replace(found.ruleset, ticket_ways="shortest"), deck)
    rules = Rules(setup.ruleset.to_dict(), deck)
    plain = Board(setup.board.to_dict(), rules, deck)
    chooser = random.Random(1)
    completed = 0
    for seed in range(4):
        game = begin(setup, seats=4, seed=seed)
        for seat in range(game.seats):
            ways = chooser.sample(range(len(setup.tickets)), 6)
            places = [[setup.board.places[place] for place in setup.tickets[ticket].places] for ticket in ways]
            built = {track for pair in places[:4] for track in shortest_path(setup.board, *pair)}
            built |= set(chooser.sample(range(len(setup.board.tracks)), 6))
            give(game, seat, *built)
            hold(game, seat, *ways)
            own = [setup.board.tracks[track].cities for track in bits(game.state.table.own[seat])]
            held = [(*setup.tickets[ticket].places, setup.tickets[ticket].points) for ticket in ways]
            flags = completed_by_shortest_paths(plain, held, [(a, b) for a, b in own])
            assert completed_tickets(game, seat)[0] == {
                ticket for ticket, done in zip(ways, flags, strict=True) if done
            }
            completed += sum(flags)
    assert completed >= 4 * 4 * 4


def test_rulesets_say_so_only_if_it_is_so() -> None:
    rules = Ruleset.from_dict(ruleset_data(ticket_ways="shortest"))
    assert rules.to_dict()["ticket_ways"] == "shortest"
    assert Ruleset.from_dict(rules.to_dict()) == rules
    assert "ticket_ways" not in Ruleset.from_dict(ruleset_data()).to_dict()


@pytest.mark.parametrize(
    ("rules", "message"),
    [({"ticket_ways": "longest"}, "ticket_ways"), ({"ticket_ways": "shortest", "stations": 3}, "must be 'any'")],
)
def test_other_rules_are_refused(rules: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesetError, match=message):
        Ruleset.from_dict(ruleset_data(**rules))


def test_players_know_what_completes_a_ticket() -> None:
    """The shortest path is cut and the detour is built: there is nothing left to build, whatever it is worth."""
    for ways, draws in (("any", True), ("shortest", False)):
        game = position(
            *AROUND, tickets=("A-C 5",), held=("A-C",), tickets_left=3, trains=30, cards="", ticket_ways=ways
        )
        give(game, 1, "A-B")
        give(game, 0, "A-C")
        assert ask("rule", game) == TICKETS
        assert ask("evaluation", game) == TICKETS
        assert (ask("evaluation:new-tickets=completed", game) == TICKETS) == draws
    game = position(*AROUND, tickets=("A-C 5",), held=("A-C",), cards="2 red", ticket_ways="shortest")
    give(game, 0, "A-C")
    assert ask("rule", game) == claim(game, "A-B"), "the ticket is not completed yet"
