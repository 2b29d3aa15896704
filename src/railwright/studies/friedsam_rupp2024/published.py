"""What the paper asks for and reports."""

from __future__ import annotations

from collections.abc import Mapping

STATIONS, EDGES, SEGMENTS = 36, 78, 307
"""The size of the original board as the paper has it (section 3.1, Q.2). The board really has 309 segments."""

AFRICA_EDGES = 51
"""On the sparse network of Africa (section 3.7)."""

OTHER_NAMES: Mapping[str, str] = {
    "great-britain": "United Kingdom",
    "usa": "United States of America",
}
"""Extracts whose published map has another name."""
