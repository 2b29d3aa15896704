"""Undo: a choice can be taken back if it revealed nothing hidden and nobody else has acted since."""

from __future__ import annotations

from collections.abc import Sequence

from railwright.errors import RailwrightError
from railwright.table.game_history import Step


class CannotUndoError(RailwrightError):
    """A choice cannot be taken back. The message says why."""


def last_choice(steps: Sequence[Step], seat: int, names: Sequence[str]) -> int:
    """Number of steps that remain when the seat's last choice is taken back.

    A payment is taken back together with the claim or station that it was for, and forced steps together with the
    choice that they followed. Raises CannotUndoError if the choice cannot be taken back.
    """
    if all(step.seat != seat for step in steps):
        raise CannotUndoError("Nothing to take back yet.")
    for length in range(len(steps) - 1, -1, -1):
        step = steps[length]
        if step.seat != seat:
            raise CannotUndoError(f"Nothing to take back: {names[step.seat]} has acted since your last choice.")
        if step.revealed:
            raise CannotUndoError(f"That cannot be taken back: {step.revealed}.")
        if not step.forced and step.stage != "pay":
            return length
    raise CannotUndoError("Nothing to take back yet.")


def why_no_undo(steps: Sequence[Step], seat: int, names: Sequence[str]) -> str:
    """Explain why the seat's last choice cannot be taken back; empty if it can."""
    try:
        last_choice(steps, seat, names)
    except CannotUndoError as reason:
        return str(reason)
    return ""
