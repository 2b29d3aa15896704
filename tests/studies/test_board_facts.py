"""Figures 2 to 6: the distributions of our boards, and the facts that the thesis states about them."""

from __future__ import annotations

import pytest

from railwright.maps.load import load_board
from railwright.studies.ounmaa2022.board_facts import dead_ends, facts, routes_by_length, tickets_by_points


def test_parallel_tracks_count_once() -> None:
    board = load_board("usa")
    routes = routes_by_length(board)
    assert routes.total() == 78 < len(board.tracks)
    assert routes[6] == 9


@pytest.mark.parametrize(("board", "deck", "tickets"), [
    ("usa", "base", 30), ("europe", "base", 46), ("germany", "germany_2017", 89), ("usa", "mega", 69),
])  # fmt: skip
def test_every_ticket_is_counted(board: str, deck: str, tickets: int) -> None:
    assert tickets_by_points(load_board(board), deck).total() == tickets


@pytest.mark.parametrize("figure", [2, 3, 5, 6])
def test_the_facts_of_the_thesis_hold_for_our_data(figure: int) -> None:
    assert [fact.text for fact in facts(figure) if not fact.agrees] == []


def test_germany_differs_only_in_its_dead_ends_and_says_why() -> None:
    (other,) = [fact for fact in facts(4) if not fact.agrees]
    assert other.ours == str(dead_ends(load_board("germany"))) == "14"
    assert other.remark
