"""Keys that hold a seat. The server keeps only their fingerprints."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

KEY_BYTES = 24
"""Nobody guesses so many random bytes."""

NO_KEY = ""
"""Instead of a fingerprint, for a seat that nobody can hold: a computer's."""


def new_key() -> str:
    """A key for a seat, or a name for a game."""
    return secrets.token_urlsafe(KEY_BYTES)


def fingerprint(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def seat_of(key: str, fingerprints: Sequence[str]) -> int | None:
    """The seat that a key holds. It takes the same time for every key."""
    mine = fingerprint(key)
    found = None
    for seat, other in enumerate(fingerprints):
        if hmac.compare_digest(mine, other):
            found = seat
    return found
