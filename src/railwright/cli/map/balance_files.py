"""The files that are made of a balanced board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from railwright.mapmaker.balance.making import Made
from railwright.studies.report import Report


@dataclass(frozen=True, slots=True)
class Files:
    """All files of a board, and what there is to say about them."""

    contents: Mapping[str, str | bytes]
    remarks: tuple[str, ...]


def make_files(made: Made, *, paper: str, progress: Callable[[str], None]) -> Files:
    """Everything that is written for a board, besides its search."""
    from railwright.cli.map.printing import print_remarks
    from railwright.draw import draw_board
    from railwright.mapmaker.balance.design import to_board
    from railwright.mapmaker.formats.board_file import write_board
    from railwright.mapmaker.print.document import make_document
    from railwright.studies.report import to_html, to_markdown

    board = to_board(made.canvas, made.after.design)
    progress("drawing")
    picture = draw_board(board)
    report = report_of(made, picture)
    progress("making the print")
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


def report_of(made: Made, picture: str) -> Report:
    """Before and after, the tables of the paper for this board, and how the search went."""
    from railwright.mapmaker.balance.tables import all_tables
    from railwright.studies.plots import Line, draw_lines
    from railwright.studies.report import Bullets, Grid, Paragraph, Picture, Section

    brief, graph = made.brief, made.canvas.graph
    after = made.after.distance
    about = (
        f"Made so that {_wish(made)}. In {made.after.sample.games:,} games on deals that the search never saw, its win "
        f"shares are {after.mean:.3f} from that ({after.low:.3f} to {after.high:.3f}), where 0 is exact and 1 as far "
        "off as can be."
    )
    steps = made.history
    line = Line("best so far", [step.games / 1000 for step in steps], [step.distance for step in steps])
    drawn = draw_lines("history", [line], xlabel="thousand games", ylabel="distance from the wanted shares")
    grids = tuple(Grid(table.title, table.headings, table.rows) for table in all_tables(made))
    bounds = brief.style_on(made.canvas).described()
    kept = tuple(f"{name.replace('_', ' ')}: {bound}" for name, bound in bounds.items()) or ("no bounds",)
    tickets = tuple(
        (*ticket.places, str(value))
        for ticket, value in zip(made.canvas.tickets, made.after.design.values, strict=True)
        if value > 0
    )
    return Report(
        graph.title,
        (Paragraph(about), Picture(graph.name, graph.title, picture)),
        (
            Section("Numbers", grids),
            Section("The search", (Paragraph(_search_words(made)), Picture("history", "How the search went.", drawn))),
            Section("Kept to", (Bullets(kept),)),
            Section("Tickets", (Grid("", ("from", "to", "points"), tickets, frozenset({0, 1})),)),
        ),
    )


def _wish(made: Made) -> str:
    shares = made.brief.target.shares
    wanted = zip(made.brief.players, shares, strict=True)
    return ", ".join(f"`{player}` wins {100 * share:.3g} %" for player, share in wanted) + " of the games"


def _search_words(made: Made) -> str:
    return (
        f"Method: {made.brief.method}, seed {made.brief.seed}, {made.games:,} games. The curve shows what the search "
        "itself thought of its best design; the tables above are from games that it never saw."
    )
