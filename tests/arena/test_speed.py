"""The speed figures: what they measure is what was asked for."""

from __future__ import annotations

from railwright.arena.speed import (
    POSITIONS,
    RULE_PLAYERS,
    SEARCHES,
    fixed_positions,
    rule_games_per_second,
    searches_per_second,
)
from railwright.maps.load import load_setup
from railwright.players.registry import load_player, split_options


def test_the_fixed_positions_are_the_same_each_time_and_spread_over_a_game() -> None:
    setup = load_setup("usa")
    positions, again = (fixed_positions(setup, seats=4) for _ in range(2))
    assert list(positions) == list(POSITIONS)
    assert [game.actions for game in positions.values()] == [game.actions for game in again.values()]
    turns = [int(game.state.table.turn) for game in positions.values()]
    assert turns == sorted(turns)
    assert turns[0] == 0
    assert all(game.stage == "turn" and len(game.legal()) > 1 for game in positions.values())
    trains = [min(game.state.table.trains[:4]) for game in positions.values()]
    assert trains[0] == 45
    assert trains[2] < 25


def test_searches_are_timed_at_every_position() -> None:
    rates = searches_per_second(load_setup("usa"), rounds=1)
    assert list(rates) == list(POSITIONS)
    for row in rates.values():
        assert list(row) == list(SEARCHES)
        assert all(rate > 100 for rate in row.values())
    names = [split_options(name)[1] for name, _ in SEARCHES.values()]
    assert all(options["unit"] == "iterations" for options in names)
    assert rates["start"]["random rollouts to the end"] < rates["start"]["random rollouts of 10 actions"]
    assert rates["start"]["random rollouts to the end"] < rates["late"]["random rollouts to the end"]


def test_games_of_players_are_timed() -> None:
    rates = rule_games_per_second(load_setup("usa"), ["random", "mcts:budget=20"], part=0.1)
    assert rates["random"] > rates["mcts:budget=20"] > 0


def test_the_seven_rule_players_are_there() -> None:
    assert len(RULE_PLAYERS) == 7
    for name in RULE_PLAYERS:
        load_player(name)
