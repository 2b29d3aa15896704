"""Storage quotas, so that nobody can fill the disk."""

from __future__ import annotations

import hmac

from railwright.store.games import GameStore
from railwright.store.keeping import Keeping
from railwright.web.access.addresses import group_of, read_address
from railwright.web.access.refusals import TooManyError


def check_quota(store: GameStore, keeping: Keeping, owner: str) -> None:
    """Refuse a new game if the database is full or the quota of its owner is exhausted."""
    check_size(store, keeping)
    games, size = store.share_of(owner) if owner else (0, 0)
    is_over = keeping.games_each and games >= keeping.games_each
    if is_over or (keeping.megabytes_each and size >= keeping.megabytes_each * 1e6):
        raise TooManyError(
            f"{games} games from your address are already stored; new ones are possible when old ones have been removed"
        )


def check_size(store: GameStore, keeping: Keeping) -> None:
    """Refuse anything new if the database is full."""
    if keeping.megabytes and store.size() >= keeping.megabytes * 1e6:
        raise TooManyError("the storage of this server is full; try again when old games have been removed")


def owner_of(address: str, secret: bytes) -> str:
    """Fingerprint of an address. Without the server's key it cannot be linked to an address."""
    if read_address(address) is None:
        return ""
    return hmac.digest(secret, group_of(address).encode(), "sha256").hex()[:24]
