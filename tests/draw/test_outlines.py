"""Path data of long lines."""

from __future__ import annotations

import numpy as np
import pytest

from railwright.draw.svg import outline


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ([(0, 0), (1, 2), (1, 0)], "M0 0l1 2 0-2z"),
        ([(5, 5), (5.01, 5), (5, 5.02)], "M5 5z"),  # a lake smaller than a tenth: no step is left
    ],
)
def test_a_closed_line(line: list[tuple[float, float]], path: str) -> None:
    assert outline(np.array(line, dtype=float), closed=True) == path
