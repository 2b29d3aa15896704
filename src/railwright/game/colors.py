"""The colours of cards and tracks, and of passengers."""

from __future__ import annotations

from collections.abc import Mapping

from railwright.say import Said, say

COLORS = ("pink", "white", "blue", "yellow", "orange", "black", "red", "green")
"""The eight card colours, in the order of their numbers."""

LOCOMOTIVE = 8
"""The number of the wild card."""

GRAY = 8
"""The track colour that accepts cards of any one colour. It has the number of the wild card, as no track has that."""

CARDS = (*COLORS, "locomotive")
"""The nine kinds of cards, in the order of their numbers."""

TRACK_COLORS = (*COLORS, "gray")
"""The track colours, in the order of their numbers."""

CARD_KINDS = len(CARDS)

COLOR_TEXTS: Mapping[str, Said] = {
    "pink": say("pink"),
    "white": say("white"),
    "blue": say("blue"),
    "yellow": say("yellow"),
    "orange": say("orange"),
    "black": say("black"),
    "red": say("red"),
    "green": say("green"),
    "gray": say("gray"),
    "locomotive": say("locomotive"),
}
"""All colours of cards, tracks and passengers in words, by their names in data."""

PASSENGER_COLORS = ("red", "green", "yellow", "black", "blue", "white")
"""The six colours of passengers, in the order of their numbers."""
