"""Draws boards, games, views, records and best scores: one function for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from railwright.draw.board_picture import draw_board
from railwright.draw.chosen_tracks import draw_choice
from railwright.draw.game_picture import draw_game, draw_view, position_of, seat_names
from railwright.draw.palette import LIGHT, Theme
from railwright.draw.sizes import WIDTH
from railwright.errors import OptionError
from railwright.game.board import Board
from railwright.game.game import Game
from railwright.game.json_reader import brief
from railwright.game.record import Record
from railwright.game.setup import Setup
from railwright.game.view import View
from railwright.optimum.solution import Solution
from railwright.words import count

Thing = Board | Setup | Game | View | Record | Solution


def draw_svg(
    thing: Thing | str | Path, names: Sequence[str] | None = None, *, width: float = WIDTH, theme: Theme = LIGHT
) -> str:
    """Draw something as a standalone SVG picture, as notebooks show it.

    - a board, also by its name or file, or the board of a setup
    - a game, as everyone sees it, or a view, with the cards and tickets of its seat
    - a record: the position after its last action
    - a best score: the tracks to claim

    ``names`` are the names of the seats, for games, views and records (which have their own).

    >>> import railwright
    >>> game = railwright.new_game("usa", seats=2, seed=1)
    >>> railwright.draw_svg(game, ["Ada", "Bob"]).startswith("<svg")
    True
    """
    if isinstance(thing, Game):
        return draw_game(thing, names, width=width, theme=theme)
    if isinstance(thing, View):
        return draw_view(thing, names, width=width, theme=theme)
    if isinstance(thing, Record):
        return draw_game(thing.replay(), thing.names if names is None else names, width=width, theme=theme)
    if isinstance(thing, Solution):
        return _draw_solution(thing, width, theme)
    if isinstance(thing, Setup):
        return draw_board(thing.board, width=width, theme=theme)
    if isinstance(thing, Board | str | Path):
        return draw_board(thing, width=width, theme=theme)
    raise OptionError(f"only boards, setups, games, views, records and best scores can be drawn, not {brief(thing)}")


def _draw_solution(solution: Solution, width: float, theme: Theme) -> str:
    setup, game = solution.setup, solution.game
    if game is None:
        title = f"the best with {count(solution.trains, 'train')}"
        return draw_choice(
            setup, solution.tracks, solution.completed, title=title, score=solution.points, width=width, theme=theme
        )
    title = f"{setup.board.title}: seat {solution.seat} can still score {solution.points}"
    position = replace(position_of(game, seat_names(game.seats, None)), highlight_tracks=solution.tracks, title=title)
    return draw_board(setup.board, position=position, width=width, theme=theme)
