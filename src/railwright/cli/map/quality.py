"""``railwright map quality``: measures of how good a board's map is."""

from __future__ import annotations

import typer

from railwright.cli.kit.output import print_json, suggest

EXAMPLE = "Example: railwright map quality germany"


def quality(
    board: str = typer.Argument(help="A built-in board, a board file or a .map file."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Measure a board's map by the criteria of Friedsam and Rupp (2024), beside the usa board and their maps."""
    from railwright.cli.map.boards import find_board
    from railwright.mapmaker.criteria import measure
    from railwright.mapmaker.quality_table import quality_numbers, quality_text

    found = find_board(board)
    measured = measure(found)
    if as_json:
        print_json(quality_numbers(measured))
        return
    print(f"{found.title}\n")
    print(quality_text(measured))
    suggest(f"railwright map export '{board}' --format svg")
