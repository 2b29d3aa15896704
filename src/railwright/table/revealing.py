"""The hidden information that a step reveals. Only a step that reveals none can be undone."""

from __future__ import annotations

from collections.abc import Sequence

from railwright.game.story import Event
from railwright.say import Said, say

FORKED = say("the game was forked here, and all draws after this are new")
"""Why steps before a fork cannot be undone: somebody may know how the original game continued."""

_TURNED = say("the tunnel's cards were turned over")


def come_to_light(stage: str, row: Sequence[str | None], events: Sequence[Event], next_stage: str) -> Said | None:
    """Describe the hidden information that a step revealed; None if there is none.

    ``stage`` and ``row`` are from before the step. The event with the cards of a tunnel comes only when the tunnel is
    settled, so a tunnel is recognised by its stage; settling it later reveals nothing more.
    """
    if any(event["event"] == "renew" for event in events):
        return FORKED
    places = list(row)
    for event in events:
        kind = event["event"]
        if kind == "draw" and event["source"] == "deck":
            return say("a card was drawn from the deck")
        if kind == "draw":
            places[event["place"]] = None
        elif kind == "replace" or (kind == "row" and _has_new_card(places, event["cards"])):
            return say("a new card was turned face up")
        elif kind == "offer":
            return say("tickets were drawn")
        elif kind == "tunnel" and stage == "pay" and event["revealed"]:
            return _TURNED
    return _TURNED if stage == "pay" and next_stage == "tunnel" else None


def _has_new_card(before: Sequence[str | None], after: Sequence[str | None]) -> bool:
    return any(old is None and new is not None for old, new in zip(before, after, strict=True))
