"""The colours and symbols of the pictures, for the page. This needs no compiled code."""

from __future__ import annotations

from typing import Any

from railwright.draw import LIGHT
from railwright.draw.marks import COLOR_MARKS, LOCOMOTIVE_MARK, STATION_MARK, seat_mark
from railwright.draw.palette import SEAT_FILLS, TRACK_FILLS, ink_on


def drawing_words() -> dict[str, Any]:
    """Colours and symbols for drawing cards, trains and stations in the style of the pictures."""
    cards = {**COLOR_MARKS, "locomotive": LOCOMOTIVE_MARK}
    fills = {**TRACK_FILLS, "locomotive": LIGHT.land}
    return {
        "cards": {name: {"fill": fills[name], "ink": ink_on(fills[name]), "mark": cards[name]} for name in cards},
        "seats": [{"fill": fill, "ink": ink_on(fill), "mark": seat_mark(seat)} for seat, fill in enumerate(SEAT_FILLS)],
        "station": STATION_MARK,
    }
