"""``railwright map osm``: make a board from an OpenStreetMap railway extract, to play, print and export."""

from __future__ import annotations

from pathlib import Path

import typer

from railwright.cli.kit.options import AsJson, ReplaceFiles
from railwright.cli.kit.output import print_json, stages, suggest
from railwright.cli.kit.whole_files import check_folder, make_folder, write_whole
from railwright.cli.map.options import Paper
from railwright.mapmaker.osm.making import OsmBoard, Wishes, make_board, name_of, title_of
from railwright.mapmaker.osm.output import Files, board_files, make_files
from railwright.mapmaker.print.paper import check_paper
from railwright.mapmaker.quality_table import quality_text

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
    words = title or title_of(file)
    names = board_files(name_of(words))
    check_folder(out, names, force)
    wishes = Wishes(
        stations=stations, edges=edges, segments=segments, doubles=doubles, exponent=exponent, spacing=spacing,
        least_angle=least_angle, kinds=tuple(kind.strip() for kind in kinds.split(",")), tickets=tickets,
    )  # fmt: skip
    with stages() as say:
        made = make_board(file, wishes=wishes, seed=seed, title=words, progress=say)
        files = make_files(made, paper=paper, progress=say)
    make_folder(out)
    for name, content in files.contents.items():
        write_whole(out / name, content)
    _report(made, out, files, as_json)


def _report(made: OsmBoard, out: Path, files: Files, as_json: bool) -> None:
    board, names = made.board, list(files.contents)
    if as_json:
        print_json(
            {"board": board.name, "title": board.title, "out": str(out), "files": names,
             "network": {"stations": made.network[0], "links": made.network[1]}, "left_out": list(made.left_out),
             "shortfalls": list(made.shortfalls), "remarks": list(files.remarks), "quality": files.quality.to_dict()}
        )  # fmt: skip
        return
    print(f"{board.title}: chosen from {made.network[0]:,} stations and {made.network[1]:,} links between them\n")
    print(quality_text(files.quality))
    told = {"Left out of the network:": made.left_out, "Less than asked for:": made.shortfalls, "Notes:": files.remarks}
    for heading, lines in told.items():
        if lines:
            print(f"\n{heading}")
            for line in lines:
                print(f"  {line}")
    print(f"\nWrote {', '.join(names)} to {out}.")
    start = out / board.name
    suggest(f"open {start}.html in a browser, or: railwright play --board {start}.json")
