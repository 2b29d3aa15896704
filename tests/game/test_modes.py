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
from railwright.matches.match import SeatedPlayer
from railwright.players.registry import load_player

pytestmark = pytest.mark.slow


def play_express(actions: int) -> list[int]:
    """The beginnings of games between planners on every board, and a whole small game between searches."""
    chosen: list[int] = []
    for board in BOARDS:
        game = Game(setup_of(board), seats=3, seed=1)
        seated_players = [SeatedPlayer(load_player("express:iterations=0"), seat=seat, seed=seat) for seat in range(3)]
        for _ in range(actions):
            game.play(seated_players[game.seat].choose(game, game.legal()))
        chosen += game.actions
    small = Game(small_setup("A-B 3 red tunnel", "B-C 4 gray", "C-A 2 blue", **STATIONS, trains=8), seats=2, seed=1)
    seated_players = [
        SeatedPlayer(load_player("express:iterations=2:doubt=0"), seat=seat, seed=seat) for seat in range(2)
    ]
    while not small.is_over:
        small.play(seated_players[small.seat].choose(small, small.legal()))
    return chosen + list(small.actions)


def test_interpreted_rules_play_the_same_games_as_compiled_ones() -> None:
    arguments = (len(SETUPS), 2000, 4)
    assert call_elsewhere(play_games, *arguments, NUMBA_DISABLE_JIT="1") == play_games(*arguments)


def test_an_interpreted_player_that_plans_and_searches_decides_as_a_compiled_one() -> None:
    assert call_elsewhere(play_express, 60, NUMBA_DISABLE_JIT="1") == play_express(60)


def test_no_array_is_read_or_written_outside_its_bounds(tmp_path: Path) -> None:
    """Compiled anew with checks and, since that takes half as long, without optimisation; then games on every board."""
    checking = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "0", "RAILWRIGHT_CACHE": str(tmp_path)}
    checked = call_elsewhere(play_checked_games, 150, 3000, 10, **checking)
    assert len(checked) == 150
    assert checked[:15] == play_games(15, 3000, 10)
