"""The colours of cards and tracks, and of passengers."""

from __future__ import annotations

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

PASSENGER_COLORS = ("red", "green", "yellow", "black", "blue", "white")
"""The six colours of passengers, in the order of their numbers."""
