"""Loads boards and rulesets: built-in ones by name, others from files or plain objects."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeGuard

from railwright.errors import FileError, OptionError, UnknownNameError
from railwright.files import read_bytes
from railwright.game.board import Board
from railwright.game.json_reader import brief
from railwright.game.ruleset import Ruleset
from railwright.game.setup import Setup
from railwright.maps.built_in import built_in_names

MAX_FILE_BYTES = 4_000_000
"""Size limit for board and ruleset files."""


def board_names() -> list[str]:
    """The names of the built-in boards.

    >>> import railwright
    >>> railwright.board_names()
    ['europe', 'germany', 'usa']
    """
    return built_in_names("boards")


def ruleset_names() -> list[str]:
    """The names of the built-in rulesets."""
    return built_in_names("rulesets")


def load_board(name: str | Path) -> Board:
    """Load a built-in board by name, or a board file (a name that ends in .json).

    >>> import railwright
    >>> board = railwright.load_board("europe")
    >>> len(board.cities), len(board.tracks), board.decks[0]
    (47, 101, 'base')
    """
    if str(name).endswith(".json"):
        return Board.from_dict(read_json(Path(name)), str(name))
    return _built_in_board(str(name))


def load_ruleset(name: str) -> Ruleset:
    """Load a built-in ruleset by name, or a ruleset file (a name that ends in .json)."""
    if name.endswith(".json"):
        return Ruleset.from_dict(read_json(Path(name)), name)
    return _built_in_ruleset(name)


def load_setup(
    board: str | Path | Board = "usa", *, tickets: str | None = None, ruleset: str | Ruleset | None = None
) -> Setup:
    """Load a setup: a board with a ruleset and a ticket deck, by default its own rules and its first deck.

    >>> import railwright
    >>> setup = railwright.load_setup("usa", tickets="1910")
    >>> len(setup.tickets), setup.ruleset.trains
    (35, 45)
    """
    names = isinstance(tickets, str | None) and (ruleset is None or _is_built_in_name(ruleset))
    if _is_built_in_name(board) and names:
        return _built_in_setup(board, tickets, ruleset)
    return _make_setup(board, tickets, ruleset)


def _is_built_in_name(thing: object) -> TypeGuard[str]:
    return isinstance(thing, str) and not thing.endswith(".json")


def _make_setup(board: str | Path | Board, tickets: str | None, ruleset: str | Ruleset | None) -> Setup:
    loaded = board if isinstance(board, Board) else load_board(board)
    if ruleset is None:
        ruleset = board_ruleset(loaded)
    if not isinstance(ruleset, str | Ruleset):
        raise OptionError(f"a ruleset is a name such as 'usa' or a Ruleset, not {brief(ruleset)}")
    return Setup(loaded, load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset, tickets)


@cache
def _built_in_setup(board: str, tickets: str | None, ruleset: str | None) -> Setup:
    """A cached setup: setups are immutable, and creating one takes longer than many moves."""
    return _make_setup(board, tickets, ruleset)


def board_ruleset(board: Board) -> Ruleset:
    """The rules that a board is made for."""
    return (
        load_ruleset(board.ruleset) if isinstance(board.ruleset, str) else Ruleset.from_dict(board.ruleset, board.name)
    )


class BuiltIn:
    """The built-in boards and rulesets as a library for game records."""

    def setup(self, board: Any, ruleset: Any, deck: str | None) -> Setup:
        """The setup for a board and a ruleset, each a built-in name or a complete object."""
        loaded = Board.from_dict(board) if isinstance(board, Mapping) else _built_in_board(str(board))
        rules = Ruleset.from_dict(ruleset) if isinstance(ruleset, Mapping) else _built_in_ruleset(str(ruleset))
        return Setup(loaded, rules, deck)

    def is_built_in(self, thing: Board | Ruleset) -> bool:
        """Whether exactly this board or ruleset is built in under its name."""
        if isinstance(thing, Board):
            return thing.name in board_names() and load_board(thing.name) == thing
        return thing.name in ruleset_names() and load_ruleset(thing.name) == thing


LIBRARY = BuiltIn()
"""The library of built-in boards and rulesets, which all commands use."""


def read_json(path: Path) -> Any:
    """The JSON value in a file; FileError says what is wrong with the file."""
    text = read_text(path)
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise FileError(f"{path}, line {error.lineno}, column {error.colno}: not valid JSON ({error.msg})") from error
    except (ValueError, RecursionError) as error:  # thousands of digits or thousands of nested brackets
        raise FileError(f"{path}: not valid JSON ({type(error).__name__})") from error


def read_text(path: Path, limit: int = MAX_FILE_BYTES) -> str:
    """The text of a file; FileError says why it cannot be read."""
    try:
        text = read_bytes(path, limit).decode()
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: is not UTF-8 text (byte {error.start})") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


@cache
def _built_in_board(name: str) -> Board:
    return Board.from_dict(_built_in("boards", name, "board"), name)


@cache
def _built_in_ruleset(name: str) -> Ruleset:
    return Ruleset.from_dict(_built_in("rulesets", name, "ruleset"), name)


def _built_in(folder: str, name: str, what: str) -> Any:
    names = built_in_names(folder)
    if name not in names:
        raise UnknownNameError(
            f"there is no {what} {name[:60]!r}; choose one of {', '.join(names)}, or a file that ends in .json"
        )
    return json.loads((files("railwright.maps") / folder / f"{name}.json").read_text(encoding="utf-8"))
