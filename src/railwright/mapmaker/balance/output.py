"""The files written for a balanced board."""

from __future__ import annotations

from collections.abc import Callable

from railwright.mapmaker.balance.making import BalancedBoard
from railwright.mapmaker.balance.problem.design import to_board
from railwright.mapmaker.balance.report_page import report_of
from railwright.mapmaker.output_files import BoardFiles, make_board_files
from railwright.report.document import to_html, to_markdown


def make_files(made: BalancedBoard, *, paper: str, progress: Callable[[str], None]) -> BoardFiles:
    """Make the files of a board: board file, drawing, print file, report and figures."""

    def report_files(picture: str) -> dict[str, str]:
        report = report_of(made, picture)
        pages = {"report.md": to_markdown(report, figures="figures"), "report.html": to_html(report)}
        return pages | {f"figures/{figure.name}.svg": figure.svg for figure in report.pictures}

    return make_board_files(to_board(made.canvas, made.after.design), paper=paper, progress=progress, more=report_files)
