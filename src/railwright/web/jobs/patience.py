"""How long the server waits: for computer players, queries and files."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """The time that a job may take, from the moment it starts."""

    seconds: float
    """Total time."""
    processor_seconds: int | None = None
    """CPU time; None for no separate limit."""

    def times(self, factor: float) -> TimeLimit:
        """The limit for a machine that is slower by a factor."""
        if self.processor_seconds is None:
            return TimeLimit(self.seconds * factor)
        return TimeLimit(self.seconds * factor, max(1, round(self.processor_seconds * factor)))


@dataclass(frozen=True, slots=True)
class Patience:
    """Time limits of the server's work."""

    move: TimeLimit = TimeLimit(60.0, 10)
    """A move of a computer player. The slowest allowed players take about two seconds."""
    answer: TimeLimit = TimeLimit(60.0, 8)
    """An answer about a game. A hint on an official board takes about a second."""
    file: TimeLimit = TimeLimit(120.0, 15)
    """An upload, or a picture of a board. Most take a tenth of a second, the largest about two."""
    review: TimeLimit = TimeLimit(120.0, 40)
    """A piece of a review: some actions of a game. On an official board it takes about a second."""
    page: TimeLimit = TimeLimit(120.0)
    """A learning page. Disks can be slow."""
    grace_seconds: float = 3.0
    """Time for a person to undo an action before a computer player acts on it."""
    ready_seconds: float = 8.0
    """Timeout for loading the players of a new game."""

    def times(self, factor: float) -> Patience:
        """The limits for a machine that is slower by a factor. People are as fast as on any other."""
        return replace(
            self,
            move=self.move.times(factor),
            answer=self.answer.times(factor),
            file=self.file.times(factor),
            review=self.review.times(factor),
            page=self.page.times(factor),
        )
