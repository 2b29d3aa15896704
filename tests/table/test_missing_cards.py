"""The cards that a seat lacks for tracks."""

from __future__ import annotations

import pytest

from railwright.game.board import Track
from railwright.table.missing_cards import missing_cards


def track(words: str, *, locomotives: int = 0) -> Track:
    length, color = words.split()
    return Track(("A", "B"), 1, int(length), color, kind="ferry" if locomotives else "normal", locomotives=locomotives)


@pytest.mark.parametrize(
    ("tracks", "hand", "missing"),
    [
        (["3 red"], {"red": 1}, {"red": 2}),
        (["3 red"], {"red": 3}, {}),
        (["3 red", "2 blue"], {"red": 1, "locomotive": 3}, {"blue": 1}),
        (["2 red", "4 gray"], {"red": 3, "green": 2}, {"green": 2}),  # two of the three red ones are spoken for
        (["4 gray", "3 gray"], {"blue": 5, "green": 2}, {"green": 1}),
        (["3 gray"], {}, {"any": 3}),
        (["3 gray"], {"locomotive": 1}, {"any": 2}),
    ],
)
def test_cards_that_are_missing(tracks: list[str], hand: dict[str, int], missing: dict[str, int]) -> None:
    assert missing_cards(map(track, tracks), hand) == missing


def test_a_ferry_needs_its_locomotives() -> None:
    assert missing_cards([track("4 gray", locomotives=2)], {"red": 1, "locomotive": 1}) == {"red": 1, "locomotive": 1}
