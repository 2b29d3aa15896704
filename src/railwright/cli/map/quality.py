"""``railwright map quality``: how good a board's map is, in numbers."""

from __future__ import annotations

from dataclasses import asdict

import typer

from railwright.cli.output import print_json, suggest

EXAMPLE = "Example: railwright map quality germany"


def quality(
    board: str = typer.Argument(help="A built-in board, a board file or a .map file."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Measure a board's map by the criteria of Friedsam and Rupp (2024), beside the usa board and their maps."""
    from railwright.cli.map.boards import find_board
    from railwright.mapmaker.criteria import PUBLISHED, measure
    from railwright.mapmaker.quality_table import quality_text, usa_quality

    found = find_board(board)
    measured = measure(found)
    if as_json:
        print_json({"quality": measured.to_dict(), "usa": usa_quality().to_dict(), "published": asdict(PUBLISHED)})
        return
    print(f"{found.title}\n")
    print(quality_text(measured))
    suggest(f"railwright map export '{board}' --format svg")
