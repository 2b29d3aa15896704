"""A player in one seat of one game, to be asked from Python."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import types

from railwright.compiled.kernel import kernel
from railwright.compiled.rng import seeded
from railwright.errors import OptionError, PlayerError, describe_exception
from railwright.game.actions import MAX_LEGAL
from railwright.game.chance import check_seed
from railwright.game.game import Game
from railwright.game.rulebook import BOOKS_TYPE
from railwright.game.ruleset import MAX_SEATS
from railwright.game.setup import Setup
from railwright.game.state import STATE, STATES_TYPE
from railwright.game.view import check_seat
from railwright.matches.faults import Moment, exception_in, illegal_choice, name_of
from railwright.players.kit.interface import (
    CHOOSE_TYPE,
    STATE_WORDS,
    AnyPlayer,
    CompiledPlayer,
    Player,
    prepare_player,
)
from railwright.players.policy.batch_player import BatchPlayer
from railwright.players.registry import any_player

_ASK = types.int64(
    CHOOSE_TYPE,
    BOOKS_TYPE,
    STATES_TYPE,
    types.int16[::1],
    types.int64,
    types.int64[::1],
    types.uint64[::1],
)


@kernel(signature=_ASK)
def ask(choose: Any, books: Any, states: Any, options: Any, count: int, memory: Any, source: Any) -> int:
    """Ask a compiled player for an action, from Python."""
    state = states[0]
    return choose(books[0], state.table, state.private[state.table.seat], options, count, memory, source)


class SeatedPlayer:
    """A player in one seat of one game, to be asked from Python. It keeps the player's memory between decisions.

    >>> import railwright
    >>> game = railwright.new_game("usa", seats=2, seed=1)
    >>> players = [railwright.SeatedPlayer("rule", seat=seat, seed=1) for seat in (0, 1)]
    >>> while not game.is_over:
    ...     game.play(players[game.seat].choose(game))
    >>> len(game.scores())
    2
    """

    def __init__(self, player: str | AnyPlayer, *, seat: int, seed: int) -> None:
        check_seed(seed)
        check_seat(seat, MAX_SEATS)
        self.player = player = any_player(player)
        self.name = name_of(player)
        self._prepared: Setup | None = None
        if isinstance(player, CompiledPlayer):
            self._memory = np.zeros(max(1, player.words), np.int64)
            self._memory[: len(player.values)] = player.values
            self._source = np.array([seeded(np.uint64(seed))], np.uint64)
            self._options = np.empty(MAX_LEGAL, np.int16)
        else:
            try:
                self._object: Player = player(seat=seat, rng=np.random.default_rng(seed))
            except Exception as error:  # a user's player can raise anything
                raise exception_in(player, error) from error

    def copy(self) -> SeatedPlayer:
        """The same player with the same memory and random numbers, to be asked without consequences for this one."""
        other = copy.copy(self)
        if isinstance(self.player, CompiledPlayer):
            other._memory, other._source = self._memory.copy(), self._source.copy()
        else:
            try:
                other._object = copy.deepcopy(self._object)
            except Exception as error:  # a user's player can hold anything
                raise PlayerError(f"the player {self.name!r} cannot be copied: {describe_exception(error)}") from error
        return other

    @property
    def batch_player(self) -> BatchPlayer | None:
        """The player's object, if it can be asked for many games at once."""
        is_compiled = isinstance(self.player, CompiledPlayer)
        return self._object if not is_compiled and isinstance(self._object, BatchPlayer) else None

    def options_in_memory(self) -> tuple[int, ...]:
        """The options of a compiled player as its memory has them now."""
        if not isinstance(self.player, CompiledPlayer):
            return ()
        return tuple(int(value) for value in self._memory[: len(self.player.values)])

    def choose(self, game: Game, options: Sequence[int] | None = None) -> int:
        """The player's action. PlayerError if the player raises an exception or chooses an illegal action.

        ``options`` are the legal actions, if the caller has them already.
        """
        if options is None:
            options = game.legal()
        if self._prepared is not game.setup:
            prepare_player(self.player, game.setup, game.seats)
            self._prepared = game.setup
        try:
            action = self._ask(game, options)
        except Exception as error:  # a user's player can raise anything
            raise exception_in(self.player, error, Moment.of(game)) from error
        if action not in options:
            raise illegal_choice(self.player, action, game, Moment.of(game))
        return int(action)

    def memory(self) -> bytes:
        """A snapshot of the player's memory and random generator, for ``recall``."""
        if isinstance(self.player, CompiledPlayer):
            return pickle.dumps((self._memory[self.player.lasting_words].tobytes(), self._source.tobytes()))
        return pickle.dumps(self._object)

    def recall(self, memory: bytes) -> None:
        """Restore a snapshot that ``memory`` took of the same player."""
        if isinstance(self.player, CompiledPlayer):
            words, source = pickle.loads(memory)
            self._memory[self.player.lasting_words] = np.frombuffer(words, np.int64)
            self._source[:] = np.frombuffer(source, np.uint64)
        else:
            self._object = pickle.loads(memory)

    def _ask(self, game: Game, options: Sequence[int]) -> int:
        if not isinstance(self.player, CompiledPlayer):
            return self._object.choose(game.view(), options)
        self._options[: len(options)] = options
        if self.player.peeks:
            start = len(self.player.values)
            self._memory[start : start + STATE_WORDS].view(STATE)[0] = game.state
        return ask(
            self.player.choose, game.setup.rulebook, game.states, self._options, len(options), self._memory,
            self._source,
        )  # fmt: skip


def choose_action(game: Game, player: str | AnyPlayer, *, seed: int = 0) -> int:
    """Choose an action for the deciding seat with a player that sees what the seat sees and has no memory.

    >>> import railwright
    >>> game = railwright.new_game("usa", seats=2, seed=1)
    >>> railwright.choose_action(game, "hoard") in game.legal()
    True
    """
    if game.is_over:
        raise OptionError("the game is over: no action can be chosen")
    return SeatedPlayer(player, seat=game.seat, seed=seed).choose(game)
