"""Computer players in the seats of people: who played which seat, why, and from which action to which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from railwright.errors import DamageError

MOST_STAND_INS = 100
"""Most times that computers can take seats in one game and give them back."""

Reason = Literal["absent", "time"]
"""Why a computer plays: the person is absent, or the person's time is up."""

ABSENT: Reason = "absent"
TIME: Reason = "time"


@dataclass(frozen=True, slots=True)
class StandIn:
    """A computer player that has taken the seat of a person."""

    seat: int
    player: str
    start: int
    """Number of actions of the game when it took the seat."""
    end: int | None = None
    """Number of actions when it gave the seat back; None while it plays."""
    reason: Reason = ABSENT

    def to_dict(self) -> dict[str, Any]:
        """As stored, and as shown at the table."""
        period = {"from": self.start, "until": self.end}
        return {"seat": self.seat, "player": self.player, **period, "reason": self.reason}

    def in_record(self, end: int) -> dict[str, Any]:
        """As in the record of a game. Absence, the usual reason, is not mentioned."""
        found = {"player": self.player, "from": self.start, "until": end}
        return found if self.reason == ABSENT else {**found, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class StandIns:
    """All stand-ins of a game, in order of their beginning."""

    periods: tuple[StandIn, ...] = ()

    @staticmethod
    def read(found: Any, *, seats: int) -> StandIns:
        """Read stored stand-ins, or raise DamageError."""
        try:
            periods = tuple(_read(one) for one in found)
        except (TypeError, KeyError, AttributeError) as error:
            raise DamageError("its stand-ins cannot be read") from error
        if any(one.seat >= seats for one in periods):
            raise DamageError("a stand-in has a seat that the game does not have")
        return StandIns(periods)

    def to_list(self) -> list[dict[str, Any]]:
        """As stored, and as shown at the table."""
        return [one.to_dict() for one in self.periods]

    def player_in(self, seat: int) -> str | None:
        """The computer player that has a seat now; None if its person has it."""
        found = self._now_in(seat)
        return None if found is None else found.player

    def reason_in(self, seat: int) -> Reason | None:
        """Why a computer player has a seat now; None if its person has it."""
        found = self._now_in(seat)
        return None if found is None else found.reason

    def _now_in(self, seat: int) -> StandIn | None:
        return next((one for one in self.periods if one.seat == seat and one.end is None), None)

    def seats(self, reason: Reason) -> list[int]:
        """The seats that computer players have now for a reason."""
        return [one.seat for one in self.periods if one.end is None and one.reason == reason]

    def taken(self, seat: int, player: str, *, at: int, reason: Reason = ABSENT) -> StandIns:
        """These stand-ins and a new one, which takes a seat after ``at`` actions."""
        return StandIns((*self.periods, StandIn(seat, player, at, reason=reason)))

    def given_back(self, seat: int, *, at: int) -> StandIns:
        """The person of a seat has it again after ``at`` actions."""
        ended = (replace(one, end=at) if one.seat == seat and one.end is None else one for one in self.periods)
        return StandIns(tuple(one for one in ended if one.end is None or one.start < one.end))  # others never acted

    def last_end(self, seat: int) -> int:
        """Number of actions before which the person of a seat can take nothing back."""
        return max((one.end for one in self.periods if one.seat == seat and one.end is not None), default=0)

    def in_record(self, seat: int, *, length: int) -> list[dict[str, Any]]:
        """The stand-ins of a seat for the record of a game with ``length`` actions; those that had no time to act are
        left out."""
        ends = [(one, length if one.end is None else min(one.end, length)) for one in self.periods if one.seat == seat]
        return [one.in_record(end) for one, end in ends if one.start < end]

    def recorded(self, players: Sequence[Mapping[str, Any]], *, length: int) -> tuple[Mapping[str, Any], ...]:
        """The players as the record of a game with ``length`` actions has them: each with its stand-ins, if any."""
        periods = [self.in_record(seat, length=length) for seat in range(len(players))]
        return tuple(
            {**player, "stand_ins": own} if own else player for player, own in zip(players, periods, strict=True)
        )


def _read(found: Mapping[str, Any]) -> StandIn:
    seat, player, start, end = (found[key] for key in ("seat", "player", "from", "until"))
    is_right = all(type(one) is int and one >= 0 for one in (seat, start)) and isinstance(player, str)
    if not is_right or not (end is None or (type(end) is int and end >= start)):
        raise TypeError("a value has a wrong type")
    reason = found.get("reason", ABSENT)  # before games had clocks, there was only one
    if reason not in (ABSENT, TIME):
        raise TypeError("a reason is unknown")
    return StandIn(seat, player, start, end, reason)
