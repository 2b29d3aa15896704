"""Numbers and names from the paper."""

from __future__ import annotations

from collections.abc import Mapping

STATIONS, EDGES, SEGMENTS = 36, 78, 307
"""Size of the original board according to the paper (section 3.1, Q.2). The board actually has 309 segments."""

AFRICA_EDGES = 51
"""Edges on the sparse network of Africa (section 3.7)."""

OTHER_NAMES: Mapping[str, str] = {
    "great-britain": "United Kingdom",
    "usa": "United States of America",
}
"""Names of published maps that differ from those of the extracts."""
