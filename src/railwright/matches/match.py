"""Plays games between players: all of them in compiled code, or one by one if a player is ordinary Python.

A match is played in rounds. All games of a round begin with the same deal, and the players move on by one seat from
game to game until each has had every seat. A round is the unit of statistics. Game number i depends only on the match's
seed and i, so a match has the same result however its games are divided among workers.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from railwright.compiled.rng import stream_seed
from railwright.errors import OptionError
from railwright.game.board import Board
from railwright.game.chance import check_seed
from railwright.game.game import Game, check_seats
from railwright.game.json_reader import brief
from railwright.game.scoring import RESULT
from railwright.game.setup import Setup
from railwright.game.state import NONE
from railwright.maps.load import load_setup
from railwright.matches.compiled_games import PLAYER_STREAM, deal_seed, play_compiled
from railwright.matches.faults import LONGEST_GAME, name_of
from railwright.matches.game_stats import GAME_STATS, finish_stats
from railwright.matches.results import Block
from railwright.matches.seated_player import SeatedPlayer
from railwright.matches.side_by_side import MOST_GAMES, OpenGame, Seated, play_side_by_side
from railwright.players.kit.interface import AnyPlayer, CompiledPlayer, prepare_player
from railwright.players.policy.batch_player import BatchPlayer
from railwright.players.registry import any_player


def play_games(
    board: str | Path | Board | Setup, players: Sequence[str | AnyPlayer], *, seed: int, first: int = 0, games: int,
    keep_actions: bool = False,
) -> Block:  # fmt: skip
    """Play some games of a match. In game i, player p sits in seat (p - i) modulo the number of players.

    A board is played by its own rules and with its first ticket deck; ``load_setup`` chooses others.

    >>> import railwright
    >>> games = railwright.play_games("usa", ["rule", "random"], seed=1, games=10)
    >>> games.results["scores"].shape
    (10, 5)
    >>> games
    <Block of 10 games from game 0: rule, random>

    ``print(games)`` and notebooks show the wins and points of each player.
    """
    setup = board if isinstance(board, Setup) else load_setup(board)
    seated = [any_player(player) for player in players]
    check_seats(setup, len(seated))
    for player in seated:
        prepare_player(player, setup, len(seated))
    check_seed(seed)
    if not (isinstance(games, int | np.integer) and games >= 0):
        raise OptionError(f"games: must be a whole number, 0 or more, not {brief(games)}")
    results = np.zeros(games, RESULT)
    game_stats = np.zeros(games, GAME_STATS)
    game_stats["ended_by"] = NONE
    actions = np.zeros((games, LONGEST_GAME if keep_actions else 1), np.int16)
    if all(isinstance(player, CompiledPlayer) for player in seated):
        play_compiled(setup, seated, seed, first, results, game_stats, actions)
    else:
        _play_mixed(setup, seated, seed, first, results, game_stats, actions)
    seeds = np.array([deal_seed(seed, first + i, len(seated)) for i in range(games)], np.int64)
    names = tuple(name_of(player) for player in seated)
    kept = actions if keep_actions else None
    return Block(first, len(seated), results, game_stats, seeds, kept, names, setup.ruleset.scale)


def _play_mixed(
    setup: Setup, players: Sequence[AnyPlayer], seed: int, first: int, results: Any, game_stats: Any, actions: Any,
    *, most: int = MOST_GAMES,
) -> None:  # fmt: skip
    """Play games with compiled players and others. Compiled players alone give the same games as above.

    Where a player decides for many games at once, up to ``most`` are played side by side, with the same results.
    """
    seats = len(players)

    def open_game(i: int) -> OpenGame:
        number = first + i
        game = Game(setup, seats=seats, seed=deal_seed(seed, number, seats))
        seated: list[Seated] = [
            SeatedPlayer(player, seat=(p - number) % seats, seed=int(stream_seed(seed, number, PLAYER_STREAM + p)))
            for p, player in enumerate(players)
        ]
        return OpenGame(i, number, game, seated, game_stats[i], LONGEST_GAME)

    decide_together = any(isinstance(player, type) and issubclass(player, BatchPlayer) for player in players)
    for one in play_side_by_side(map(open_game, range(len(results))), most=most if decide_together else 1):
        played = one.game.actions
        if actions.shape[1] > 1:
            actions[one.index, : len(played)] = played
        one.stats.actions = len(played)
        finish_stats(setup.rulebook[0], one.game.state.table, one.stats)
        results[one.index] = one.game.result_record()
