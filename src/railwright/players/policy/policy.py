"""A trained policy: a network from observations to actions, and the games that it is for."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from railwright.errors import OptionError
from railwright.game.json_reader import brief
from railwright.game.setup import Setup
from railwright.players.observation.fields import VERSION
from railwright.players.policy.fingerprint import fingerprint
from railwright.say import Said, say

if TYPE_CHECKING:
    from railwright.players.observation.space import ObservationSpace

ACTIVATIONS = ("relu", "tanh")
OBSERVATIONS = ("raw", "planner")
"""Kinds of observations that follow from a view; a history does not."""

MAX_LAYERS = 8
MAX_WIDTH = 1 << 14
"""Most numbers between two layers."""
MAX_WEIGHTS = 1 << 24
"""Most weights of a network: 64 MB."""


class Layer(NamedTuple):
    """One layer: outputs = inputs @ weights + biases, then the activation, except after the last layer."""

    weights: NDArray[np.float32]
    """Inputs x outputs."""
    biases: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Policy:
    """A network whose outputs score the actions of a setup; the likelier an action, the higher its score."""

    layers: tuple[Layer, ...]
    activation: str
    observation: str
    """The kind of observation: ``raw`` or ``planner``."""
    version: str
    """The version of the observation."""
    setup: Mapping[str, str]
    """The names of board, ruleset and ticket deck."""
    fingerprint: str
    """The digest of the setup."""
    seats: int

    @classmethod
    def of(cls, space: ObservationSpace, layers: Iterable[Sequence[Any]], activation: str) -> Policy:
        """A policy that was trained with observations of a space; OptionError if the layers do not fit together."""
        if space.option not in OBSERVATIONS:
            raise OptionError(
                f"a policy observes {' or '.join(OBSERVATIONS)}, not {space.option}: players have no history"
            )
        if activation not in ACTIVATIONS:
            raise OptionError(f"activation: must be one of {', '.join(ACTIVATIONS)}, not {brief(activation)}")
        return cls(
            check_layers(layers), activation, space.option, space.version, space.setup.names, fingerprint(space.setup),
            space.seats,
        )  # fmt: skip

    @property
    def sizes(self) -> list[int]:
        """The number of inputs, and of outputs of each layer."""
        return [len(self.layers[0].weights), *(len(layer.biases) for layer in self.layers)]

    @property
    def digest(self) -> int:
        """A hash that identifies the network."""
        digest = hashlib.sha256(f"{self.activation} {self.observation} {self.seats} {self.fingerprint}".encode())
        for layer in self.layers:
            digest.update(layer.weights.tobytes())
            digest.update(layer.biases.tobytes())
        return int.from_bytes(digest.digest()[:7], "little")

    def misfit(self, setup: Setup, seats: int) -> Said | None:
        """Why the policy cannot play such games; None if it can."""
        if self.version != VERSION:
            return say(
                "was trained with observations {own}, but this version of railwright has {current}",
                own=str(self.version), current=str(VERSION),
            )  # fmt: skip
        if fingerprint(setup) != self.fingerprint:
            own, other = _setup_words(self.setup), _setup_words(setup.names)
            if own == other:
                return say("was trained for {own} (which has changed since), not for {other}", own=own, other=other)
            return say("was trained for {own}, not for {other}", own=own, other=other)
        if seats != self.seats:
            return say("was trained for {own} seats, not for {other}", own=self.seats, other=seats)
        return None

    def scores(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        """The scores of all actions for many observations, computed with NumPy."""
        values = observations
        for number, (weights, biases) in enumerate(self.layers):
            values = values @ weights + biases
            if number < len(self.layers) - 1:
                values = np.tanh(values) if self.activation == "tanh" else np.maximum(values, 0)
        return values


def _setup_words(names: Mapping[str, str]) -> Said:
    return say(
        "board {board}, ruleset {ruleset}, tickets {tickets}", board=names["board"], ruleset=names["ruleset"],
        tickets=names["tickets"],
    )  # fmt: skip


def check_layers(layers: Iterable[Sequence[Any]]) -> tuple[Layer, ...]:
    """The layers as arrays, checked: two dimensions, finite, each fitting to the one before, not too many."""
    checked: list[Layer] = []
    for number, pair in enumerate(layers):
        name = f"layer {number}"
        if number >= MAX_LAYERS:
            raise OptionError(f"a policy has at most {MAX_LAYERS} layers")
        if len(pair) != 2:
            raise OptionError(f"{name}: must be a pair of weights and biases")
        weights, biases = (
            _as_floats(array, f"{name}, {kind}") for array, kind in zip(pair, ("weights", "biases"), strict=True)
        )
        if weights.ndim != 2 or not 1 <= min(weights.shape) <= max(weights.shape) <= MAX_WIDTH:
            raise OptionError(f"{name}, weights: must be inputs x outputs, up to {MAX_WIDTH} each, not {weights.shape}")
        if biases.shape != (weights.shape[1],):
            raise OptionError(f"{name}, biases: must be {weights.shape[1]}, one for each output, not {biases.shape}")
        if checked and len(checked[-1].biases) != len(weights):
            raise OptionError(
                f"{name} has {len(weights)} inputs, but the one before has {len(checked[-1].biases)} outputs"
            )
        checked.append(Layer(weights, biases))
    if not checked:
        raise OptionError("a policy has at least 1 layer")
    if sum(layer.weights.size for layer in checked) > MAX_WEIGHTS:
        raise OptionError(f"a policy has at most {MAX_WEIGHTS:,} weights")
    return tuple(checked)


def _as_floats(array: Any, name: str) -> NDArray[np.float32]:
    found = np.asarray(array)
    if found.dtype.kind != "f":
        raise OptionError(f"{name}: must be an array of floating-point numbers, not of {found.dtype}")
    floats = np.ascontiguousarray(found, np.float32)
    if not np.isfinite(floats).all():
        raise OptionError(f"{name}: a number is not finite")
    return floats
