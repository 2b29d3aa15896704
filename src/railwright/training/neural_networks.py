"""Networks before and after training: an untrained one, the one to start from, and what its file says about it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright import __version__
from railwright.players.express.neural_network import FILE, SHAPES, ExpressNetwork, load_network

UNITS: Mapping[str, int] = {
    "first": 128, "second": 64, "value_first": 128, "value_second": 64, "odds_first": 48,
    "odds_second": 24,
}  # fmt: skip
"""Units of the hidden layers of a new network."""

BONUS = 4.0
"""What the planner's choice gets in a new network: it then has a probability of about two thirds."""

_GAINS: Mapping[str, float] = {"position": 1.0, "choice": 1.0, "score": 0.01, "value": 0.1, "odds": 0.1}
"""Scales of initial weights, by array; others have the square root of 2. The scores begin near 0."""


def untrained_network(seed: int) -> ExpressNetwork:
    """A network that plays as the planner does. Its weights are orthogonal, its biases are 0."""
    rng = np.random.default_rng(seed)
    weights = {}
    for name, shape in SHAPES.items():
        sizes = tuple(UNITS[size] if isinstance(size, str) else size for size in shape)
        if name == "bonus":
            weights[name] = np.full(sizes, BONUS, np.float32)
        elif name.endswith("bias"):
            weights[name] = np.zeros(sizes, np.float32)
        else:
            weights[name] = _orthogonal(rng, sizes) * np.float32(_GAINS.get(name, np.sqrt(2)))
    return ExpressNetwork(weights, {})


def _orthogonal(rng: np.random.Generator, sizes: tuple[int, ...]) -> NDArray[np.float32]:
    """A random matrix whose shorter side is orthonormal; a vector of length 1."""
    rows, columns = (*sizes, 1)[:2]
    numbers = rng.normal(size=(max(rows, columns), min(rows, columns)))
    q, r = np.linalg.qr(numbers)
    q *= np.sign(np.diag(r))
    return np.ascontiguousarray((q if rows >= columns else q.T).reshape(sizes), np.float32)


def starting_network(name: str, seed: int) -> ExpressNetwork:
    """The network to start from: a file, ``shipped`` or ``none``. PlayerError if the file is not a network."""
    if name == "none":
        return untrained_network(seed)
    return load_network(FILE if name == "shipped" else Path(name))


def rounded_network(
    weights: Mapping[str, NDArray[np.float32]], about: Mapping[str, Any] | None = None
) -> ExpressNetwork:
    """A network with weights as its file will have them, in 16-bit numbers; its hash is added to what it says."""
    rounded = {name: array.astype(np.float16).astype(np.float32) for name, array in weights.items()}
    network = ExpressNetwork(rounded, {})
    if about is None:
        return network
    return ExpressNetwork(rounded, {"version": __version__, **about, "hash": hash_of(network)})


def hash_of(network: ExpressNetwork) -> str:
    """The network's digest as text."""
    return f"{network.digest:014x}"
