"""Make a board from railways, write everything made from it, and report."""

from __future__ import annotations

from pathlib import Path

from railwright.cli.kit.output import print_json, stages, suggest
from railwright.cli.kit.targets import check_folder
from railwright.mapmaker.osm.making import OsmBoard, make_board, name_of, title_of
from railwright.mapmaker.osm.options import OsmOptions
from railwright.mapmaker.osm.output import OsmFiles, board_files, make_files, unchosen_lines
from railwright.mapmaker.quality_table import quality_text
from railwright.whole_files import make_folder, write_whole


def make_osm_board(
    file: Path, options: OsmOptions, out: Path, *, title: str | None, paper: str, seed: int, force: bool, as_json: bool
) -> None:
    """Make the board and its files in a folder. Without a title, it is named after the file."""
    words = title or title_of(file)
    names = board_files(name_of(words))
    check_folder(out, names, force)
    with stages() as say:
        made = make_board(file, options=options, seed=seed, title=words, progress=say)
        files = make_files(made, paper=paper, progress=say)
    make_folder(out)
    for name, content in files.contents.items():
        write_whole(out / name, content)
    _report(made, out, files, as_json)


def _report(made: OsmBoard, out: Path, files: OsmFiles, as_json: bool) -> None:
    board, names = made.board, list(files.contents)
    if as_json:
        towns = [town.to_dict() for town in made.not_chosen]
        print_json(
            {"board": board.name, "title": board.title, "out": str(out), "files": names,
             "network": {"stations": made.network[0], "links": made.network[1]}, "left_out": list(made.left_out),
             "shortfalls": list(made.shortfalls), "remarks": list(files.remarks), "quality": files.quality.to_dict()}
            | ({"not_chosen": towns} if made.options.by_towns else {})
        )  # fmt: skip
        return
    print(f"{board.title}: chosen from {made.network[0]:,} stations and {made.network[1]:,} links between them\n")
    print(quality_text(files.quality))
    told = {
        "Left out of the network:": made.left_out,
        "Less than requested:": made.shortfalls,
        "Largest towns that are not on the board:": unchosen_lines(made.not_chosen),
        "Notes:": files.remarks,
    }
    for heading, lines in told.items():
        if lines:
            print(f"\n{heading}")
            for line in lines:
                print(f"  {line}")
    print(f"\nWrote {', '.join(names)} to {out}.")
    start = out / board.name
    suggest(f"open {start}.html in a browser, or: railwright play --board {start}.json")
