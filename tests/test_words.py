"""Numbers in sentences."""

from __future__ import annotations

import pytest

from railwright.words import count, listed


@pytest.mark.parametrize(
    ("number", "noun", "words"),
    [(1, "table", "1 table"), (0, "game", "0 games"), (2, "city", "2 cities"), (3, "way", "3 ways"),
     (1, "claimed track", "1 claimed track"), (12345, "game", "12,345 games"), (1.5, "point", "1.5 points"),
     (2.0, "point", "2 points")],
)  # fmt: skip
def test_a_number_goes_with_its_noun(number: float, noun: str, words: str) -> None:
    assert count(number, noun) == words


@pytest.mark.parametrize(("names", "words"), [
    ([], ""), (["Ada"], "Ada"), (["Ada", "Eve"], "Ada and Eve"), (["Ada", "Eve", "Zoe"], "Ada, Eve and Zoe"),
])  # fmt: skip
def test_names_are_listed_as_in_a_sentence(names: list[str], words: str) -> None:
    assert listed(names) == words
    assert listed(names, "or") == words.replace(" and ", " or ")
