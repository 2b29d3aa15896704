"""The compiled network: a policy as a record of addresses and sizes, its layers, and the choice of an action."""

from __future__ import annotations

from typing import Annotated, Any

import numba
import numpy as np
from numba import float32, int64

from railwright.compiled.addresses import array_at, pointer_to
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.layout import Ints, dtype_of
from railwright.compiled.rng import below
from railwright.game.state import NONE
from railwright.players.observation.layout import ObservationLayout
from railwright.players.policy.policy import MAX_LAYERS

BEST, SAMPLE = 0, 1
"""Which action is chosen: the one with the highest score, or any, the likelier the higher its score (softmax)."""

_LUCK = 1 << 31
"""Random numbers are drawn below this one."""


class PolicyRecord:
    """A policy as compiled code reads it."""

    layout: ObservationLayout
    seats: Annotated[int, np.int64]
    """The number of seats; 0 until the policy is prepared for a setup."""
    cities: Annotated[int, np.int64]
    tracks: Annotated[int, np.int64]
    tickets: Annotated[int, np.int64]
    """The sizes of the board, as a last guard against another one."""
    compact: Annotated[int, np.int64]
    """The address of the action of the policy for each action number."""
    weights: Annotated[int, np.int64]
    """The address of all weights and biases: one layer after the other, in each the weights first."""
    weight_count: Annotated[int, np.int64]
    layers: Annotated[int, np.int64]
    is_tanh: Annotated[int, np.int64]
    sizes: Annotated[Ints, np.int64, MAX_LAYERS + 1]
    """The number of inputs, and of outputs of each layer."""
    widest: Annotated[int, np.int64]
    """The most outputs of a layer."""


POLICY_RECORD = dtype_of(PolicyRecord)
POLICY_RECORD_TYPE = numba.from_dtype(POLICY_RECORD)


@kernel(signature=int64(POLICY_RECORD_TYPE, float32[::1], float32[::1], float32[::1]))
def run_layers(policy: PolicyRecord, observation: Any, even: Any, odd: Any) -> int:
    """Run the network. Layers write to ``even`` and ``odd`` in turn; returns 0 if the scores are in ``even``, else 1.

    Inputs that are zero cost nothing: most of an observation, and half of what ``relu`` returns.
    """
    weights = array_at(pointer_to(policy.weights), (policy.weight_count,), np.float32)
    begin = ZERO
    source = observation
    for layer in range(policy.layers):
        inputs, outputs = policy.sizes[layer], policy.sizes[layer + 1]
        target = even if layer % 2 == 0 else odd
        biases = begin + inputs * outputs
        row = weights[biases : biases + outputs]
        for j in range(outputs):
            target[j] = row[j]
        for i in range(inputs):
            value = source[i]
            if value != 0:
                row = weights[begin + i * outputs : begin + (i + 1) * outputs]
                for j in range(outputs):
                    target[j] += value * row[j]
        if layer < policy.layers - 1:
            for j in range(outputs):
                target[j] = np.tanh(target[j]) if policy.is_tanh else max(target[j], np.float32(0))
        source = target
        begin = biases + outputs
    return (policy.layers - 1) % 2


@kernel(inline=True)
def best_action(scores: Any, compact: Any, legal: Any, count: int) -> int:
    """The legal action with the highest score, the first of several."""
    best, highest = legal[0], np.float32(-np.inf)
    for i in range(count):
        place = compact[legal[i]]
        if place != NONE and scores[place] > highest:
            best, highest = legal[i], scores[place]
    return best


@kernel(inline=True)
def drawn_action(scores: Any, compact: Any, legal: Any, count: int, source: Any) -> int:
    """A random legal action with the probabilities of a softmax."""
    highest = scores[compact[best_action(scores, compact, legal, count)]]
    total = 0.0
    for i in range(count):
        total += np.exp(np.float64(scores[compact[legal[i]]] - highest))
    luck = total * below(source, _LUCK) / _LUCK
    for i in range(count):
        luck -= np.exp(np.float64(scores[compact[legal[i]]] - highest))
        if luck < 0:
            return legal[i]
    return legal[count - 1]
