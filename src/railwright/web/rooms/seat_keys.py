"""Keys that hold a seat, invitations to take one, and secrets of devices. The server stores only their fingerprints."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence

KEY_BYTES = 24
"""192 bits: infeasible to guess."""

KEY_HEADER = "X-Railwright-Key"
"""Name of the header that carries a key."""

PERSON_HEADER = "X-Railwright-Person"
"""Name of the header that carries the secret of a person's device."""

PERSON_SECRET = r"[A-Za-z0-9_-]{16,64}"
"""What the secret of a device looks like."""

NO_KEY = ""
"""Fingerprint of a seat that nobody holds: that of a computer player, or of a person who has not joined yet."""


def new_key() -> str:
    """Generate a key for a seat, an invitation, or the name of a game."""
    return secrets.token_urlsafe(KEY_BYTES)


def fingerprint(key: str) -> str:
    """Fingerprint of a key, as it is stored."""
    return hashlib.sha256(key.encode()).hexdigest()


def person_of(secret: str, server_key: bytes) -> str:
    """Fingerprint of the secret of a person's device, as it is stored.

    People may choose weak secrets, so it is made with the server's key: without that, nobody can try out guesses.
    """
    return hmac.digest(server_key, f"person {secret}".encode(), "sha256").hex()


def key_for_guest(invitation: str, secret: str) -> str:
    """Key of the guest who takes a seat with an invitation.

    It is derived from the guest's own secret, so that the request can be repeated if the response was lost, and the
    sender of the invitation cannot know it.
    """
    mixed = hmac.digest(invitation.encode(), secret.encode(), "sha256")
    return base64.urlsafe_b64encode(mixed[:KEY_BYTES]).decode()


def matches(key: str, kept: str) -> bool:
    """Whether a fingerprint is that of a key or invitation. The comparison takes constant time."""
    return hmac.compare_digest(fingerprint(key), kept)


def seat_of(key: str, fingerprints: Sequence[str]) -> int | None:
    """The seat that a key holds, if any. The comparison takes constant time."""
    found = None
    for seat, kept in enumerate(fingerprints):
        if matches(key, kept):
            found = seat
    return found
