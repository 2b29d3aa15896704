"""Numbers in sentences."""

from __future__ import annotations

import pytest

from railwright.words import count


@pytest.mark.parametrize(
    ("number", "noun", "words"),
    [(1, "table", "1 table"), (0, "game", "0 games"), (2, "city", "2 cities"), (3, "way", "3 ways"),
     (1, "claimed track", "1 claimed track"), (12345, "game", "12,345 games"), (1.5, "point", "1.5 points")],
)  # fmt: skip
def test_a_number_goes_with_its_noun(number: float, noun: str, words: str) -> None:
    assert count(number, noun) == words
