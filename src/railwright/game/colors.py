"""The colours of cards and tracks, and of passengers."""

from __future__ import annotations

COLORS = ("pink", "white", "blue", "yellow", "orange", "black", "red", "green")
"""The eight card colours, in the order of their numbers."""

LOCOMOTIVE = 8
"""The number of the wild card."""

GRAY = 8
"""A track of this colour takes cards of any one colour. It shares the number of the wild card, which no track has."""

CARDS = (*COLORS, "locomotive")
"""The nine kinds of card by number."""

TRACK_COLORS = (*COLORS, "gray")
"""The colours a track can have, by number."""

CARD_KINDS = len(CARDS)

PASSENGER_COLORS = ("red", "green", "yellow", "black", "blue", "white")
"""The six colours of passengers, in the order of their numbers."""
