"""Retention: how long unused games and boards are kept, and how much is stored."""

from __future__ import annotations

from dataclasses import dataclass

DAY = 86_400.0
"""Seconds in a day."""


@dataclass(frozen=True, slots=True)
class Retention:
    """Retention periods and quotas; 0 means for ever, or no limit."""

    unfinished_days: float = 180
    """Days to keep an unfinished game after it was last opened or played."""
    finished_days: float = 730
    """Days to keep a finished game after it was last opened."""
    board_days: float = 180
    """Days to keep an uploaded board that no stored game is played on, after it was last chosen."""
    megabytes: float = 2_000
    """Size of the whole database at which new games and uploads are refused."""
    games_each: int = 800
    """Most games from one address."""
    megabytes_each: float = 10
    """Most megabytes of games from one address."""


USUAL = Retention()
"""Default retention."""
