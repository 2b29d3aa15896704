"""The size of the original game's board. Friedsam and Rupp (2024) call a city a station and a route an edge."""

from __future__ import annotations

CLASSIC_STATIONS = 36
CLASSIC_EDGES = 78
CLASSIC_DOUBLES = 22
"""Number of edges with two tracks."""
CLASSIC_SEGMENTS = 309
"""Number of spaces on all tracks. The paper prints 307: its source had a wrong length for one route."""
PAPER_SEGMENTS = 307
