"""The results of the boards, read from the outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from railwright.game.board import Board


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """The results of one player on a board."""

    player: str
    win_rate: float
    low: float
    high: float
    points: float
    completed: float
    failed: float

    @staticmethod
    def read(data: Mapping[str, Any]) -> PlayerRow:
        """From the summary of a match."""
        return PlayerRow(
            data["player"], data["win_rate"], data["win_rate_low"], data["win_rate_high"], data["points_mean"],
            data["tickets_completed_mean"], data["tickets_failed_mean"],
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class EvaluatedBoard:
    """A board that was evaluated."""

    title: str
    kind: str
    """Its origin: ours, published or official."""
    board: Board
    quality: Mapping[str, Any]
    players: tuple[PlayerRow, ...]
    turns: float
    """Mean number of turns per seat."""
    seconds: float | None = None
    """Seconds that it took to make; None for boards of others."""
    shortfalls: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def completion(self) -> float:
        """The share of all kept tickets that were completed."""
        completed = sum(row.completed for row in self.players)
        return completed / max(1e-9, completed + sum(row.failed for row in self.players))

    @property
    def points(self) -> float:
        """The mean score of all players."""
        return sum(row.points for row in self.players) / len(self.players)

    @staticmethod
    def read(title: str, kind: str, data: Mapping[str, Any]) -> EvaluatedBoard:
        """From the result of a computation."""
        return EvaluatedBoard(
            title, kind, Board.from_dict(data["board"]), data["quality"], tuple(map(PlayerRow.read, data["players"])),
            data["length"]["turns_per_seat_mean"], data.get("seconds"), tuple(data.get("shortfalls", ())),
            tuple(data.get("left_out", ())),
        )  # fmt: skip


OURS, PUBLISHED, OFFICIAL = "ours", "published", "official"
"""Origins of a board."""
