"""Plays games between players: whole blocks in compiled code, or one by one if a player is ordinary Python.

A match is played in rounds. All games of a round begin with the same deal, and the players move on by one seat from
game to game until each has had every seat. A round is the unit of statistics. Game number i depends only on the match's
seed and i, so a match has the same result however its games are divided among workers.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types

from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import seeded, stream_seed
from railwright.errors import OptionError
from railwright.game.actions import MAX_LEGAL
from railwright.game.board import Board
from railwright.game.chance import check_seed
from railwright.game.dealing import deal
from railwright.game.game import Game, check_seats
from railwright.game.json_reader import brief
from railwright.game.rulebook import BOOKS_TYPE
from railwright.game.rules import apply, legal
from railwright.game.ruleset import MAX_SEATS
from railwright.game.scoring import RESULT, RESULT_TYPE, score
from railwright.game.setup import Setup
from railwright.game.state import NONE, OVER, STATE, STATES_TYPE, empty_state
from railwright.maps.load import load_setup
from railwright.matches.block import Block
from railwright.matches.faults import Moment, endless_game, exception_in, illegal_choice, name_of
from railwright.matches.game_stats import GAME_STATS, finish_stats
from railwright.matches.seated_player import SeatedPlayer
from railwright.matches.side_by_side import MOST_GAMES, OpenGame, Seated, play_side_by_side
from railwright.players.kit.clock import nanoseconds
from railwright.players.kit.interface import CHOOSE_TYPE, STATE_WORDS, AnyPlayer, CompiledPlayer, prepare_player
from railwright.players.policy.batch_player import BatchPlayer
from railwright.players.random_player import player as random_player
from railwright.players.registry import any_player

LONGEST_GAME = 4000
"""Number of actions after which a game is stopped with an error. Random games have about 350."""

TIMED_EVERY = 7
"""Time only one game in this many, because reading the clock takes longer than a random choice."""

_GAME_STREAM, _PLAYER_STREAM = 0, 1

_SEATED: Any = types.UniTuple(CHOOSE_TYPE, MAX_SEATS)  # type: ignore[no-untyped-call]

_PLAY = types.int64(
    BOOKS_TYPE,
    STATES_TYPE,
    types.Array(RESULT_TYPE, 1, "C"),
    types.Array(numba.from_dtype(GAME_STATS), 1, "C"),
    _SEATED,
    types.int64,
    types.int64,
    types.int64,
    types.int64[:, ::1],
    types.int64[::1],
    types.int64[:, ::1],
    types.int16[:, ::1],
)


@kernel(signature=_PLAY)
def play_block(
    books: Any, states: Any, results: Any, game_stats: Any, players: Any, seats: int, seed: int, first: int,
    starts: Any, peeking: Any, memories: Any, actions: Any,
) -> int:  # fmt: skip
    """Play games from number ``first`` on, one for each of ``results``.

    ``starts`` holds the initial content of each player's memory, and ``peeking`` the place in it for a copy of the
    state (-1 for none). Returns -1, or the index of a game that failed because a player chose an illegal action or the
    game did not end. Its stats then hold the number of actions, and its first entry in ``actions`` the last choice.
    """
    book, state = books[0], states[0]
    options = np.empty(MAX_LEGAL, np.int16)
    sources = np.empty(MAX_SEATS, np.uint64)
    keep_actions = actions.shape[1] > 1
    for i in range(len(results)):
        number = first + i
        stats = game_stats[i]
        is_timed = number % TIMED_EVERY == 0
        for player in range(seats):
            sources[player] = seeded(np.uint64(stream_seed(seed, number, _PLAYER_STREAM + player)))
            for k in range(memories.shape[1]):
                memories[player, k] = starts[player, k] if k < starts.shape[1] else 0
        deal(book, state, seats, np.uint64(stream_seed(seed, number // seats, _GAME_STREAM)), None)
        while state.table.stage != OVER:
            seat = ZERO + state.table.seat
            count = legal(book, state.table, state.private[seat], options)
            player = (seat + number) % seats
            place = peeking[player]
            if place >= 0:
                memories[player, place : place + STATE_WORDS].view(STATE)[0] = state
            asked = nanoseconds() if is_timed else 0
            action = players[player](
                book, state.table, state.private[seat], options, count, memories[player], sources[player : player + 1]
            )
            if is_timed:
                stats.nanoseconds[seat] += nanoseconds() - asked
                stats.decisions[seat] += 1
            if keep_actions:
                actions[i, stats.actions] = action
            stats.actions += 1
            is_legal = False
            for k in range(count):
                is_legal |= options[k] == action
            if not is_legal or stats.actions >= LONGEST_GAME:
                actions[i, 0] = action
                return i
            apply(book, state, action, None)
            if state.table.last_round > 0 and stats.ended_by == NONE:
                stats.ended_by = seat
        finish_stats(book, state.table, stats)
        score(book, state, results[i])
    return -1


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
        _play_compiled(setup, seated, seed, first, results, game_stats, actions)
    else:
        _play_mixed(setup, seated, seed, first, results, game_stats, actions)
    seeds = np.array([_deal_seed(seed, first + i, len(seated)) for i in range(games)], np.int64)
    names = tuple(name_of(player) for player in seated)
    kept = actions if keep_actions else None
    return Block(first, len(seated), results, game_stats, seeds, kept, names, setup.ruleset.scale)


def _deal_seed(seed: int, number: int, seats: int) -> int:
    """The deal seed of a game, which is the same for all games of a round."""
    return int(stream_seed(seed, number // seats, _GAME_STREAM))


def _play_compiled(
    setup: Setup, players: Sequence[Any], seed: int, first: int, results: Any, game_stats: Any, actions: Any
) -> None:
    seats = len(players)
    chosen = [player.choose for player in players]
    padded = tuple(chosen + [random_player.choose] * (MAX_SEATS - seats))
    starts = np.zeros((MAX_SEATS, max(1, *(len(player.values) for player in players))), np.int64)
    peeking = np.full(MAX_SEATS, -1, np.int64)
    for p, player in enumerate(players):
        starts[p, : len(player.values)] = player.values
        if player.peeks:
            peeking[p] = len(player.values)
    memories = np.zeros((MAX_SEATS, max(1, *(player.words for player in players))), np.int64)
    states = empty_state()
    error = None
    try:
        failed = play_block(
            setup.rulebook, states, results, game_stats, padded, seats, seed, first, starts, peeking, memories, actions
        )
    except Exception as raised:  # a user's player can raise anything
        error = raised
        failed = int(np.count_nonzero(game_stats["turns"]))  # turns are filled in when a game is finished
    if failed < 0:
        return
    game = Game.from_states(setup, states)
    player = players[(game.seat + first + failed) % seats]
    choices = int(game_stats[failed]["actions"])
    deal_seed = _deal_seed(seed, first + failed, seats)
    if error is not None:
        raise exception_in(player, error, Moment(deal_seed, choices)) from error
    moment = Moment(deal_seed, choices - 1)  # the last choice was not played
    if choices >= LONGEST_GAME:
        raise endless_game(player, moment)
    raise illegal_choice(player, int(actions[failed, 0]), game, moment)


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
        game = Game(setup, seats=seats, seed=_deal_seed(seed, number, seats))
        seated: list[Seated] = [
            SeatedPlayer(player, seat=(p - number) % seats, seed=int(stream_seed(seed, number, _PLAYER_STREAM + p)))
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
