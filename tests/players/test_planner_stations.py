"""Stations in plans: a track of another seat is borrowed where a ticket has no other way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from game.positions import build, give, put_cards
from players.asking import ask, at_turn, claim
from players.lineup import setup_of
from players.planning import PLANNER, plan_of, planned, style_of
from railwright.compiled.bits import members
from railwright.game.actions import STATION
from railwright.game.game import Game
from railwright.matches.match import play_games
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.registry import load_player

BUILDER = f"{PLANNER}:stations=1"
RULES: dict[str, Any] = {"stations": 3, "station_points": 4}
BRIDGE = ("A-B 2 red", "B-C 2 blue", "C-D 2 green")


def bridge(tickets: tuple[str, ...] = ("A-D 20",), held: tuple[str, ...] = ("A-D",), **more: Any) -> Game:
    """Seat 0 wants to go from A to D; the only way leads over B-C, which belongs to seat 1."""
    game = at_turn(*BRIDGE, tickets=tickets, held=held, cards="2 red 2 green 2 white", **RULES | more)
    give(game, 1, "B-C")
    return game


def loans(game: Game, seat: int = 0, **style: int) -> set[str]:
    tracks = game.setup.board.tracks
    plan = plan_of(game, seat, style=style_of(**{"stations": 1} | style))
    return {"-".join(tracks[i].cities) for i in members(plan.loans)}


def test_a_track_in_the_way_is_borrowed() -> None:
    game = bridge()
    assert loans(game) == {"B-C"}
    assert planned(game, stations=1) == {"A-B", "C-D"}
    assert loans(game, stations=0) == set()
    assert planned(game, stations=0) == set()


def test_the_station_comes_last_when_the_end_is_near() -> None:
    game = bridge()
    assert ask(game, BUILDER) in (claim(game, "A-B"), claim(game, "C-D"))
    give(game, 0, "A-B", "C-D")
    assert ask(game, BUILDER) < STATION, "there is time, and perhaps another way"
    game.state.table.trains[0] = 8
    city = game.setup.board.city_index["B"]
    assert ask(game, BUILDER) == STATION + city
    assert ask(game, PLANNER) < STATION
    put_cards(game, "")
    assert ask(game, BUILDER) < STATION, "it cannot pay for it"


def test_a_station_that_stands_lends_one_track_and_no_more() -> None:
    game = bridge(stations=1)
    build(game, 0, "C")
    assert loans(game) == {"B-C"}
    tracks = (*BRIDGE, "B-E 2 blue", "E-F 2 green")
    game = at_turn(*tracks, tickets=("A-D 20", "A-F 19"), held=("A-D", "A-F"), **RULES | {"stations": 1})
    give(game, 1, "B-C", "B-E")
    build(game, 0, "B")
    assert loans(game) == {"B-C"}, "the richer ticket has it"


def test_there_is_no_loan_where_both_ends_have_stations_of_others_or_none_is_left() -> None:
    game = bridge()
    build(game, 1, "B", "C")
    assert loans(game) == set()
    game = bridge()
    game.state.table.stations_left[0] = 0
    assert loans(game) == set()


def test_a_way_of_its_own_is_built_rather_than_borrowed() -> None:
    game = at_turn(*BRIDGE, "B-E 2 black", "E-C 2 black", tickets=("A-D 20",), held=("A-D",), **RULES)
    give(game, 1, "B-C")
    assert loans(game) == set()
    assert planned(game, stations=1) == {"A-B", "B-E", "E-C", "C-D"}


def test_a_poor_ticket_is_not_worth_a_station() -> None:
    assert loans(bridge(tickets=("A-D 2",))) == set()


def test_the_loan_serves_all_tickets() -> None:
    game = bridge(tickets=("A-D 20", "A-C 5"), held=("A-D", "A-C"))
    assert loans(game) == {"B-C"}
    alone = plan_of(bridge(), style=style_of(stations=1)).value
    assert plan_of(game, style=style_of(stations=1)).value == alone + 500


@pytest.mark.parametrize("seats", [3, 5])
def test_in_whole_games_loans_are_tracks_of_others_and_stations_complete_tickets(seats: int) -> None:
    setup = setup_of("europe")
    block = play_games(setup, [BUILDER] * seats, seed=1, games=60)
    built = (block.results["station_bonus"][:, :seats] < 3 * setup.ruleset.station_points).sum()
    borrowed = (block.results["lent"][:, :seats] >= 0).any(axis=2).sum()
    assert built > 10
    assert borrowed >= 0.8 * built, "hardly a station is built for nothing"


def test_plans_in_whole_games() -> None:
    game = Game(setup_of("europe"), seats=5, seed=3)
    players = [SeatedPlayer(load_player(BUILDER), seat=seat, seed=1) for seat in range(5)]
    found = 0
    while not game.is_over:
        seat, table = game.seat, game.state.table
        plan = plan_of(game, seat, style=style_of(stations=1))
        borrowed = set(members(plan.loans))
        own, free = set(members(table.own[seat])), set(members(table.open[seat]))
        owners = game.owners
        assert all(owners[track] != seat for track in borrowed)
        assert set(members(plan.tracks)) <= free | own
        new = [track for track in borrowed if not _has_station(game, seat, track)]
        assert len(new) <= min(1, int(table.stations_left[seat]))
        found += len(borrowed)
        game.play(players[seat].choose(game, game.legal()))
    assert found > 0
    assert np.any(game.state.table.stations_left[:5] < 3)


def _has_station(game: Game, seat: int, track: int) -> bool:
    numbers = game.setup.board.city_index
    return any(game.state.table.station[numbers[city]] == seat for city in game.setup.board.tracks[track].cities)
