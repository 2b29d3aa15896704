"""What lies on the board at a moment of a game."""

from __future__ import annotations

from collections.abc import Sequence

from railwright.draw.position import Position, SeatLine
from railwright.game.game import Game
from railwright.game.results import points_of
from railwright.game.state import NONE
from railwright.game.story import passenger_words


def position_of(game: Game, names: Sequence[str]) -> Position:
    """The public position of a game, ready to be drawn; ``names`` are those of the seats."""
    table = game.state.table
    board, scale = game.setup.board, game.setup.ruleset.scale
    cities = range(len(board.cities))
    return Position(
        owners=game.owners,
        stations={city: int(table.station[city]) for city in cities if table.station[city] != NONE},
        passengers={city: passenger_words(int(table.passengers[city])) for city in cities if table.passengers[city]},
        title=f"{board.title}, after {len(game.actions)} actions",
        seats=[
            SeatLine(name=name, points=points_of(table.points[seat], scale), trains=int(table.trains[seat]))
            for seat, name in enumerate(names)
        ],
    )
