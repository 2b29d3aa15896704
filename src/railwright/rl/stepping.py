"""The compiled step: plays games on, scores them, deals the next ones, and shows them to the seats that decide."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float32, int16, int64, types, uint8, void

from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import seeded, stream_seed
from railwright.game.dealing import deal
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.rules import apply, legal
from railwright.game.state import OVER
from railwright.players.observation.history import begin_event, end_event
from railwright.players.observation.layout import LAYOUT_TYPE, ObservationLayout
from railwright.players.observation.observer import observe
from railwright.rl.asking import is_opponent, load_choice, load_memory, save_memory
from railwright.rl.batch_arrays import (
    ARRAYS_TYPE,
    BATCH_GAME_TYPE,
    RUNNING,
    SCRATCH_TYPE,
    SETTINGS_TYPE,
    BatchGame,
    StepScratch,
    StepSettings,
)
from railwright.rl.rewards import pay_final, pay_running

DEAL, SHOW, KEEP = -1, -2, -3
"""What a step can do with a game instead of playing an action."""

NO_FAULT = -1

_GAMES, _DEAL, _PLAYERS = 0, 0, 1
"""Streams of random numbers: one for each game, and in it one for the deals and one for each player."""


@kernel(signature=void(BOOK_TYPE, BATCH_GAME_TYPE, SETTINGS_TYPE))
def begin_game(book: Rulebook, game: BatchGame, settings: StepSettings) -> None:
    """Deal the next game. It follows from the batch's seed, the game's index and its episode alone."""
    stream = stream_seed(settings.seed, game.index, _GAMES)
    game.seed = stream_seed(stream, game.episode, _DEAL)
    deal(book, game.state, settings.seats, np.uint64(game.seed), None)
    game.shift = ZERO
    if settings.opponents != 0:
        game.shift = (game.index + game.episode) % settings.seats
        for player in range(settings.seats):
            game.sources[player] = seeded(np.uint64(stream_seed(stream, game.episode, _PLAYERS + player)))
    for seat in range(settings.seats):
        game.paid[seat] = 0
    game.actions = game.told = game.is_over = 0


@kernel(signature=void(BOOK_TYPE, BATCH_GAME_TYPE, int64, int16[:, ::1], SCRATCH_TYPE))
def play_action(book: Rulebook, game: BatchGame, action: int, events: Any, scratch: StepScratch) -> None:
    """Play an action that is known to be legal, and remember the event if there is a history."""
    state = game.state
    if len(events) > 0:
        begin_event(book, state.table, action, scratch.event[:])
    apply(book, state, action, None)
    game.actions += 1
    if len(events) > 0 and end_event(state.table, scratch.event[:]) == 1:
        place = game.told % len(events)
        for i in range(events.shape[1]):
            events[place, i] = scratch.event[i]
        game.told += 1


@kernel(
    signature=int64(
        BOOK_TYPE, BATCH_GAME_TYPE, LAYOUT_TYPE, int16[:, ::1], types.Array(int16, 1, "C", readonly=True), SCRATCH_TYPE,
        int16[::1], uint8[::1], float32[::1],
    )
)  # fmt: skip
def show_game(
    book: Rulebook, game: BatchGame, layout: ObservationLayout, events: Any, compact: Any, scratch: StepScratch,
    legal_out: Any, mask: Any, observation: Any,
) -> int:  # fmt: skip
    """Write the observation, the mask and the legal actions of the deciding seat; returns the number of the latter."""
    table = game.state.table
    seat = ZERO + table.seat
    mine = game.state.private[seat]
    observe(book, table, mine, seat, layout, events, game.told, scratch.paths, observation)
    for i in range(len(mask)):
        mask[i] = 0
    if game.is_over:
        return ZERO
    count = legal(book, table, mine, scratch.options[:])
    for i in range(count):
        action = compact[scratch.options[i]]
        legal_out[i] = action
        mask[action] = 1
    return count


@kernel(inline=True)
def _has_ended(game: BatchGame, settings: StepSettings) -> bool:
    return game.state.table.stage == OVER or game.actions >= settings.longest


@kernel(signature=int64(ARRAYS_TYPE, int64, types.boolean, int64))
def ask_opponents(a: Any, i: int, is_new: bool, thread: int) -> int:
    """Let the opponents play until a learner decides or the game has ended; returns a game with a fault, or -1.

    At the beginning of a new game their memories are empty.
    """
    book, settings, game, scratch = a.books[0], a.settings[0], a.games[i], a.scratch[thread]
    table = game.state.table
    for player in range(settings.seats if is_new else 0):
        for k in range(a.memories.shape[2]):
            a.memories[i, player, k] = 0
    while not _has_ended(game, settings):
        seat = ZERO + table.seat
        player = (seat + game.shift) % settings.seats
        if not is_opponent(settings, player):
            break
        mine = game.state.private[seat]
        count = legal(book, table, mine, scratch.options[:])
        span, work, memory = a.spans[player], a.work[thread], a.memories[i, player]
        load_memory(a.starts[player], span, memory, work)
        scratch.asked = i
        choose = load_choice(a.functions[player])
        action = choose(book, table, mine, scratch.options[:], count, work, game.sources[player : player + 1])
        scratch.choice = action
        save_memory(span, work, memory)
        is_legal = False
        for k in range(count):
            is_legal |= scratch.options[k] == action
        if not is_legal:
            return i
        play_action(book, game, action, a.events[i], scratch)
    return NO_FAULT


@kernel(signature=int64(ARRAYS_TYPE, int64[::1], int64, int64, int64))
def step_games(a: Any, actions: Any, start: int, stop: int, thread: int) -> int:
    """Play an action in each of some games, all known to be legal; returns a game with a fault, or -1.

    Instead of an action, DEAL deals a new game, SHOW only writes the observation and the mask again, and KEEP does
    nothing. Where a game is over and not dealt anew, its action is ignored.
    """
    book, settings, scratch = a.books[0], a.settings[0], a.scratch[thread]
    for i in range(start, stop):
        game, action = a.games[i], actions[i]
        if action == KEEP:
            continue
        if action != SHOW:
            a.done[i] = 0
            for player in range(settings.seats):
                a.reward[i, player] = 0
            if action != DEAL and game.is_over:
                a.done[i] = 1
                continue
            a.truncated[i] = 0
            if action != DEAL:
                play_action(book, game, ZERO + a.numbers[action], a.events[i], scratch)
            is_new = action == DEAL
            while True:
                if is_new:
                    begin_game(book, game, settings)
                if settings.opponents != 0 and ask_opponents(a, i, is_new, thread) != NO_FAULT:
                    return i
                if not _has_ended(game, settings):
                    break
                a.done[i] = game.is_over = 1
                a.truncated[i] = game.state.table.stage != OVER
                pay_final(book, game, settings, scratch, a.reward[i], a.points[i])
                if settings.autoreset == 0:
                    break
                is_new = True
                game.episode += 1
            if settings.reward == RUNNING and a.done[i] == 0:
                pay_running(book, game, settings, a.reward[i])
        seat = ZERO + game.state.table.seat
        a.seat[i] = seat
        a.player[i] = (seat + game.shift) % settings.seats
        a.legal_count[i] = show_game(
            book, game, a.layouts[0], a.events[i], a.compact, scratch, a.legal[i], a.mask[i], a.observation[i]
        )
    return NO_FAULT


@kernel(signature=int64(ARRAYS_TYPE, int64[::1]))
def first_illegal(a: Any, actions: Any) -> int:
    """The first game whose action is not legal, or -1. Games that are over take any action."""
    for i in range(len(a.games)):
        if a.games[i].is_over:
            continue
        is_legal = False
        for k in range(a.legal_count[i]):
            is_legal |= a.legal[i, k] == actions[i]
        if not is_legal:
            return i
    return NO_FAULT


@kernel(signature=void(ARRAYS_TYPE, int64, int64, float32[::1]))
def observe_game(a: Any, i: int, seat: int, out: Any) -> None:
    """Write what any seat of a game sees."""
    game = a.games[i]
    state = game.state
    paths = a.scratch[0].paths
    observe(a.books[0], state.table, state.private[seat], seat, a.layouts[0], a.events[i], game.told, paths, out)
