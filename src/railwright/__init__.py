"""Railwright: a laboratory for the board game Ticket to Ride.

>>> import railwright
>>> game = railwright.new_game("usa", seats=4, seed=7)
>>> while not game.is_over:
...     game.play(game.legal()[0])
>>> sorted(game.view(0).hand) != []
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railwright.game.game import Game

__version__ = "0.1.0"


def new_game(
    board: str = "usa", *, seats: int, seed: int, tickets: str | None = None, ruleset: str | None = None
) -> Game:
    """Set up a game: a built-in board or a board file, its own rules and first ticket deck unless others are named."""
    from railwright.game.game import Game  # here, so that `import railwright` stays fast
    from railwright.maps.load import load_setup

    return Game(load_setup(board, tickets=tickets, ruleset=ruleset), seats=seats, seed=seed)
