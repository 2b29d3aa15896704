"""The random generator of a game, which is part of its state.

There are two generators, chosen by the seed. A whole number as seed uses xorshift64* (``compiled/rng.py``): fast and
portable, but somebody who has seen some cards can find the seed by trial, and with it all other cards. A secret of 256
bits uses ChaCha20 in counter mode, where that is infeasible. Both use the same words of the state: first the word of
xorshift64* or the counter, then the key, which is zero if there is none.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from railwright.compiled.chacha import BLOCK_WORDS, KEY_WORDS, chacha20_block
from railwright.compiled.kernel import kernel
from railwright.compiled.rng import next_below
from railwright.errors import OptionError
from railwright.game.json_reader import brief

Seed = int | str
"""A whole number from 0 to 2**53 - 1, or a secret: 64 hexadecimal digits."""

MAX_SEED = 2**53
"""Numeric seeds are below this, so that every JSON reader keeps them exactly."""

RNG_WORDS = 1 + KEY_WORDS

_ZERO, _ONE, _S32 = np.uint64(0), np.uint64(1), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_SECRET = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Renewal:
    """A new secret for the random generator from some action on: the old seed no longer predicts the cards."""

    start: int
    """The number of actions before it."""
    secret: str
    """The new secret: 64 hexadecimal digits."""


def new_secret() -> str:
    """A fresh random secret."""
    return next(secret for secret in iter(lambda: secrets.token_hex(32), None) if is_secret(secret))


def is_secret(seed: object) -> TypeGuard[str]:
    """Whether a seed is a secret. Its first word must not be zero, because that means "no key" in the state."""
    return isinstance(seed, str) and _SECRET.fullmatch(seed) is not None and not seed.startswith("0" * 16)


def check_seed(seed: Seed) -> None:
    """Raise OptionError unless a seed is a whole number in range or a secret."""
    if is_secret(seed):
        return
    if not isinstance(seed, int | np.integer) or isinstance(seed, bool) or not 0 <= seed < MAX_SEED:
        raise OptionError(f"a seed is a whole number from 0 to 2**53 - 1, not {brief(seed)}")


def key_of(secret: str) -> NDArray[np.uint64]:
    """The ChaCha20 key of a secret, as 64-bit words."""
    return np.frombuffer(bytes.fromhex(secret), "<u8").astype(np.uint64)


def derived_seed(secret: str, *numbers: int) -> int:
    """A seed for other random choices in a game with a secret. It reveals nothing about the secret."""
    text = ",".join([secret, *map(str, numbers)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little") % MAX_SEED


def seed_of(text: str) -> int:
    """A seed that follows from a text, such as the names of the players of a match."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % MAX_SEED


@kernel(inline=True)
def begin_chance(rng: Any, word: Any) -> None:
    """Start the generator without a key, from a xorshift64* word."""
    rng[0] = word
    for i in range(KEY_WORDS):
        rng[1 + i] = _ZERO


@kernel
def begin_secret_chance(rng: Any, key: Any) -> None:
    """Start the generator with a key, at counter 0."""
    rng[0] = _ZERO
    for i in range(KEY_WORDS):
        rng[1 + i] = key[i]


@kernel(inline=True)
def chance_below(rng: Any, n: int) -> int:
    """Draw a random number from 0 to n - 1."""
    if rng[1] != _ZERO:
        return _secret_below(rng, n)
    rng[0], value = next_below(rng[0], n)
    return value


@kernel
def _secret_below(rng: Any, n: int) -> int:
    """Draw a number with the key: one ChaCha20 block for each, unbiased by Lemire's rejection method."""
    block = np.empty(BLOCK_WORDS, np.uint64)
    size = np.uint64(n)
    uneven = (_LOW + _ONE - size) % size
    while True:
        chacha20_block(rng[1:], rng[0], _ZERO, block)
        rng[0] += _ONE
        for i in range(BLOCK_WORDS):
            product = block[i] * size
            if product & _LOW >= uneven:
                return np.int64(product >> _S32)  # type: ignore[return-value]
