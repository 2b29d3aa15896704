"""Remarks needed to read the tables."""

from __future__ import annotations

GENERAL = (
    "Our boards are made from the railway extracts with the paper's method. Where the paper gives no formula or leaves "
    "work to others (colours, tickets), the documentation of the program says what we do. All boards are made with the "
    "default settings: 36 stations, 78 edges, 309 segments.",
    "The published maps have neither colours nor tickets. For the games, our program adds both, as on our boards.",
    "All games follow the official rules of the usa board. Win rates have 95% confidence intervals.",
)

SEGMENTS = (
    "The paper counts 307 segments on the original board; the board has 309. "
    "The count comes from a table with one wrong length."
)

MEASURES = (
    "Spread: the smallest distance between two stations, where 1 is that of a square grid. Angle: the smallest angle "
    "between two edges at a station. Variation: the coefficient of variation (standard deviation divided by mean) of "
    "the map length per segment. All are measured in Web Mercator; a crossing counts if it occurs there or on our own "
    "map.",
)
