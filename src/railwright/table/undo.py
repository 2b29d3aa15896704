"""Undo: a choice can be taken back if it revealed nothing hidden and nobody else has acted since."""

from __future__ import annotations

from collections.abc import Sequence

from railwright.errors import RailwrightError
from railwright.say import Said, say
from railwright.table.game_history import Step


class CannotUndoError(RailwrightError):
    """A choice cannot be taken back. The message says why."""


def last_choice(steps: Sequence[Step], seat: int, names: Sequence[str]) -> int:
    """Number of steps that remain when the seat's last choice is taken back.

    A payment is taken back together with the claim or station that it was for, and forced steps together with the
    choice that they followed. Raises CannotUndoError if the choice cannot be taken back.
    """
    found = _last_choice(steps, seat, names)
    if isinstance(found, Said):
        raise CannotUndoError(found)
    return found


def why_no_undo(steps: Sequence[Step], seat: int, names: Sequence[str]) -> Said | None:
    """Explain why the seat's last choice cannot be taken back; None if it can."""
    found = _last_choice(steps, seat, names)
    return found if isinstance(found, Said) else None


def _last_choice(steps: Sequence[Step], seat: int, names: Sequence[str]) -> int | Said:
    """The number of steps that remain, or why the choice cannot be taken back."""
    if all(step.seat != seat for step in steps):
        return _NOTHING
    for length in range(len(steps) - 1, -1, -1):
        step = steps[length]
        if step.seat != seat:
            who = names[step.seat]
            return say("Nothing to take back: {who} has acted since your last choice.", who=who)
        if step.revealed is not None:
            return say("That cannot be taken back: {reason}.", reason=step.revealed)
        if not step.forced and step.stage != "pay":
            return length
    return _NOTHING


_NOTHING = say("Nothing to take back yet.")
