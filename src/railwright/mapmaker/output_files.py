"""The files that every made board gets: the board itself, a drawing and a print file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from railwright.draw import draw_board
from railwright.game.board import Board
from railwright.mapmaker.formats.board_file import write_board
from railwright.mapmaker.print.pdf_document import make_document
from railwright.mapmaker.print.remarks import print_remarks


@dataclass(frozen=True, slots=True)
class BoardFiles:
    """Files of a board by name, with remarks about them."""

    contents: Mapping[str, str | bytes]
    remarks: tuple[str, ...]


def make_board_files(
    board: Board, *, paper: str, progress: Callable[[str], None], more: Callable[[str], Mapping[str, str | bytes]]
) -> BoardFiles:
    """Make the board file, the drawing and the print file, and ``more`` files, which may show the drawing."""
    progress("drawing")
    picture = draw_board(board)
    others = more(picture)
    progress("making the print file")
    printed = make_document(board, paper=paper)
    contents = {
        f"{board.name}.json": write_board(board),
        f"{board.name}.svg": picture,
        f"{board.name}.pdf": printed.pdf,
        **others,
    }
    return BoardFiles(contents, tuple(print_remarks(printed)))
