"""Designs, and the boards that they make."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railwright.game.board import Board
from railwright.mapmaker.balance.problem.design import OUT, of_board, rules_of, to_board, to_setup
from railwright.maps.load import board_names, board_ruleset, load_board


@pytest.mark.parametrize("name", board_names())
def test_a_board_as_a_design_makes_the_same_board_again(name: str) -> None:
    board = load_board(name)
    deck = board.decks[0]
    again = to_board(*of_board(board, board_ruleset(board), deck))
    assert {(frozenset(t.cities), t.length, t.color, t.kind, t.locomotives) for t in again.tracks} == {
        (frozenset(t.cities), t.length, t.color, t.kind, t.locomotives) for t in board.tracks
    }
    assert len(again.tracks) == len(board.tracks)
    assert again.passengers == board.passengers
    assert [(t.places, t.points, t.long) for t in again.tickets] == [
        (t.places, t.points, t.long) for t in board.deck(deck)
    ]
    assert Board.from_dict(again.to_dict()).to_dict() == again.to_dict()


def test_a_ticket_that_is_out_is_not_on_the_board() -> None:
    canvas, design = of_board(load_board("usa"), board_ruleset(load_board("usa")), "base")
    fewer = replace(design, values=(OUT, *design.values[1:]))
    assert len(to_setup(canvas, fewer).tickets) == len(design.values) - 1


def test_points_of_a_design_go_into_its_rules_and_its_board_file() -> None:
    canvas, design = of_board(load_board("usa"), board_ruleset(load_board("usa")), "base")
    rescored = replace(design, points=(4.5, 9, 13.5, 18, 22.5, 27))
    assert rules_of(canvas, rescored).route_points[3] == 13.5
    read = Board.from_dict(to_board(canvas, rescored).to_dict())
    assert board_ruleset(read).route_points[6] == 27


def test_a_ferry_never_asks_for_more_locomotives_than_it_has_spaces() -> None:
    board = load_board("europe")
    canvas, design = of_board(board, board_ruleset(board), board.decks[0])
    short = to_board(canvas, replace(design, lengths=(1,) * len(design.lengths)))
    assert max(track.locomotives for track in short.tracks) == 1
    Board.from_dict(short.to_dict())
