"""The clock of a game: the time that each person has left. Moments are arguments, in seconds of any steady clock.

Everybody has the same time for the whole game, and gets the increment at the beginning of each turn. An increment is
given once for a turn, however often its beginning is undone, and undoing gives no time back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from railwright.errors import DamageError

NO_TURN = -1
"""Number of the turn before the first."""


@dataclass(frozen=True, slots=True)
class ClockRules:
    """The time that each person has."""

    seconds: float
    """Time for the whole game."""
    increment: float = 0.0
    """Time added at the beginning of each turn, in seconds."""

    @staticmethod
    def of(table: Mapping[str, Any]) -> ClockRules | None:
        """Read the rules from the stored options of a table; None if the game has no clock."""
        found = table.get("clock")
        return None if not found else ClockRules(float(found["seconds"]), float(found["increment"]))

    def to_dict(self) -> dict[str, float]:
        """As stored in the options of a table."""
        return {"seconds": self.seconds, "increment": self.increment}


@dataclass(frozen=True, slots=True)
class SeatTime:
    """The time of one seat."""

    left: float
    """Time left when its clock last began to run, in seconds, with the increment."""
    turn: int = NO_TURN
    """The last turn for which the increment was given."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of all seats, and which of them is running out."""

    rules: ClockRules
    seats: tuple[SeatTime, ...]
    runs: int | None = None
    """The seat whose time is running."""
    since: float = 0.0
    """When it began to run."""

    @staticmethod
    def new(rules: ClockRules, seats: int) -> Clock:
        """The clock of a new game."""
        return Clock(rules, (SeatTime(rules.seconds),) * seats)

    @staticmethod
    def read(rules: ClockRules, seats: int, rows: Iterable[Mapping[str, Any]]) -> Clock:
        """The clock of a stored game, from its `rows`; it does not run."""
        clock = Clock.new(rules, seats)
        for row in rows:
            if not 0 <= row["seat"] < seats or row["seconds"] < 0:
                raise DamageError("its clock cannot be read")
            clock = clock._with(row["seat"], SeatTime(row["seconds"], row["turn"]))
        return clock

    def row(self, seat: int) -> dict[str, Any]:
        """The time of a seat as stored; its clock must have been stopped."""
        return {"seat": seat, "seconds": self.seats[seat].left, "turn": self.seats[seat].turn}

    def left(self, seat: int, *, at: float) -> float:
        """The time that a seat has left, in seconds; never below 0."""
        passed = max(0.0, at - self.since) if seat == self.runs else 0.0
        return max(0.0, self.seats[seat].left - passed)

    def stopped(self, *, at: float) -> Clock:
        """The clock when nobody's time runs any more."""
        if self.runs is None:
            return self
        time = replace(self.seats[self.runs], left=self.left(self.runs, at=at))
        return replace(self._with(self.runs, time), runs=None)

    def running(self, seat: int, *, turn: int, at: float) -> Clock:
        """The clock when the time of a seat runs for one of its turns, which are numbered in the order of the game."""
        is_new = turn > self.seats[seat].turn
        if seat == self.runs and not is_new:
            return self
        clock = self.stopped(at=at)
        if is_new:
            clock = clock._with(seat, SeatTime(clock.seats[seat].left + self.rules.increment, turn))
        return replace(clock, runs=seat, since=at)

    def _with(self, seat: int, time: SeatTime) -> Clock:
        return replace(self, seats=(*self.seats[:seat], time, *self.seats[seat + 1 :]))

    def to_dict(self, people: Sequence[int], *, at: float) -> dict[str, Any]:
        """As shown at the table: the time that the ``people`` have left."""
        seats = range(len(self.seats))
        left = [round(self.left(seat, at=at), 3) if seat in people else None for seat in seats]
        return {**self.rules.to_dict(), "left": left, "runs": self.runs}
