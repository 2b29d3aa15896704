"""Boards as the commands of ``railwright map`` take them: built-in, a board file, or a ``.map`` file."""

from __future__ import annotations

from pathlib import Path

from railwright.cli.kit.output import note
from railwright.game.board import Board

SEED = 1
"""Makes the colours and tickets that a file does not tell, unless the user chose another."""


def find_board(name: str) -> Board:
    """The board; what had to be mended in a ``.map`` file is said."""
    if not name.endswith(".map"):
        from railwright.maps.load import load_board

        return load_board(name)
    from railwright.mapmaker.formats.map_file.importing import import_map

    found = import_map(Path(name), seed=SEED)
    for mend in found.mends:
        note(f"mended: {mend}")
    return found.board


def file_name(board: Board, suffix: str) -> Path:
    """A file for a board in the current folder."""
    return Path("".join("-" if letter in '/\\:*?"<>|' else letter for letter in board.name).strip(". ") + suffix)
