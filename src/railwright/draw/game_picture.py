"""Draws the public position of a game."""

from __future__ import annotations

from collections.abc import Sequence

from railwright.draw.board_picture import draw_board
from railwright.draw.palette import LIGHT, Theme
from railwright.draw.position import Position, SeatLine
from railwright.errors import OptionError
from railwright.game.game import Game
from railwright.game.scoring import points_of
from railwright.game.state import NONE
from railwright.game.story import passenger_words
from railwright.words import count


def draw_game(game: Game, names: Sequence[str] | None = None, *, width: float = 1400, theme: Theme = LIGHT) -> str:
    """Draw a game as SVG, as everyone sees it. ``names`` are the names of the seats.

    >>> import railwright
    >>> game = railwright.new_game("usa", seats=2, seed=1)
    >>> railwright.draw_game(game, ["Ada", "Bob"]).startswith("<svg")
    True
    """
    if names is None:
        names = [f"seat {seat}" for seat in range(game.seats)]
    if len(names) != game.seats:
        raise OptionError(f"the game has {game.seats} seats, so it needs {game.seats} names, not {len(names)}")
    return draw_board(game.setup.board, position=position_of(game, names), width=width, theme=theme)


def position_of(game: Game, names: Sequence[str]) -> Position:
    """The public position of a game, ready to be drawn; ``names`` are the names of the seats."""
    table = game.state.table
    board, scale = game.setup.board, game.setup.ruleset.scale
    cities = range(len(board.cities))
    return Position(
        owners=game.owners,
        stations={city: int(table.station[city]) for city in cities if table.station[city] != NONE},
        passengers={city: passenger_words(int(table.passengers[city])) for city in cities if table.passengers[city]},
        title=f"{board.title}, after {count(len(game.actions), 'action')}",
        seats=[
            SeatLine(name=name, points=points_of(table.points[seat], scale), trains=int(table.trains[seat]))
            for seat, name in enumerate(names)
        ],
    )
