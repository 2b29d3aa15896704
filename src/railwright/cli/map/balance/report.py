"""Write and print what a search has found."""

from __future__ import annotations

from pathlib import Path

from rich.table import Table

from railwright.cli.kit.output import print_json, print_table, stages, suggest
from railwright.mapmaker.balance.making import BalancedBoard
from railwright.mapmaker.balance.output import make_files
from railwright.mapmaker.balance.paper_tables import all_tables
from railwright.mapmaker.output_files import BoardFiles
from railwright.whole_files import make_folder, write_whole


def report(made: BalancedBoard, out: Path, paper: str, as_json: bool) -> None:
    """Write the board and everything made from it to a folder, and print its tables."""
    files = _write(made, out, paper)
    if as_json:
        print_json({"out": str(out), "files": list(files.contents), **made.to_dict()})
    else:
        _print(made, out, files)


def _write(made: BalancedBoard, out: Path, paper: str) -> BoardFiles:
    with stages() as say:
        files = make_files(made, paper=paper, progress=say)
    make_folder(out / "figures")
    for name, content in files.contents.items():
        write_whole(out / name, content)
    return files


def _print(made: BalancedBoard, out: Path, files: BoardFiles) -> None:
    for found in all_tables(made)[:3]:
        table = Table(title=found.title, title_justify="left", box=None)
        for number, heading in enumerate(found.headings):
            table.add_column(heading, justify="left" if number == 0 else "right")
        for row in found.rows:
            table.add_row(*row)
        print_table(table)
        print()
    for remark in files.remarks:
        print(remark)
    name = made.canvas.graph.name
    print(f"Searched with {made.games:,} games. Wrote {', '.join(files.contents)} to {out}.")
    suggest(f"open {out / 'report.html'} in a browser, or: railwright play --board {out / name}.json")
