"""The board argument of ``railwright map`` commands: a built-in board, a board file, or a ``.map`` file."""

from __future__ import annotations

from pathlib import Path

from railwright.cli.kit.output import note
from railwright.game.board import Board
from railwright.mapmaker.formats.map_file.importing import import_map
from railwright.maps.load import load_board

SEED = 1
"""Seed for the colours and tickets that a ``.map`` file leaves open."""


def find_board(name: str) -> Board:
    """Load a board. Repairs made to a ``.map`` file are reported."""
    if not name.endswith(".map"):
        return load_board(name)
    found = import_map(Path(name), seed=SEED)
    for repair in found.repairs:
        note(f"repaired: {repair}")
    return found.board


def file_name(board: Board, suffix: str) -> Path:
    """A file name for a board, in the current folder."""
    return Path("".join("-" if letter in '/\\:*?"<>|' else letter for letter in board.name).strip(". ") + suffix)
