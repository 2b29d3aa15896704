"""Text and what it stands on differ enough to be read, in both themes (WCAG 2.2, success criterion 1.4.3)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

THEME = Path(__file__).parents[2] / "src/railwright/web/static/style/theme.css"
LEAST = 4.5
"""For text of usual size."""

PAIRS = [
    *((ink, ground) for ink in ("ink", "ink-quiet") for ground in ("ground", "paper", "paper-2", "accent-soft")),
    *((ink, ground) for ink in ("accent", "good", "bad") for ground in ("paper", "paper-2")),
    ("accent-ink", "accent"),
    ("paper", "bad"),
    ("paper", "ink"),
    ("focus", "paper"),
    ("guide", "paper"),
]
"""What is written on what."""


def colors() -> dict[str, dict[str, str]]:
    blocks = re.findall(
        r"^:root(\[data-theme=\"dark\"\])? \{(.*?)^\}", THEME.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    return {
        "dark" if dark else "light": dict(re.findall(r"--([\w-]+): #([0-9a-f]{6});", block)) for dark, block in blocks
    }


def luminance(color: str) -> float:
    """Relative luminance, as WCAG defines it."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_as_published() -> None:
    assert contrast("000000", "ffffff") == pytest.approx(21)
    assert contrast("777777", "ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_can_be_read(theme: str) -> None:
    found = colors()[theme]
    pale = {(a, b): contrast(found[a], found[b]) for a, b in PAIRS if contrast(found[a], found[b]) < LEAST}
    assert pale == {}
