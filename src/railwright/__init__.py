"""Railwright: a laboratory for the board game Ticket to Ride.

>>> import railwright
>>> game = railwright.new_game("usa", seats=4, seed=7)
>>> while not game.is_over:
...     game.play(railwright.choose_action(game, "rule"))
>>> len(game.scores())
4

The names in ``__all__`` are the public interface; docs/python.md explains each of them. They are loaded on first use,
so ``import railwright`` takes no time.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from railwright.draw.board_picture import draw_board as draw_board
    from railwright.draw.game_picture import draw_game as draw_game
    from railwright.errors import RailwrightError as RailwrightError
    from railwright.game.board import Board as Board
    from railwright.game.game import Game as Game
    from railwright.game.record import Record as Record
    from railwright.game.results import result_words as result_words
    from railwright.game.setup import Setup as Setup
    from railwright.game.view import View as View
    from railwright.mapmaker.formats.map_file.importing import import_map as import_map
    from railwright.maps.load import LIBRARY as LIBRARY
    from railwright.maps.load import board_names as board_names
    from railwright.maps.load import load_board as load_board
    from railwright.maps.load import load_setup as load_setup
    from railwright.maps.records import read_records as read_records
    from railwright.matches.match import SeatedPlayer as SeatedPlayer
    from railwright.matches.match import choose_action as choose_action
    from railwright.matches.match import play_games as play_games
    from railwright.players.kit.interface import Player as Player
    from railwright.players.kit.interface import compiled as compiled
    from railwright.players.kit.options import Option as Option
    from railwright.players.registry import load_player as load_player
    from railwright.table.wording import action_words as action_words

__version__ = "0.1.0"

_PLACES = {
    # games
    "Game": "railwright.game.game",
    "Setup": "railwright.game.setup",
    "View": "railwright.game.view",
    "load_setup": "railwright.maps.load",
    "action_words": "railwright.table.wording",
    "result_words": "railwright.game.results",
    "draw_game": "railwright.draw.game_picture",
    # boards
    "Board": "railwright.game.board",
    "board_names": "railwright.maps.load",
    "load_board": "railwright.maps.load",
    "import_map": "railwright.mapmaker.formats.map_file.importing",
    "draw_board": "railwright.draw.board_picture",
    # players
    "Player": "railwright.players.kit.interface",
    "compiled": "railwright.players.kit.interface",
    "Option": "railwright.players.kit.options",
    "load_player": "railwright.players.registry",
    "SeatedPlayer": "railwright.matches.match",
    "choose_action": "railwright.matches.match",
    "play_games": "railwright.matches.match",
    # records
    "Record": "railwright.game.record",
    "LIBRARY": "railwright.maps.load",
    "read_records": "railwright.maps.records",
    # errors
    "RailwrightError": "railwright.errors",
}
"""The module that defines each public name."""

__all__ = ["new_game", *_PLACES]


def __getattr__(name: str) -> Any:
    """Load a public name on first use."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_PLACES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_PLACES})


def new_game(
    board: str | Path | Board = "usa",
    *,
    seats: int,
    seed: int,
    tickets: str | None = None,
    ruleset: str | None = None,
) -> Game:
    """Set up a game on a built-in board or a board file.

    Without ``ruleset`` and ``tickets``, it uses the board's own rules and its first ticket deck.

    >>> import railwright
    >>> railwright.new_game("europe", seats=3, seed=1).setup.ruleset.name
    'europe'
    """
    from railwright.game.game import Game  # imported here to keep `import railwright` fast
    from railwright.maps.load import load_setup

    return Game(load_setup(board, tickets=tickets, ruleset=ruleset), seats=seats, seed=seed)
