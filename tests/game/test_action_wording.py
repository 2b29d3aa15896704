"""Actions in words."""

from __future__ import annotations

import pytest

from railwright.game.action_wording import general_words
from railwright.game.actions import TICKETS
from railwright.maps.load import load_setup


@pytest.mark.parametrize(
    ("board", "long", "words"),
    [
        ("usa", 0, "draw tickets"),
        ("europe", 0, "draw tickets"),  # its long tickets are only dealt
        ("germany", 0, "draw short tickets"),
        ("germany", 3, "draw tickets, 3 of them long"),
    ],
)
def test_drawing_tickets_names_long_ones_where_they_can_be_chosen(board: str, long: int, words: str) -> None:
    assert general_words(load_setup(board), TICKETS + long) == words
