"""Undo: a choice can be taken back if it revealed nothing hidden and nobody else has acted since."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from railwright.errors import RailwrightError
from railwright.game.story import Event

if TYPE_CHECKING:
    from railwright.table.game_history import Step


FORKED = "the game was forked here, and all draws after this are new"
"""Why steps before a fork cannot be undone: somebody may know how the original game continued."""


class CannotUndoError(RailwrightError):
    """A choice cannot be taken back. The message says why."""


def come_to_light(stage: str, row: Sequence[str | None], events: Sequence[Event], next_stage: str) -> str:
    """Describe the hidden information that a step revealed; empty if there is none.

    ``stage`` and ``row`` are from before the step. The event with the cards of a tunnel comes only when the tunnel is
    settled, so a tunnel is recognised by its stage; settling it later reveals nothing more.
    """
    if any(event["event"] == "renew" for event in events):
        return FORKED
    places = list(row)
    for event in events:
        kind = event["event"]
        if kind == "draw" and event["source"] == "deck":
            return "a card was drawn from the deck"
        if kind == "draw":
            places[event["place"]] = None
        elif kind == "replace" or (kind == "row" and _has_new_card(places, event["cards"])):
            return "a new card was turned face up"
        elif kind == "offer":
            return "tickets were drawn"
        elif kind == "tunnel" and stage == "pay" and event["revealed"]:
            return "the tunnel's cards were turned over"
    return "the tunnel's cards were turned over" if stage == "pay" and next_stage == "tunnel" else ""


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


def _has_new_card(before: Sequence[str | None], after: Sequence[str | None]) -> bool:
    return any(old is None and new is not None for old, new in zip(before, after, strict=True))
