"""Real railway extracts and published maps, for developers who have them.

The tests do without: they make small networks and maps of their own. With ``RAILWRIGHT_TEST_DATA`` set to a folder, the
same checks run on its extracts (``osm/*.osm.pbf``) and maps (``maps-reference/**/*.map``), too.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

VARIABLE = "RAILWRIGHT_TEST_DATA"
FOLDER = Path(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else None


def extract(name: str) -> Path:
    """The file of an extract."""
    assert FOLDER is not None
    return FOLDER / "osm" / f"{name}.osm.pbf"


def extracts(names: Iterable[str]) -> list[str]:
    """Those extracts that are there."""
    return [name for name in names if FOLDER is not None and extract(name).exists()]


def maps() -> list[Path]:
    """All maps that are there."""
    return sorted((FOLDER / "maps-reference").rglob("*.map")) if FOLDER is not None else []


def words() -> str:
    """What the tests work with, for the head of their report."""
    if FOLDER is None:
        return f"railways and maps: made by the tests ({VARIABLE} names a folder with real ones)"
    return f"railways and maps: made by the tests, and those in {FOLDER}"
