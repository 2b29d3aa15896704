"""How long and how much is kept: what nobody uses goes in time."""

from __future__ import annotations

from dataclasses import dataclass

DAY = 86_400.0
"""Seconds."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """How long and how much is kept; 0 stands for ever, and for as much as comes."""

    unfinished_days: float = 180
    """Games that are not over, since somebody last opened them or acted in them."""
    finished_days: float = 730
    """Games that are over, since somebody last opened them."""
    board_days: float = 180
    """Boards that people brought and that no kept game is played on, since somebody last chose them."""
    megabytes: float = 2_000
    """Of the whole database, before nothing new is begun."""
    games_each: int = 800
    """Begun from one address."""
    megabytes_each: float = 10
    """Of games begun from one address."""


USUAL = Keeping()
"""Unless the owner of the server says otherwise."""
