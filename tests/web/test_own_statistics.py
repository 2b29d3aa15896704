"""Statistics of own games: sums of the games that count, with an interval that is honest for few games."""

from __future__ import annotations

from typing import Any

import pytest

from railwright.web.rooms.own_game_words import opponents_kind
from railwright.web.rooms.own_statistics import Statistics


def game(*, won: float, points: float = 100, accuracy: float | None = None, **more: Any) -> dict[str, Any]:
    end = {"win_share": won, "points": points, "completed": 3, "failed": 1, "accuracy": accuracy}
    usual = {"board": "usa", "title": "North America", "opponents": "2", "seats": [{}] * 2, "left_out": "", "end": end}
    return usual | more


def words(*games: dict[str, Any]) -> dict[str, Any]:
    statistics = Statistics()
    for one in games:
        statistics.add(one)
    return statistics.words()


def test_there_is_nothing_to_say_without_games() -> None:
    assert words() == {"total": None, "left_out": {}, "by_board": [], "by_opponents": [], "by_seats": []}


def test_means_are_those_of_the_games() -> None:
    total = words(
        game(won=1, points=120, accuracy=90.0), game(won=0.5, points=90, accuracy=70.0), game(won=0, points=60)
    )["total"]
    assert (total["games"], total["win_rate"], total["points"]) == (3, 0.5, 90)
    assert (total["completed"], total["failed"]) == (9, 3)
    assert (total["accuracy"], total["reviewed"]) == (80, 2)


def test_one_win_proves_little() -> None:
    total = words(game(won=1))["total"]
    assert total["win_rate"] == 1
    assert total["interval"] == pytest.approx([0.2065, 1], abs=1e-4)  # Wilson (1927) for 1 of 1


def test_games_that_are_left_out_are_counted_by_the_reason() -> None:
    found = words(game(won=1), game(won=1, left_out="continued"), game(won=1, left_out="unfinished", end=None))
    assert found["left_out"] == {"continued": 1, "unfinished": 1}
    assert found["total"]["games"] == 1


def test_games_are_grouped_by_board_opponents_and_seats() -> None:
    found = words(
        game(won=1),
        game(won=0, board="europe", title="Europe", seats=[{}] * 4),
        game(won=1, board="europe", title="Europe", opponents="people", seats=[{}] * 3),
    )
    assert [(row["key"], row["name"], row["games"]) for row in found["by_board"]] == [
        ("europe", "Europe", 2), ("usa", "North America", 1),
    ]  # fmt: skip
    assert [(row["key"], row["win_rate"]) for row in found["by_opponents"]] == [("2", 0.5), ("people", 1)]
    assert [(row["key"], row["equal_share"]) for row in found["by_seats"]] == [("2", 1 / 2), ("3", 1 / 3), ("4", 1 / 4)]


@pytest.mark.parametrize(
    ("players", "kind"),
    [
        (["human", "beginner", "master", "casual"], "7"),
        (["human", "hoard", "beginner"], "3"),
        (["human", "master", "human"], "people"),
        (["human", "mcts", "master"], "others"),
        (["human", "express:iterations=200"], "others"),
    ],
)
def test_opponents_are_named_by_the_strongest_of_them(players: list[str], kind: str) -> None:
    assert opponents_kind(players, 0) == kind
