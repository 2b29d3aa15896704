"""The same games without compilation, and with every array access checked.

Both run in a process of their own, because the environment decides at import how the rules are run.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from elsewhere import call_elsewhere
from game.digests import play_checked_games, play_games
from game.invariants import SETUPS
from game.positions import STATIONS, small_setup
from players.lineup import BOARDS, setup_of
from railwright.game.game import Game
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.registry import load_player

pytestmark = pytest.mark.slow


def play_express(actions: int, thoughts: int) -> list[int]:
    """The beginnings of games between planners on every board, and of one between networks; then two small games."""
    chosen: list[int] = []
    for board in BOARDS:
        chosen += _play(Game(setup_of(board), seats=3, seed=1), "express1:iterations=0", actions)
    chosen += _play(Game(setup_of(BOARDS[0]), seats=3, seed=1), "express:iterations=0", thoughts)
    small = small_setup("A-B 3 red tunnel", "B-C 4 gray", "C-A 2 blue", **STATIONS, trains=8)
    chosen += _play(Game(small, seats=2, seed=1), "express1:iterations=2:doubt=0", 1000)
    return chosen + _play(Game(small, seats=2, seed=1), "express:iterations=2:doubt=0", thoughts)


def _play(game: Game, name: str, actions: int) -> list[int]:
    """The first actions of a game in which one player has all seats."""
    seated_players = [SeatedPlayer(load_player(name), seat=seat, seed=seat) for seat in range(game.seats)]
    while not game.is_over and len(game.actions) < actions:
        game.play(seated_players[game.seat].choose(game, game.legal()))
    return list(game.actions)


def test_interpreted_rules_play_the_same_games_as_compiled_ones() -> None:
    arguments = (len(SETUPS), 2000, 4)
    assert call_elsewhere(play_games, *arguments, NUMBA_DISABLE_JIT="1") == play_games(*arguments)


def test_an_interpreted_player_that_plans_and_searches_decides_as_a_compiled_one() -> None:
    assert call_elsewhere(play_express, 60, 8, NUMBA_DISABLE_JIT="1") == play_express(60, 8)


def test_no_array_is_read_or_written_outside_its_bounds(tmp_path: Path) -> None:
    """Compiled anew with checks and, since that takes half as long, without optimisation; then games on every board."""
    checking = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "0", "RAILWRIGHT_CACHE": str(tmp_path)}
    checked = call_elsewhere(play_checked_games, 150, 3000, 10, **checking)
    assert len(checked) == 150
    assert checked[:15] == play_games(15, 3000, 10)
