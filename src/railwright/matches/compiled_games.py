"""Plays whole blocks of games in compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
from numba import types

from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import seeded, stream_seed
from railwright.game.actions import MAX_LEGAL
from railwright.game.dealing import deal
from railwright.game.game import Game
from railwright.game.rulebook import BOOKS_TYPE
from railwright.game.rules import apply, legal
from railwright.game.ruleset import MAX_SEATS
from railwright.game.scoring import RESULT_TYPE, score
from railwright.game.setup import Setup
from railwright.game.state import NONE, OVER, STATE, STATES_TYPE, empty_state
from railwright.matches.faults import LONGEST_GAME, Moment, endless_game, exception_in, illegal_choice
from railwright.matches.game_stats import GAME_STATS, finish_stats
from railwright.players.kit.clock import nanoseconds
from railwright.players.kit.interface import CHOOSE_TYPE, STATE_WORDS
from railwright.players.random_player import player as random_player

TIMED_EVERY = 7
"""Time only one game in this many, because reading the clock takes longer than a random choice."""

_GAME_STREAM, PLAYER_STREAM = 0, 1

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
            sources[player] = seeded(np.uint64(stream_seed(seed, number, PLAYER_STREAM + player)))
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


def deal_seed(seed: int, number: int, seats: int) -> int:
    """The deal seed of a game, which is the same for all games of a round."""
    return int(stream_seed(seed, number // seats, _GAME_STREAM))


def play_compiled(
    setup: Setup, players: Sequence[Any], seed: int, first: int, results: Any, game_stats: Any, actions: Any
) -> None:
    """Play games of compiled players, and write what happens into the arrays."""
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
    dealt = deal_seed(seed, first + failed, seats)
    if error is not None:
        raise exception_in(player, error, Moment(dealt, choices)) from error
    moment = Moment(dealt, choices - 1)  # the last choice was not played
    if choices >= LONGEST_GAME:
        raise endless_game(player, moment)
    raise illegal_choice(player, int(actions[failed, 0]), game, moment)
