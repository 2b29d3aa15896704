"""The network of express: its file, its record for compiled code, and its layers.

It has three parts. The policy scores each choice: a layer that adds up the features of the position and of the choice,
a second layer, and the score. A choice of the planner gets a bonus, so that an untrained network plays as the planner
does. The value judges a position for the seat to move, in the units of ``final_value``. The odds are the probability
that this seat wins, as shown to people.

All sums are of 32-bit numbers in a fixed order, so that every machine gets the same ones.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import exp
from pathlib import Path
from typing import Annotated, Any

import numba
import numpy as np
from numba import float32, void
from numpy.typing import NDArray

from railwright.compiled.addresses import array_at, pointer_to
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.layout import Ints, dtype_of
from railwright.errors import PlayerError
from railwright.players.express.features import CHOICE, CHOICE_SIZE, POSITION, POSITION_SIZE, feature_names
from railwright.say import Said, items, say

MOST_UNITS = 128
"""Most units of a hidden layer."""

FILE = Path(__file__).parent / "express.npz"
"""The network that comes with the package."""

SHAPES: Mapping[str, tuple[str | int, ...]] = {
    "position": (POSITION_SIZE, "first"), "first_bias": ("first",), "choice": (CHOICE_SIZE, "first"),
    "second": ("first", "second"), "second_bias": ("second",), "score": ("second",), "bonus": (1,),
    "value_first": (POSITION_SIZE, "value_first"), "value_first_bias": ("value_first",),
    "value_second": ("value_first", "value_second"), "value_second_bias": ("value_second",),
    "value": ("value_second",), "value_bias": (1,),
    "odds_first": (POSITION_SIZE, "odds_first"), "odds_first_bias": ("odds_first",),
    "odds_second": ("odds_first", "odds_second"), "odds_second_bias": ("odds_second",),
    "odds": ("odds_second",), "odds_bias": (1,),
}  # fmt: skip
"""The arrays of a network, with their sizes; a name stands for the number of units of a layer."""

_PARTS = len(SHAPES)
_HIDDEN = tuple(name for name in SHAPES if name.endswith(("first_bias", "second_bias")))
_POSITION, _FIRST_BIAS, _CHOICE, _SECOND, _SECOND_BIAS, _SCORE, _BONUS, _VALUE = range(8)
_ODDS = _VALUE + 6
"""The parts by their places in SHAPES; value and odds have six each."""


class NetworkRecord:
    """A network as compiled code reads it."""

    address: Annotated[Ints, np.int64, _PARTS]
    """Where each array is, in the order of SHAPES."""
    first: Annotated[int, np.int64]
    second: Annotated[int, np.int64]
    value_first: Annotated[int, np.int64]
    value_second: Annotated[int, np.int64]
    odds_first: Annotated[int, np.int64]
    odds_second: Annotated[int, np.int64]
    """The numbers of units of the hidden layers."""


NETWORK = dtype_of(NetworkRecord)
NETWORK_TYPE = numba.from_dtype(NETWORK)
NETWORKS_TYPE: Any = numba.types.Array(NETWORK_TYPE, 1, "C")


@dataclass(frozen=True)
class ExpressNetwork:
    """The weights of a network. It must live as long as the players that use it."""

    weights: Mapping[str, NDArray[np.float32]]
    about: Mapping[str, Any]
    """How it was made."""

    @cached_property
    def digest(self) -> int:
        """A hash that identifies the network."""
        found = hashlib.sha256()
        for name in SHAPES:
            found.update(self.weights[name].tobytes())
        return int.from_bytes(found.digest()[:7], "big")

    @property
    def summary(self) -> Said:
        """One line about it."""
        boards = self.about.get("boards", ())
        if not boards:
            return say("Express with a network trained for other boards.")
        return say("Express with a network trained for {boards}.", boards=items(boards, ", "))

    @cached_property
    def record(self) -> NDArray[Any]:
        """The record for compiled code."""
        records = np.zeros(1, NETWORK)
        records["address"][0] = [self.weights[name].ctypes.data for name in SHAPES]
        for layer, units in self.units.items():
            records[layer] = units
        return records

    @cached_property
    def units(self) -> dict[str, int]:
        """The number of units of each hidden layer."""
        return {name.removesuffix("_bias"): len(array) for name, array in self.weights.items() if name in _HIDDEN}

    def save(self, path: Path) -> None:
        """Write the network to a file, in 16-bit numbers."""
        about = {**self.about, "position": feature_names(POSITION), "choice": feature_names(CHOICE)}
        text = np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8)
        arrays = {name: array.astype(np.float16) for name, array in self.weights.items()}
        part = path.with_suffix(".part.npz")
        np.savez(part, about=text, **arrays)  # type: ignore[arg-type]
        part.replace(path)


def load_network(path: Path) -> ExpressNetwork:
    """Read a network from a file."""
    try:
        with np.load(path) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(arrays.pop("about").tobytes())
    except (OSError, ValueError, KeyError) as error:
        raise PlayerError(f"{path}: is not a network of express, or damaged ({error})") from None
    for record, kind in ((POSITION, "position"), (CHOICE, "choice")):
        _place_features(arrays, about.pop(kind, None), feature_names(record), kind, path)
    return ExpressNetwork(_checked(arrays, path), about)


def _place_features(
    arrays: dict[str, NDArray[Any]], names: Any, all_names: list[str], kind: str, path: Path
) -> None:  # fmt: skip
    """Give the weights of a network the order of this version's features; new features get zero weight."""
    if not isinstance(names, list) or not set(names) <= set(all_names):
        raise PlayerError(f"{path}: was trained with different features; retrain it")
    for name, (size, *_) in SHAPES.items():
        if size == len(all_names) and _is_about(name, kind) and len(arrays.get(name, ())) == len(names):
            placed = np.zeros((len(all_names), *arrays[name].shape[1:]), arrays[name].dtype)
            placed[[all_names.index(feature) for feature in names]] = arrays[name]
            arrays[name] = placed


def _is_about(name: str, kind: str) -> bool:
    """Whether the rows of an array belong to the features of positions, or of choices."""
    return (name == "choice") == (kind == "choice")


def _checked(arrays: Mapping[str, NDArray[Any]], path: Path) -> dict[str, NDArray[np.float32]]:
    """All arrays of a network, in 32-bit numbers; PlayerError if one is missing or has a wrong shape."""
    units: dict[str, int] = {}
    checked = {}
    for name, shape in SHAPES.items():
        array = arrays.get(name)
        if array is None or array.ndim != len(shape):
            raise PlayerError(f"{path}: has no array {name!r} with {len(shape)} dimensions")
        for size, expected in zip(array.shape, shape, strict=True):
            most = units.setdefault(expected, size) if isinstance(expected, str) else expected
            if size != most or (isinstance(expected, str) and not 0 < size <= MOST_UNITS):
                raise PlayerError(f"{path}: the array {name!r} has the shape {array.shape}, which does not fit")
        checked[name] = np.ascontiguousarray(array, np.float32)
        if not np.isfinite(checked[name]).all():
            raise PlayerError(f"{path}: the array {name!r} has numbers that are not finite")
    return checked


@kernel(inline=True)
def _vector(network: Any, part: int, size: int) -> Any:
    return array_at(pointer_to(network.address[part]), (size,), np.float32)


@kernel(inline=True)
def _matrix(network: Any, part: int, rows: int, columns: int) -> Any:
    return array_at(pointer_to(network.address[part]), (rows, columns), np.float32)


@kernel(signature=void(float32[::1], float32[:, ::1], float32[::1]))
def _add_layer(inputs: Any, weights: Any, outputs: Any) -> None:
    """Add a layer's weighted sums to its outputs. Inputs that are 0 cost nothing."""
    for i in range(len(inputs)):
        number = inputs[i]
        if number != 0:
            for j in range(len(outputs)):
                outputs[j] += number * weights[i, j]


@kernel(inline=True)
def _relu(units: Any) -> None:
    for j in range(len(units)):
        units[j] = max(units[j], np.float32(0))


@kernel(inline=True)
def _dot(units: Any, weights: Any) -> Any:
    total = np.float32(0)
    for j in range(len(units)):
        total += units[j] * weights[j]
    return total


@kernel
def score_choices(network: NetworkRecord, thought: Any) -> int:
    """Score all choices of a decision; returns the index of the best, the first of several."""
    first = thought.first_units[: network.first]
    units = thought.units[: network.first]
    second = thought.second_units[: network.second]
    biases, scores = _vector(network, _FIRST_BIAS, network.first), _vector(network, _SCORE, network.second)
    second_biases = _vector(network, _SECOND_BIAS, network.second)
    choice_weights = _matrix(network, _CHOICE, CHOICE_SIZE, network.first)
    second_weights = _matrix(network, _SECOND, network.first, network.second)
    bonus = _vector(network, _BONUS, 1)[0]
    first[:] = biases
    _add_layer(thought.position[:], _matrix(network, _POSITION, POSITION_SIZE, network.first), first)
    best = ZERO
    for i in range(thought.count):
        units[:] = first
        _add_layer(thought.choices[i], choice_weights, units)
        _relu(units)
        second[:] = second_biases
        _add_layer(units, second_weights, second)
        _relu(second)
        thought.scores[i] = bonus * thought.choices[i, 0] + _dot(second, scores)
        if thought.scores[i] > thought.scores[best]:
            best = ZERO + i
    return best


@kernel(inline=True)
def _judge(network: Any, thought: Any, part: int, first_units: int, second_units: int) -> Any:
    """Run the six arrays from a part on: two layers over the features of the position, and a weighted sum."""
    first, second = thought.first_units[:first_units], thought.second_units[:second_units]
    first[:] = _vector(network, part + 1, first_units)
    _add_layer(thought.position[:], _matrix(network, part, POSITION_SIZE, first_units), first)
    _relu(first)
    second[:] = _vector(network, part + 3, second_units)
    _add_layer(first, _matrix(network, part + 2, first_units, second_units), second)
    _relu(second)
    return _dot(second, _vector(network, part + 4, second_units)) + _vector(network, part + 5, 1)[0]


@kernel
def value_of(network: NetworkRecord, thought: Any) -> float:
    """The value of a position whose features are written, for the seat to move."""
    return np.float64(_judge(network, thought, _VALUE, network.value_first, network.value_second))


@kernel
def odds_of(network: NetworkRecord, thought: Any) -> float:
    """The probability that the seat to move wins, in a position whose features are written."""
    return 1.0 / (1.0 + exp(-np.float64(_judge(network, thought, _ODDS, network.odds_first, network.odds_second))))
