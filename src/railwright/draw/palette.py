"""Colours of a picture.

Tracks differ from each other, seats from each other, and every seat from every track, also for colour-blind readers: a
test simulates the three kinds of colour blindness.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

TRACK_FILLS: Mapping[str, str] = {
    "pink": "#db80da",
    "white": "#f5feff",
    "blue": "#6381fc",
    "yellow": "#ffcc07",
    "orange": "#f6933c",
    "black": "#1b1b1b",
    "red": "#d55240",
    "green": "#18ba78",
    "gray": "#b2b9be",
}
"""Fill colours of cards, tracks and passengers."""

SEAT_FILLS = ("#3625b7", "#7d1d15", "#22746a", "#fdf2b4", "#4d106a")
"""Fill colours of the seats' trains: indigo, maroon, teal, cream, purple. They are darker than the tracks, or paler, so
that a claimed track is never taken for a free one."""

DARK_INK, LIGHT_INK = "#141414", "#ffffff"


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture."""

    name: str
    """CSS class of the picture, which keeps the styles of two pictures on one page apart."""
    background: str
    land: str
    """Land of the board's own countries, or invented land."""
    coast: str
    """Shallow water around invented land."""
    sea: str
    abroad: str
    """Land of other countries."""
    shore: str
    """Line between land and water."""
    border: str
    """Line between two countries."""
    ink: str
    """Text, outlines and dots."""
    quiet: str
    """Less important text and lines."""
    halo: str
    """Outline behind text."""
    dot: str
    """Fill of the cities' dots."""
    highlight: str
    ferry: str
    """Line under ferries."""
    tracks: Mapping[str, str]
    seats: tuple[str, ...]

    def seat(self, seat: int) -> str:
        """The colour of a seat."""
        return self.seats[seat % len(self.seats)]


LIGHT = Theme(
    name="light",
    background="#dfe8ec",
    land="#f6f1e3",
    coast="#c9d3d2",
    sea="#cbe0eb",
    abroad="#e6e5dc",
    shore="#86aec4",
    border="#bdb299",
    ink="#26282b",
    quiet="#5d646b",
    halo="#fbf8ef",
    dot="#fffdf6",
    highlight="#ff9d00",
    ferry="#5b8fb3",
    tracks=TRACK_FILLS,
    seats=SEAT_FILLS,
)

DARK = Theme(
    name="dark",
    background="#12171d",
    land="#2d3641",
    coast="#35404c",
    sea="#0c1924",
    abroad="#1c2229",
    shore="#3f6076",
    border="#57606a",
    ink="#e8eaed",
    quiet="#a3adb8",
    halo="#171c23",
    dot="#11151a",
    highlight="#ffc24d",
    ferry="#5b8fb3",
    tracks=TRACK_FILLS,
    seats=SEAT_FILLS,
)


def faded(fill: str, ground: str) -> str:
    """A colour that has almost gone: most of it is the ground's."""
    parts = (round(0.3 * int(fill[i : i + 2], 16) + 0.7 * int(ground[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)


def ink_on(fill: str) -> str:
    """Dark or light ink, whichever is more readable on the colour."""
    red, green, blue = (_linear(int(fill[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return DARK_INK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 else LIGHT_INK


def _linear(part: float) -> float:
    return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
