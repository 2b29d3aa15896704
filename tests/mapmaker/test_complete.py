"""From plans to boards that can be played."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from mapmaker.plans import plan, plan_of, plans
from railwright.errors import BoardError
from railwright.game.board import Board, City
from railwright.mapmaker.board_plan import BoardPlan
from railwright.mapmaker.complete import complete
from railwright.maps.load import load_board, load_setup
from railwright.workers.pool import play_match


@settings(max_examples=12, deadline=None)
@given(plans())
def test_every_connected_plan_becomes_a_board_that_reads_back_and_sets_up(found: BoardPlan) -> None:
    board = complete(found, seed=1)
    assert Board.from_dict(board.to_dict()) == board
    load_setup(board)
    assert sum(track.length for track in board.tracks) == found.spaces


def test_name_title_source_and_places_are_kept() -> None:
    usa = plan_of(load_board("usa"))
    board = complete(usa, seed=1)
    assert (board.name, board.title, board.source, board.ruleset) == ("usa", "North America", "a source", "usa")
    assert board.cities == usa.cities


def test_coordinates_are_rounded_to_what_a_map_file_holds() -> None:
    fine = plan(3, [(0, 1, 2, 1), (1, 2, 2, 1)])
    fine = replace(fine, cities=(City("A", 50.12345678, 10.0), *fine.cities[1:]))
    assert complete(fine, seed=1).cities[0].latitude == 50.123457


def test_the_same_seed_gives_the_same_board() -> None:
    usa = plan_of(load_board("usa"))
    assert complete(usa, seed=7) == complete(usa, seed=7) != complete(usa, seed=8)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (plan(4, [(0, 1, 2, 1), (2, 3, 2, 1)]), "disconnected"),
        (plan(3, [(0, 1, 2, 1)]), "no track ends at"),
        (plan(2, [(0, 1, 7, 1)]), "length 7 has no points"),
        (plan(2, []), "1 to 192 tracks"),
        (plan(1, []), "2 to 64 cities"),
        (replace(plan(2, [(0, 1, 2, 1)]), cities=(City("A", 1, 1), City("A", 2, 2))), "already defined"),
    ],
)
def test_a_plan_that_makes_no_board_gives_a_clear_error(bad: BoardPlan, message: str) -> None:
    with pytest.raises(BoardError, match=message):
        complete(bad, seed=1)


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("cities", [2, 3, 15])
def test_games_on_tiny_boards_come_to_an_end(cities: int, seats: int) -> None:
    board = complete(plan(cities, ((i, i + 1, 1 + i % 6, 1 + i % 2) for i in range(cities - 1))), seed=1)
    blocks = list(play_match(load_setup(board), ["random"] * seats, games=20, seed=1, workers=1))
    assert blocks
