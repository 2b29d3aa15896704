"""The files written for a balanced board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from railwright.draw import draw_board
from railwright.mapmaker.balance.making import BalancedBoard
from railwright.mapmaker.balance.problem.design import to_board
from railwright.mapmaker.balance.report_page import report_of
from railwright.mapmaker.formats.board_file import write_board
from railwright.mapmaker.print.pdf_document import make_document
from railwright.mapmaker.print.remarks import print_remarks
from railwright.report.document import to_html, to_markdown


@dataclass(frozen=True, slots=True)
class Files:
    """All files of a board, and remarks about them."""

    contents: Mapping[str, str | bytes]
    remarks: tuple[str, ...]


def make_files(made: BalancedBoard, *, paper: str, progress: Callable[[str], None]) -> Files:
    """Make the files of a board: board file, drawing, print file, report and figures."""
    board = to_board(made.canvas, made.after.design)
    progress("drawing")
    picture = draw_board(board)
    report = report_of(made, picture)
    progress("making the print file")
    printed = make_document(board, paper=paper)
    contents: dict[str, str | bytes] = {
        f"{board.name}.json": write_board(board),
        f"{board.name}.svg": picture,
        f"{board.name}.pdf": printed.pdf,
        "report.md": to_markdown(report, figures="figures"),
        "report.html": to_html(report),
    }
    contents |= {f"figures/{figure.name}.svg": figure.svg for figure in report.pictures}
    return Files(contents, tuple(print_remarks(printed)))
