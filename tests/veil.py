"""Events as one who sees hidden cards must not tell them: for tests that nothing hidden is ever shown."""

from __future__ import annotations

import copy

from railwright.game.story import Event

SECRET = "SECRET"


def veiled(event: Event, viewer: int | None) -> Event:
    """The event with everything hidden from the viewer replaced."""
    event = copy.deepcopy(event)
    if "seat" not in event or event["seat"] == viewer:
        return event
    if event["event"] == "deal":
        event["cards"] = [SECRET] * len(event["cards"])
    elif event["event"] == "draw" and event["source"] == "deck":
        event["card"] = SECRET
    elif event["event"] in ("offer", "keep"):
        for key in ("tickets", "kept", "returned"):
            if key in event:
                event[key] = [[SECRET, SECRET, 77]] * len(event[key])
    return event
