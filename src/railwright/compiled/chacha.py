"""The ChaCha20 block function (RFC 8439, section 2.3), for games whose cards must be unpredictable."""

from __future__ import annotations

from typing import Any

import numpy as np

from railwright.compiled.kernel import kernel

KEY_WORDS = 4
"""A key has 256 bits: four words of 64."""

BLOCK_WORDS = 16
"""A block has sixteen words of 32 bits, here each in a word of 64."""

_LOW = np.uint64(0xFFFFFFFF)
_S32 = np.uint64(32)
_CONSTANTS = tuple(np.uint64(word) for word in (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574))
_ROTATIONS = tuple((np.uint64(n), np.uint64(32 - n)) for n in (16, 12, 8, 7))
_DOUBLE_ROUNDS = 10


@kernel
def chacha20_block(key: Any, low: Any, high: Any, block: Any) -> None:
    """Fill ``block``. ``low`` and ``high`` hold the last four 32-bit words of the input: counter and nonce."""
    start = np.empty(BLOCK_WORDS, np.uint64)
    for i in range(4):
        start[i] = _CONSTANTS[i]
    for i in range(KEY_WORDS):
        start[4 + 2 * i] = key[i] & _LOW
        start[5 + 2 * i] = key[i] >> _S32
    start[12], start[13] = low & _LOW, low >> _S32
    start[14], start[15] = high & _LOW, high >> _S32
    for i in range(BLOCK_WORDS):
        block[i] = start[i]
    for _ in range(_DOUBLE_ROUNDS):
        for i in range(4):  # the columns
            _quarter_round(block, i, i + 4, i + 8, i + 12)
        for i in range(4):  # the diagonals
            _quarter_round(block, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    for i in range(BLOCK_WORDS):
        block[i] = (block[i] + start[i]) & _LOW


@kernel(inline=True)
def _quarter_round(block: Any, a: int, b: int, c: int, d: int) -> None:
    block[a] = (block[a] + block[b]) & _LOW
    block[d] = _rotated(block[d] ^ block[a], 0)
    block[c] = (block[c] + block[d]) & _LOW
    block[b] = _rotated(block[b] ^ block[c], 1)
    block[a] = (block[a] + block[b]) & _LOW
    block[d] = _rotated(block[d] ^ block[a], 2)
    block[c] = (block[c] + block[d]) & _LOW
    block[b] = _rotated(block[b] ^ block[c], 3)


@kernel(inline=True)
def _rotated(word: Any, step: int) -> Any:
    left, right = _ROTATIONS[step]
    return (word << left | word >> right) & _LOW
