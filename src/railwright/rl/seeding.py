"""Seeds for environments that are reset without one."""

from __future__ import annotations

import secrets

from railwright.game.chance import MAX_SEED


def fresh_seed() -> int:
    """A seed that nobody chose. Only environments use it, where a library's interface allows no seed."""
    return secrets.randbelow(MAX_SEED)
