"""Plays games between players: many at once in compiled code, or one by one where a player is ordinary Python.

Game number i of a match is dealt from the match's seed and i alone, and the seats rotate from game to game, so a match
has the same result however its games are divided among workers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from railwright.errors import OptionError, PlayerError, describe_exception
from railwright.game.actions import MAX_LEGAL
from railwright.game.dealing import deal
from railwright.game.game import Game
from railwright.game.kernel import kernel
from railwright.game.rng import next_below, seeded
from railwright.game.rules import apply, legal
from railwright.game.ruleset import MAX_SEATS
from railwright.game.scoring import RESULT, score
from railwright.game.setup import BOOK_TYPE, Setup
from railwright.game.state import OVER, STATE_TYPE, empty_state
from railwright.players.interface import CHOOSE_TYPE, AnyPlayer, CompiledPlayer, Player
from railwright.players.random_player import random_player

LONGEST_GAME = 4000
"""Actions after which a game is broken off as a fault of a player. Random games have about 350."""

_GAME_STREAM, _PLAYER_STREAM = 0, 1

_SEATED: Any = types.UniTuple(CHOOSE_TYPE, MAX_SEATS)  # type: ignore[no-untyped-call]

_PLAY = types.int64(
    types.Array(BOOK_TYPE, 1, "C", readonly=True),
    types.Array(STATE_TYPE, 1, "C"),
    types.Array(numba.from_dtype(RESULT), 1, "C"),
    _SEATED,
    types.int64,
    types.int64,
    types.int64,
    types.int64,
    types.int64[:, ::1],
    types.int16[:, ::1],
    types.int64[::1],
)


@kernel
def stream_seed(seed: int, number: int, stream: int) -> int:
    """A seed of its own for each game and player of a match, below MAX_SEED."""
    word = seeded(np.uint64(seed) ^ seeded(np.uint64(number) * np.uint64(64) + np.uint64(stream)))
    word, high = next_below(word, 1 << 22)
    word, low = next_below(word, 1 << 31)
    return (high << 31) | low


@kernel(signature=_PLAY)
def play_block(
    books: Any, states: Any, results: Any, players: Any, seats: int, seed: int, first: int, games: int,
    memories: Any, actions: Any, lengths: Any,
) -> int:  # fmt: skip
    """Play games ``first`` to ``first + games - 1``; returns -1, or the index of a game in which a player failed.

    A failure leaves the number of actions so far in ``lengths`` and the illegal choice as the last of ``actions``.
    """
    book, state = books[0], states[0]
    options = np.empty(MAX_LEGAL, np.int16)
    sources = np.empty(MAX_SEATS, np.uint64)
    keep_actions = actions.shape[1] > 1
    for i in range(games):
        number = first + i
        for seat in range(seats):
            sources[seat] = seeded(np.uint64(stream_seed(seed, number, _PLAYER_STREAM + seat)))
        for player in range(seats):
            for k in range(memories.shape[1]):
                memories[player, k] = 0
        deal(book, state, seats, np.uint64(stream_seed(seed, number, _GAME_STREAM)), None)
        length = 0
        while state.table.stage != OVER:
            seat = state.table.seat
            count = legal(book, state.table, state.private[seat], options)
            player = (seat + number) % seats
            action = players[player](
                book, state.table, state.private[seat], options, count, memories[player], sources[player : player + 1]
            )
            if keep_actions:
                actions[i, length] = action
            length += 1
            known = False
            for k in range(count):
                known |= options[k] == action
            if not known or length >= LONGEST_GAME:
                actions[i, 0] = action
                lengths[i] = length
                return i
            apply(book, state, action, None)
        lengths[i] = length
        score(book, state, results[i])
    return -1


@dataclass(frozen=True, slots=True)
class Block:
    """Some consecutive games of a match, played."""

    first: int
    """The number of its first game."""
    seats: int
    results: NDArray[Any]
    """A RESULT record for each game, by seat."""
    lengths: NDArray[np.int64]
    """Actions of each game."""
    seeds: NDArray[np.int64]
    """The seed that each game was dealt from."""
    actions: NDArray[np.int16] | None = None
    """The actions of each game, if they were kept."""

    def seating(self) -> NDArray[np.int64]:
        """For each game, which player sits in each seat."""
        numbers = np.arange(self.first, self.first + len(self.lengths))
        return (numbers[:, None] + np.arange(self.seats)[None, :]) % self.seats


def play(
    setup: Setup, players: Sequence[AnyPlayer], *, seed: int, first: int = 0, games: int, keep_actions: bool = False
) -> Block:
    """Play some games of a match. Player p of game i sits in seat (p - i) modulo the number of players."""
    low, high = setup.ruleset.seats
    if not low <= len(players) <= high:
        raise OptionError(f"{setup.ruleset.name!r} is played by {low} to {high} players, not {len(players)}")
    results = np.zeros(games, RESULT)
    lengths = np.zeros(games, np.int64)
    actions = np.zeros((games, LONGEST_GAME if keep_actions else 1), np.int16)
    if all(isinstance(player, CompiledPlayer) for player in players):
        _play_compiled(setup, players, seed, first, results, lengths, actions)
    else:
        _play_mixed(setup, players, seed, first, results, lengths, actions)
    seeds = np.array([stream_seed(seed, first + i, _GAME_STREAM) for i in range(games)], np.int64)
    return Block(first, len(players), results, lengths, seeds, actions if keep_actions else None)


def _play_compiled(
    setup: Setup, players: Sequence[Any], seed: int, first: int, results: Any, lengths: Any, actions: Any
) -> None:
    chosen = [player.choose for player in players]
    padded = tuple(chosen + [random_player.choose] * (MAX_SEATS - len(players)))
    memories = np.zeros((MAX_SEATS, max(1, *(player.memory for player in players))), np.int64)
    states = empty_state()
    seats = len(players)
    failed = play_block(
        setup.rulebook, states, results, padded, seats, seed, first, len(lengths), memories, actions, lengths
    )
    if failed >= 0:
        game = Game.from_states(setup, states)
        name = players[(game.seat + first + failed) % seats].name
        if lengths[failed] >= LONGEST_GAME:
            raise _too_long(name)
        raise _illegal_choice(name, int(actions[failed, 0]), game)


def _play_mixed(
    setup: Setup, players: Sequence[AnyPlayer], seed: int, first: int, results: Any, lengths: Any, actions: Any
) -> None:
    """One game after the other, asking each player in its own way. Compiled players make the same games as above."""
    seats = len(players)
    for i in range(len(lengths)):
        number = first + i
        game = Game(setup, seats=seats, seed=int(stream_seed(seed, number, _GAME_STREAM)))
        minds = []
        for p, player in enumerate(players):
            own_seed = int(stream_seed(seed, number, _PLAYER_STREAM + p))
            minds.append(Mind(player, seat=(p - number) % seats, seed=own_seed))
        while not game.is_over:
            p = (game.seat + number) % seats
            if len(game.actions) >= LONGEST_GAME:
                raise _too_long(minds[p].name)
            action = minds[p].choose(game, game.legal())
            if actions.shape[1] > 1:
                actions[i, len(game.actions)] = action
            game.play(action)
        lengths[i] = len(game.actions)
        results[i] = game.result_record()


class Mind:
    """A player in one seat of one game, asked from Python."""

    def __init__(self, player: AnyPlayer, *, seat: int, seed: int) -> None:
        self.player = player
        self.name = player.name or getattr(player, "__name__", "player")
        if isinstance(player, CompiledPlayer):
            self._memory = np.zeros(max(1, player.memory), np.int64)
            self._source = np.array([seeded(np.uint64(seed))], np.uint64)
            self._options = np.empty(MAX_LEGAL, np.int16)
        else:
            self._object: Player = self._guarded(lambda: player(seat=seat, rng=np.random.default_rng(seed)))

    def choose(self, game: Game, options: Sequence[int]) -> int:
        """The action that the player takes; PlayerError if it raises anything or chooses what is not legal."""
        if isinstance(self.player, CompiledPlayer):
            self._options[: len(options)] = options
            rulebook, count = game.setup.rulebook, len(options)
            action = ask(self.player.choose, rulebook, game.states, self._options, count, self._memory, self._source)
        else:
            action = self._guarded(lambda: self._object.choose(game.view(), options))
        if action not in options:
            raise _illegal_choice(self.name, action, game)
        return int(action)

    def _guarded(self, call: Callable[[], Any]) -> Any:
        try:
            return call()
        except Exception as error:  # a user's player can raise anything
            raise PlayerError(f"the player {self.name!r} raised {describe_exception(error)}") from error


_ASK = types.int64(
    CHOOSE_TYPE,
    types.Array(BOOK_TYPE, 1, "C", readonly=True),
    types.Array(STATE_TYPE, 1, "C"),
    types.int16[::1],
    types.int64,
    types.int64[::1],
    types.uint64[::1],
)


@kernel(signature=_ASK)
def ask(choose: Any, books: Any, states: Any, options: Any, count: int, memory: Any, source: Any) -> int:
    """Ask a compiled player from Python."""
    state = states[0]
    return choose(books[0], state.table, state.private[state.table.seat], options, count, memory, source)


def _illegal_choice(name: str, action: object, game: Game) -> PlayerError:
    options = game.legal()
    shown = ", ".join(str(option) for option in options[:12]) + (", ..." if len(options) > 12 else "")
    return PlayerError(
        f"the player {name!r} chose {str(action)[:40]!r} in seat {game.seat} at stage {game.stage!r}, "
        f"which is not legal; legal are {shown}"
    )


def _too_long(name: str) -> PlayerError:
    return PlayerError(f"a game was broken off after {LONGEST_GAME} actions; the player {name!r} was to act")
