"""``railwright map osm``: make a board from an OpenStreetMap railway extract, to play, print and export."""

from __future__ import annotations

from pathlib import Path

import typer

from railwright.cli.kit.options import AsJson, ReplaceFiles
from railwright.cli.map.options import Paper
from railwright.mapmaker.classic_size import CLASSIC_DOUBLES, CLASSIC_EDGES
from railwright.mapmaker.osm.options import DEFAULTS, OsmOptions
from railwright.mapmaker.print.paper import check_paper

EXAMPLE = "Example: railwright map osm belgium.osm.pbf --out belgium"


def osm(
    file: Path = typer.Argument(help="An OpenStreetMap extract, of railways only or of everything: FILE.osm.pbf."),
    out: Path = typer.Option(..., help="The folder for the board and all other files made from it."),
    stations: int = typer.Option(DEFAULTS.stations, help="Number of cities."),
    edges: int = typer.Option(DEFAULTS.edges, help="Number of routes between them."),
    segments: int = typer.Option(DEFAULTS.segments, help="Number of train spaces on all tracks."),
    doubles: int = typer.Option(
        DEFAULTS.doubles,
        help=f"Number of double routes; by default the usa board's share ({CLASSIC_DOUBLES} of {CLASSIC_EDGES}).",
    ),
    exponent: float = typer.Option(
        DEFAULTS.exponent, help="Weight of even spacing relative to importance in the choice of stations."
    ),
    spacing: float = typer.Option(
        DEFAULTS.spacing, help="Minimum distance between stations, as a share of even spacing; 0: none."
    ),
    least_angle: float = typer.Option(
        DEFAULTS.least_angle, "--least-angle", help="Smallest angle between two routes at a city, in degrees."
    ),
    kinds: str = typer.Option(
        ",".join(DEFAULTS.kinds),
        help="Kinds of railway, separated by commas, such as rail,narrow_gauge; for a town: subway,tram,light_rail.",
    ),
    method: str = typer.Option(
        DEFAULTS.method,
        help="How stations are chosen: towns (large towns that people know) or published (rails and neighbours).",
    ),
    language: str = typer.Option(
        DEFAULTS.language, help="Language of the names, such as en or fr; by default that of each place."
    ),
    include: list[str] = typer.Option(
        DEFAULTS.include, help="A town or station that must be on the board; may be given several times."
    ),
    exclude: list[str] = typer.Option(
        DEFAULTS.exclude, help="A town or station that must not be on the board; may be given several times."
    ),
    several_per_town: bool = typer.Option(
        DEFAULTS.several_per_town,
        "--several-per-town",
        help="Allow several stations of one town, under their own names.",
    ),
    tickets: int = typer.Option(DEFAULTS.tickets, help="Number of tickets; by default as many as suit the board."),
    title: str = typer.Option(None, help="The board's title; by default taken from the file name."),
    paper: Paper = "a4",
    seed: int = typer.Option(1, help="The same seed gives the same colours and tickets.", min=0),
    force: ReplaceFiles = False,
    as_json: AsJson = False,
) -> None:
    """Make a board from OpenStreetMap railways: board file, .map, GeoJSON, SVG, printable PDF and quality report."""
    check_paper(paper)
    from railwright.cli.map.osm.files import make_osm_board  # needs Numba and Shapely

    options = OsmOptions(
        stations=stations, edges=edges, segments=segments, doubles=doubles, exponent=exponent, spacing=spacing,
        least_angle=least_angle, kinds=tuple(kind.strip() for kind in kinds.split(",")), tickets=tickets,
        method=method, language=language, include=tuple(include), exclude=tuple(exclude),
        several_per_town=several_per_town,
    )  # fmt: skip
    make_osm_board(file, options, out, title=title, paper=paper, seed=seed, force=force, as_json=as_json)
