"""The outcome of a contest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from railwright.studies.player_outcome import PlayerOutcome


@dataclass(frozen=True, slots=True)
class ContestOutcome:
    """The result of one contest."""

    description: Mapping[str, Any]
    """What was played: ``Contest.describe``."""
    seconds: float
    workers: int
    players: Mapping[str, PlayerOutcome]

    @property
    def games(self) -> int:
        """Number of games played."""
        return int(self.description["games"])

    def __getitem__(self, label: str) -> PlayerOutcome:
        return self.players[label]

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for a file."""
        return {
            "description": dict(self.description),
            "seconds": round(self.seconds, 2),
            "workers": self.workers,
            "players": [player.to_dict() for player in self.players.values()],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ContestOutcome:
        """The outcome stored in a file."""
        players = [PlayerOutcome.from_dict(player) for player in data["players"]]
        return cls(data["description"], data["seconds"], data["workers"], {player.label: player for player in players})


ContestOutcomes = Mapping[str, ContestOutcome]
"""Outcomes by the name of the contest."""
