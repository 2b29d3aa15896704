"""``railwright board show``: a board as a picture."""

from __future__ import annotations

from pathlib import Path

import typer

from railwright.cli.kit.options import ReplaceFile
from railwright.cli.kit.output import print_json, suggest
from railwright.cli.kit.targets import DRAWING, check_target
from railwright.draw import DARK, LIGHT, draw_board
from railwright.draw.sizes import WIDTH
from railwright.maps.load import load_board
from railwright.whole_files import write_whole

EXAMPLE = "Example: railwright board show usa --out usa.svg"


def show(
    board: str = typer.Argument(help="A built-in board or a board file."),
    out: Path = typer.Option(None, help="Write the picture to FILE.svg instead of printing it."),
    width: int = typer.Option(int(WIDTH), help="Width of the picture, in pixels.", min=200, max=10000),
    dark: bool = typer.Option(False, "--dark", help="Draw it for a dark background."),
    force: ReplaceFile = False,
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object; without --out it holds the picture."),
) -> None:
    """Draw a board as SVG."""
    if out is not None:
        check_target(out, DRAWING, force=force)
    picture = draw_board(load_board(board), width=width, theme=DARK if dark else LIGHT)
    if out is not None:
        write_whole(out, picture)
    if as_json:
        print_json({"board": board, "out": str(out)} if out is not None else {"board": board, "svg": picture})
    elif out is None:
        print(picture)
    else:
        print(f"Drew {board} to {out}.")
        suggest(f"open {out} in a browser")
