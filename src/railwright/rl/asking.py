"""Opponents that play inside a step: their functions and the memory that they keep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import int64, void
from numpy.typing import NDArray

from railwright.compiled.function_pointers import function_reader, function_writer, pointer_array
from railwright.compiled.kernel import kernel
from railwright.errors import OptionError
from railwright.game.game import Game
from railwright.game.json_reader import brief
from railwright.game.setup import Setup
from railwright.matches.faults import Moment, exception_in, illegal_choice
from railwright.players.kit.interface import CHOOSE_TYPE, AnyPlayer, CompiledPlayer, prepare_player
from railwright.players.registry import any_player
from railwright.rl.batch_arrays import StepSettings
from railwright.words import count

load_choice = function_reader(CHOOSE_TYPE)
_save_choice = function_writer(CHOOSE_TYPE)


@kernel(inline=True)
def is_opponent(settings: StepSettings, player: int) -> bool:
    """Whether a player plays inside the step."""
    return (settings.opponents >> player) & 1 != 0


@kernel(signature=void(int64[::1], int64[::1], int64[::1], int64[::1]))
def load_memory(start: Any, span: Any, lasting: Any, work: Any) -> None:
    """Before a decision: write the options and the lasting memory of a player into the memory in which it decides."""
    for k in range(span[0]):
        work[k] = start[k]
    for k in range(span[1], span[2]):
        work[k] = lasting[k - span[1]]


@kernel(signature=void(int64[::1], int64[::1], int64[::1]))
def save_memory(span: Any, work: Any, lasting: Any) -> None:
    """After a decision: keep what lasts."""
    for k in range(span[1], span[2]):
        lasting[k - span[1]] = work[k]


class Opponents(NamedTuple):
    """Players inside compiled steps, as arrays for compiled code (see ``BatchArrays``)."""

    players: tuple[CompiledPlayer | None, ...]
    """The player of each entry; None for a learner."""
    functions: NDArray[Any]
    starts: NDArray[np.int64]
    spans: NDArray[np.int64]

    @staticmethod
    def of(players: Sequence[CompiledPlayer | None], setup: Setup, seats: int) -> Opponents:
        """The arrays for some players; None for a learner."""
        options = max((len(player.values) for player in players if player is not None), default=0)
        found = Opponents(
            tuple(players), pointer_array(len(players)), np.zeros((len(players), options), np.int64),
            np.zeros((len(players), 3), np.int64),
        )  # fmt: skip
        for number, player in enumerate(players):
            if player is not None:
                prepare_player(player, setup, seats)
                found.starts[number, : len(player.values)] = player.values
                found.spans[number] = len(player.values), player.lasting_words.start, player.lasting_words.stop
                _save_choice(player.choose, found.functions[number])
        return found

    @property
    def bits(self) -> int:
        """The players who are not learners, as bits."""
        return sum(1 << number for number, player in enumerate(self.players) if player is not None)

    @property
    def identity(self) -> NDArray[np.int64]:
        """The options of each player, and digests in place of addresses: the same in every process."""
        identity = self.starts.copy()
        for number, player in enumerate(self.players):
            if player is not None:
                identity[number, len(player.options) : len(player.values)] = player.digest
        return identity

    @property
    def lasting(self) -> int:
        """Integers to be kept for each player in each game."""
        return int((self.spans[:, 2] - self.spans[:, 1]).max(initial=0))

    @property
    def words(self) -> int:
        """Integers that the player with the largest memory works with."""
        return max(player.words for player in self.players if player is not None) if self.bits else 0


def seat_opponents(players: Sequence[str | AnyPlayer | None] | None, setup: Setup, seats: int) -> Opponents:
    """Load the players of a batch: one entry for each player, None for a learner; None for learners only."""
    if players is None:
        players = [None] * seats
    if isinstance(players, str) or not isinstance(players, Sequence) or len(players) != seats:
        found = count(len(players), "entry") if isinstance(players, list | tuple) else brief(players)
        raise OptionError(f"players: must be a list of {seats} entries, one for each player, not {found}")
    loaded = tuple(None if player is None else _compiled_player(player) for player in players)
    if all(player is not None for player in loaded):
        raise OptionError("players: one entry must be None, for the learner")
    return Opponents.of(loaded, setup, seats)


def _compiled_player(player: str | AnyPlayer) -> CompiledPlayer:
    """A player who can play inside a step: compiled, and unable to see hidden cards."""
    loaded = any_player(player)
    if not isinstance(loaded, CompiledPlayer):
        name = loaded.name or loaded.__name__
        raise OptionError(f"players: {name!r} is ordinary Python, but only compiled players can play inside a batch")
    if loaded.peeks:
        raise OptionError(f"players: {loaded.name!r} sees hidden cards, so it cannot play against learners")
    return loaded


def fault_in_step(
    fault: int | Exception, game: Game, row: Any, players: Sequence[CompiledPlayer | None], choice: int
) -> Exception:
    """The error for a player that raised an exception or chose an illegal action inside a step.

    ``row`` is the game's record in the batch and ``choice`` what the player chose last.
    """
    player = players[(game.seat + int(row["shift"])) % len(players)]
    if player is None:
        return fault if isinstance(fault, Exception) else RuntimeError(f"game {fault} cannot continue")
    moment = Moment(int(row["seed"]), int(row["actions"]))
    if isinstance(fault, Exception):
        return exception_in(player, fault, moment)
    return illegal_choice(player, choice, game, moment)
