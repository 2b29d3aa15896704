"""Keys that hold a seat, and invitations to take one. The server keeps only their fingerprints."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence

KEY_BYTES = 24
"""Nobody guesses so many random bytes."""

KEY_HEADER = "X-Railwright-Key"
"""The header of a request that has a key."""

NO_KEY = ""
"""Instead of a fingerprint, for a seat that nobody holds: a computer's, or that of a person who has not come yet."""


def new_key() -> str:
    """A key for a seat, an invitation to one, or a name for a game."""
    return secrets.token_urlsafe(KEY_BYTES)


def fingerprint(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def key_for_guest(invitation: str, secret: str) -> str:
    """The key for whoever takes a seat by an invitation.

    It follows from the guest's own secret, so that an answer that was lost can be asked for again; and whoever wrote
    the invitation does not know it.
    """
    mixed = hmac.digest(invitation.encode(), secret.encode(), "sha256")
    return base64.urlsafe_b64encode(mixed[:KEY_BYTES]).decode()


def matches(key: str, kept: str) -> bool:
    """Whether a fingerprint is that of a key or an invitation. It takes the same time for every key."""
    return hmac.compare_digest(fingerprint(key), kept)


def seat_of(key: str, fingerprints: Sequence[str]) -> int | None:
    """The seat that a key holds. It takes the same time for every key."""
    found = None
    for seat, kept in enumerate(fingerprints):
        if matches(key, kept):
            found = seat
    return found
