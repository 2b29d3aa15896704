"""Storage quotas, so that nobody can fill the disk."""

from __future__ import annotations

import hmac

from railwright.say import say
from railwright.store.games import GameStore
from railwright.store.retention import Retention
from railwright.web.access.addresses import group_of, read_address
from railwright.web.access.refusals import TooManyError


def check_quota(store: GameStore, retention: Retention, owner: str) -> None:
    """Refuse a new game if the database is full or the quota of its owner is exhausted."""
    check_size(store, retention)
    games, size = store.share_of(owner) if owner else (0, 0)
    is_over = retention.games_each and games >= retention.games_each
    if is_over or (retention.megabytes_each and size >= retention.megabytes_each * 1e6):
        raise TooManyError(
            say(
                "{games} games from your address are already stored; new ones are possible when old ones have been "
                "removed",
                games=games,
            )
        )


def check_size(store: GameStore, retention: Retention) -> None:
    """Refuse anything new if the database is full."""
    if retention.megabytes and store.size() >= retention.megabytes * 1e6:
        raise TooManyError(say("the storage of this server is full; try again when old games have been removed"))


def owner_of(address: str, secret: bytes) -> str:
    """Fingerprint of an address. Without the server's key it cannot be linked to an address."""
    if read_address(address) is None:
        return ""
    return hmac.digest(secret, group_of(address).encode(), "sha256").hex()[:24]
