"""Sets of tracks, tickets and cities as bits of 64-bit words.

The words are signed, because Numba converts a mix of signed and unsigned integers to floats.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from railwright.compiled.bit_sets import elements
from railwright.compiled.numba_settings import INTERPRETED

WORD = 64

BIT = np.array([np.int64(np.uint64(1 << i).astype(np.int64)) for i in range(WORD)], dtype=np.int64)
"""``BIT[i]`` is the word with only bit i set. In plain Python, ``1 << 63`` would overflow an int64."""


def _lowest_bit(word: int) -> int:
    unsigned = int(word) & (2**WORD - 1)
    return (unsigned & -unsigned).bit_length() - 1


def _count_bits(word: int) -> int:
    return (int(word) & (2**WORD - 1)).bit_count()


def _word_intrinsic(instruction: str) -> Any:
    """A function of one word that compiles to a single machine instruction."""

    def typed(typing_context: Any, word: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if instruction == "cttz":
                return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), build

    return intrinsic(typed)


lowest_bit: Any = _lowest_bit if INTERPRETED else _word_intrinsic("cttz")
"""The index of the lowest set bit; the word must not be 0."""

count_bits: Any = _count_bits if INTERPRETED else _word_intrinsic("ctpop")
"""The number of set bits in a word."""


def members(words: Any) -> list[int]:
    """The elements of a bit set of several words in ascending order, for Python code."""
    unsigned = (int(word) & (2**WORD - 1) for word in words)
    return [w * WORD + element for w, word in enumerate(unsigned) for element in elements(word)]
