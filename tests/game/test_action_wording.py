"""Actions in words."""

from __future__ import annotations

import pytest

from railwright.errors import IllegalActionError
from railwright.game.action_wording import general_text
from railwright.game.actions import ACTIONS, TICKETS, decode
from railwright.maps.load import load_setup
from saying import check_said


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
    assert str(general_text(load_setup(board), TICKETS + long)) == words


@pytest.mark.parametrize("board", ["usa", "europe", "germany"])
def test_every_action_can_be_said_in_other_languages(board: str) -> None:
    setup, kinds = load_setup(board), set()
    for action in range(ACTIONS):
        try:
            text = general_text(setup, action)
        except IllegalActionError:
            continue
        assert check_said(str(text), text.to_json())
        kinds.add(decode(action).kind)  # type: ignore[union-attr]
    assert len(kinds) == 10
