"""What must be known to read the tables."""

from __future__ import annotations

GENERAL = (
    "Our boards are made from the railway extracts with the paper's method; where it gives no formula or leaves work "
    "to others (colours, tickets), the documentation of the program says what we do. All wishes are the usual ones: "
    "36 stations, 78 edges, 309 segments.",
    "The published maps have neither colours nor tickets. For games they get both from our program, like our boards.",
    "All games are by the official rules of the usa board. Win rates have 95 % intervals.",
)

SEGMENTS = (
    "The paper counts 307 segments on the original board; it has 309. "
    "The count comes from a table with one wrong length."
)

MEASURES = (
    "Spread: the smallest distance of two stations, where 1 is that of a square grid. Angle: the smallest between two "
    "edges at a station. Variation: of map length for each segment, standard deviation by mean. All in Web Mercator; a "
    "crossing is counted if it is one there or on our own map.",
)
