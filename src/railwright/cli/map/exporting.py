"""``railwright map export``: write a board for other programs."""

from __future__ import annotations

from pathlib import Path

import typer

from railwright.cli.kit.options import AsJson, ReplaceFile
from railwright.cli.kit.output import print_json, suggest
from railwright.cli.kit.targets import check_target
from railwright.cli.map.boards import file_name, find_board
from railwright.cli.map.options import BoardArgument
from railwright.draw import draw_board
from railwright.errors import OptionError
from railwright.mapmaker.formats.board_file import write_board
from railwright.mapmaker.formats.geojson import write_geojson
from railwright.mapmaker.formats.map_file.writer import write_map
from railwright.whole_files import write_whole

EXAMPLE = "Example: railwright map export usa --format map --out usa.map"

FORMATS = {"map": ".map", "geojson": ".geojson", "svg": ".svg", "json": ".json"}
MEANINGS = {"map": "for the web version", "geojson": "GeoJSON", "svg": "a drawing", "json": "a board file"}
NEXT = {
    "map": "open the web version, choose 'Upload my map' and give it {}",
    "geojson": "open {} in a GIS program",
    "svg": "open {} in a browser",
    "json": "railwright play --board '{}'",
}


def export(
    board: BoardArgument,
    to: str = typer.Option(
        None, "--format", help=f"One of {', '.join(FORMATS)}; by default taken from the suffix of --out, else map."
    ),
    out: Path = typer.Option(None, help="The file to write; by default the board's name with the format's suffix."),
    force: ReplaceFile = False,
    as_json: AsJson = False,
) -> None:
    """Export a board for the open-source web version (map), as GeoJSON, a drawing (svg) or a board file (json)."""
    if to is not None and to not in FORMATS:
        raise OptionError(f"--format {to}: must be one of {', '.join(FORMATS)}")
    possible = FORMATS if to is None else {to: FORMATS[to]}
    kinds = {suffix: MEANINGS[name] for name, suffix in possible.items()}
    if out is not None:
        check_target(out, kinds, force=force)
        to = out.suffix.removeprefix(".")
    found = find_board(board)
    to = to or "map"
    target = out if out is not None else file_name(found, FORMATS[to])
    check_target(target, kinds, force=force)
    losses: tuple[str, ...] = ()
    if to == "map":
        written = write_map(found)
        text, losses = written.text, written.losses
    elif to == "geojson":
        text = write_geojson(found)
    elif to == "svg":
        text = draw_board(found)
    else:
        text = write_board(found)
    write_whole(target, text)
    if as_json:
        print_json({"board": found.name, "format": to, "out": str(target), "losses": list(losses)})
        return
    for loss in losses:
        print(f"lost: {loss}")
    print(f"Wrote {found.title} to {target}.")
    suggest(NEXT[to].format(target))
