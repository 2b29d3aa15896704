"""A player by name, before it is loaded. Nothing here needs the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from railwright.say import Said


@dataclass(frozen=True, slots=True)
class LevelRating:
    """A strength on the Elo scale, in games of two players on all boards (docs/levels.md)."""

    elo: int
    error: int
    """Half of the 95% confidence interval; 0 for the reference level."""

    def __str__(self) -> str:
        return f"{self.elo} ± {self.error}" if self.error else f"{self.elo}"


@dataclass(frozen=True, slots=True)
class Entry:
    """A built-in player that is not loaded yet. Loading compiles it, which takes seconds the first time."""

    module: str
    """The module of the player, relative to ``railwright.players``."""
    summary: str | Said
    """One line about what it does."""
    source: str | Said
    """Who published it."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options that turn the player of the module into this one."""
    former: Mapping[str, str] = field(default_factory=dict)
    """Former names of options, which are still understood, with the current ones."""
    variable: str = "player"
    """The name of the player in its module."""
    rating: LevelRating | None = None
    """Its strength, for the levels."""

    @property
    def path(self) -> str:
        """The full name of its module."""
        return f"railwright.players.{self.module}"
