"""A fast, portable random number generator: xorshift64*, whose whole state is one word.

A ``source`` is an array that holds this word, and every function that needs randomness takes one as an argument. The
cards and tickets of a game are drawn by ``game/chance.py``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from railwright.compiled.kernel import kernel

_MULTIPLIER = np.uint64(0x2545F4914F6CDD1D)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S12, _S25, _S27, _S30, _S31, _S32 = (np.uint64(n) for n in (12, 25, 27, 30, 31, 32))
_ONE = np.uint64(1)
_WORD_AND_NUMBER: Any = types.Tuple((types.uint64, types.int64))  # type: ignore[no-untyped-call]


@kernel(signature=types.uint64(types.uint64))
def seeded(seed: Any) -> Any:
    """The initial state for a seed: splitmix64, made odd so that it is never zero."""
    x = np.uint64(seed) + _GOLDEN
    x = (x ^ (x >> _S30)) * _MIX_1
    x = (x ^ (x >> _S27)) * _MIX_2
    return (x ^ (x >> _S31)) | _ONE


@kernel(signature=_WORD_AND_NUMBER(types.uint64, types.int64), inline=True)
def next_below(word: Any, n: int) -> Any:
    """Advance a generator; returns its new word and a random number from 0 to n - 1."""
    word ^= word >> _S12
    word ^= word << _S25
    word ^= word >> _S27
    high = (word * _MULTIPLIER) >> _S32
    return word, np.int64((high * np.uint64(n)) >> _S32)


@kernel(inline=True)
def below(source: Any, n: int) -> int:
    """Draw a random number from 0 to n - 1 from a source, and advance the source."""
    source[0], value = next_below(source[0], n)
    return value


def new_source(seed: int) -> Any:
    """A new source, seeded: an array of one word."""
    source = np.zeros(1, np.uint64)
    source[0] = seeded(np.uint64(seed % 2**64))
    return source


@kernel
def stream_seed(seed: int, number: int, stream: int) -> int:
    """A separate seed, below MAX_SEED of ``game/chance.py``, for each game and player of a match."""
    word = seeded(np.uint64(seed) ^ seeded(np.uint64(number) * np.uint64(64) + np.uint64(stream)))
    word, high = next_below(word, 1 << 22)
    word, low = next_below(word, 1 << 31)
    return (high << 31) | low
