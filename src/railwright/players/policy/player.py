"""The compiled player that follows a policy from a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.compiled.addresses import array_at, pointer_to
from railwright.compiled.kernel import ZERO, kernel
from railwright.errors import PlayerError
from railwright.game.actions import ACTIONS
from railwright.game.rulebook import Rulebook
from railwright.game.setup import Setup
from railwright.game.state import PrivateState, Table
from railwright.players.kit.interface import CHOOSE, CompiledPlayer
from railwright.players.kit.options import Option, encode_options
from railwright.players.observation.action_space import ActionSpace
from railwright.players.observation.history import EVENT_FIELDS
from railwright.players.observation.observer import observe
from railwright.players.observation.planner import PATH_SCRATCH
from railwright.players.observation.space import ObservationSpace
from railwright.players.policy.neural_network import POLICY_RECORD, SAMPLE, best_action, drawn_action, run_layers
from railwright.players.policy.policy import Policy
from railwright.players.policy.policy_file import load_policy
from railwright.say import say

CHOICES = ("best", "sample")
OPTIONS = (
    Option(
        name="choice", default="best", choices=CHOICES,
        summary="Whether it takes the action with the highest score, or draws one: the higher its score, the likelier.",
    ),
)  # fmt: skip

_CHOICE, _ADDRESS, _SCRATCH = 0, 1, 2
"""Its memory: the option, the address of its record, and scratch space."""
_PATH_WORDS = PATH_SCRATCH.itemsize // 8


@kernel(signature=CHOOSE)
def choose(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Observe, run the network and choose among the legal actions."""
    policy = array_at(pointer_to(memory[_ADDRESS]), (1,), POLICY_RECORD)[0]
    is_other = book.cities != policy.cities or book.tracks != policy.tracks or book.tickets != policy.tickets
    if is_other or table.seats != policy.seats:
        raise ValueError("the policy was trained for another board or number of seats")
    if count == 1:
        return legal[0]
    inputs = (policy.sizes[0] + 1) // 2  # two numbers fill a word
    width = (policy.widest + 1) // 2
    at = _SCRATCH + _PATH_WORDS
    paths = memory[_SCRATCH:at].view(PATH_SCRATCH)[0]
    observation = memory[at : at + inputs].view(np.float32)
    at += inputs
    even = memory[at : at + width].view(np.float32)
    odd = memory[at + width : at + 2 * width].view(np.float32)
    events = np.empty((0, EVENT_FIELDS), np.int16)
    observe(book, table, mine, ZERO + table.seat, policy.layout, events, ZERO, paths, observation)
    scores = even if run_layers(policy, observation, even, odd) == 0 else odd
    compact = array_at(pointer_to(policy.compact), (ACTIONS,), np.int16)
    if memory[_CHOICE] == SAMPLE:
        return drawn_action(scores, compact, legal, count, source)
    return best_action(scores, compact, legal, count)


class PlacedPolicy:
    """A policy in memory, at an address that compiled players are given. It lives as long as its players."""

    def __init__(self, policy: Policy, name: str) -> None:
        self.policy = policy
        self.name = name
        """Its name in messages."""
        self._weights = np.concatenate([part.reshape(-1) for layer in policy.layers for part in layer])
        self._compact: NDArray[np.int16] | None = None
        self._records = np.zeros(1, POLICY_RECORD)
        record = self._records[0]
        record["weights"], record["weight_count"] = self._weights.ctypes.data, len(self._weights)
        record["layers"], record["is_tanh"] = len(policy.layers), policy.activation == "tanh"
        record["sizes"][: len(policy.sizes)] = policy.sizes
        record["widest"] = self.widest = max(policy.sizes[1:])

    @property
    def address(self) -> int:
        """Where its record is."""
        return int(self._records.ctypes.data)

    @property
    def seats(self) -> int:
        """The number of seats that it plays with."""
        return self.policy.seats

    @property
    def setup(self) -> Mapping[str, str]:
        """The names of board, ruleset and ticket deck that it plays on."""
        return self.policy.setup

    def prepare(self, setup: Setup, seats: int) -> None:
        """Get ready to play on a setup; PlayerError if the policy is for another one.

        A policy fits one setup and number of seats, so this writes the same each time.
        """
        misfit = self.policy.misfit(setup, seats)
        if misfit:
            raise PlayerError(say("{player}: {problem}", player=self.name, problem=misfit))
        record = self._records[0]
        if record["seats"]:
            return
        space, actions = ObservationSpace(setup, seats, self.policy.observation), ActionSpace(setup)
        ends = self.policy.sizes[0], self.policy.sizes[-1]
        if ends != (space.size, actions.size):
            raise PlayerError(
                f"{self.name}: has {ends[0]} inputs and {ends[1]} outputs, not {space.size} and {actions.size}"
            )
        self._compact = actions.compact
        record["layout"], record["compact"] = space.layout[0], self._compact.ctypes.data
        record["cities"], record["tracks"] = len(setup.board.cities), len(setup.board.tracks)
        record["tickets"] = len(setup.tickets)
        record["seats"] = seats  # last: from now on it plays


def load_policy_player(path: Path, given: Mapping[str, str]) -> CompiledPlayer:
    """The player of a policy's file, with options."""
    return policy_player(load_policy(path), path.name).with_options(given)


def policy_player(policy: Policy, name: str) -> CompiledPlayer:
    """The player that follows a policy."""
    placed = PlacedPolicy(policy, name)
    names = policy.setup
    summary = f"Follows a policy trained for {names['board']} ({names['tickets']} tickets) with {policy.seats} seats."
    memory = _PATH_WORDS + (policy.sizes[0] + 1) // 2 + 2 * ((placed.widest + 1) // 2)
    values = (*encode_options(OPTIONS, {}), placed.address)
    return CompiledPlayer(
        name, summary, choose, memory, OPTIONS, values, lasting=0, requirement=placed, digest=policy.digest
    )
