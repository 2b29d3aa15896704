"""``railwright map osm``: make a board from an OpenStreetMap railway extract, to play, print and export."""

from __future__ import annotations

from pathlib import Path

import typer

from railwright.cli.kit.options import AsJson, ReplaceFiles
from railwright.cli.map.options import Paper
from railwright.mapmaker.print.paper import check_paper

EXAMPLE = "Example: railwright map osm belgium.osm.pbf --out belgium"


def osm(
    file: Path = typer.Argument(help="An OpenStreetMap extract, of railways only or of everything: FILE.osm.pbf."),
    out: Path = typer.Option(..., help="The folder for the board and all other files made from it."),
    stations: int = typer.Option(36, help="Number of cities."),
    edges: int = typer.Option(78, help="Number of routes between them."),
    segments: int = typer.Option(309, help="Number of train spaces on all tracks."),
    doubles: int = typer.Option(None, help="Number of double routes; by default the usa board's share (22 of 78)."),
    exponent: float = typer.Option(2.0, help="Weight of even spacing against importance in the choice of stations."),
    spacing: float = typer.Option(
        0.5, help="Minimum distance between stations, as a share of even spacing; 0: exactly as published."
    ),
    least_angle: float = typer.Option(
        15.0, "--least-angle", help="Smallest angle between two routes at a city, in degrees."
    ),
    kinds: str = typer.Option("rail", help="Kinds of railway, separated by commas, such as rail,narrow_gauge."),
    tickets: int = typer.Option(None, help="Number of tickets; by default as many as suit the board."),
    title: str = typer.Option(None, help="The board's title; by default taken from the file name."),
    paper: Paper = "a4",
    seed: int = typer.Option(1, help="The same seed gives the same colours and tickets.", min=0),
    force: ReplaceFiles = False,
    as_json: AsJson = False,
) -> None:
    """Make a board from OpenStreetMap railways: board file, .map, GeoJSON, SVG, printable PDF and quality report."""
    check_paper(paper)
    from railwright.cli.map.osm.files import make_osm_board  # this and the next need Numba and Shapely
    from railwright.mapmaker.osm.making import Wishes

    wishes = Wishes(
        stations=stations, edges=edges, segments=segments, doubles=doubles, exponent=exponent, spacing=spacing,
        least_angle=least_angle, kinds=tuple(kind.strip() for kind in kinds.split(",")), tickets=tickets,
    )  # fmt: skip
    make_osm_board(file, wishes, out, title=title, paper=paper, seed=seed, force=force, as_json=as_json)
