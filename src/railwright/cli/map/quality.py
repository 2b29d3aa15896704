"""``railwright map quality``: measures of how good a board's map is."""

from __future__ import annotations

from railwright.cli.kit.options import AsJson
from railwright.cli.kit.output import print_json, suggest
from railwright.cli.map.boards import find_board
from railwright.cli.map.options import BoardArgument
from railwright.mapmaker.criteria import measure
from railwright.mapmaker.quality_table import quality_numbers, quality_text

EXAMPLE = "Example: railwright map quality germany"


def quality(
    board: BoardArgument,
    as_json: AsJson = False,
) -> None:
    """Measure a board's map by the criteria of Friedsam and Rupp (2024), next to the usa board and their maps."""
    found = find_board(board)
    measured = measure(found)
    if as_json:
        print_json(quality_numbers(measured))
        return
    print(f"{found.title}\n")
    print(quality_text(measured))
    suggest(f"railwright map export '{board}' --format svg")
