"""The size of the study: games and extracts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from railwright.studies.study_effort import StudyEffort

PLAYERS = ("hoard", "rule", "evaluation", "long-route")
"""Four published players with different styles, fast enough for thousands of games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort(StudyEffort):
    """The size of the study."""

    games: int
    """Games on each board, a whole number of rounds."""
    extracts: int | None = None
    """Number of extracts to use, smallest files first; None for all."""

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for the settings of a folder."""
        return {"games": self.games, "extracts": self.extracts, "players": list(PLAYERS)}


FULL = Effort(name="full", is_full=True, games=2000)
QUICK = Effort(name="quick", is_full=False, games=100, extracts=3)
