"""``railwright bench``: the speed of the engine on this machine."""

from __future__ import annotations

from pathlib import Path

import typer

from railwright.cli.kit.compiling import LEARNING, RANDOM_ACTIONS, prepare_engine
from railwright.cli.kit.options import AsJson
from railwright.files import open_file

EXAMPLE = "Example: railwright bench --cold"


def bench(
    games: int = typer.Option(4000, help="Random games per round.", min=1, max=1_000_000),
    quick: bool = typer.Option(False, "--quick", help="Do a tenth of the work: faster, with rougher figures."),
    cold: bool = typer.Option(False, "--cold", help="Also time compiling with an empty cache (half a minute)."),
    anchor: Path = typer.Option(None, help="A script that runs a C program to compare with, side by side."),
    as_json: AsJson = False,
) -> None:
    """Measure speed per CPU second (random games, games between players, search iterations) and start-up time."""
    if anchor is not None:
        open_file(anchor).close()  # fail early if it cannot be read
    prepare_engine(others=[LEARNING, RANDOM_ACTIONS])
    from railwright.cli.bench.measuring import run_benchmark  # needs the compiled engine

    run_benchmark(games, quick=quick, cold=cold, anchor=anchor, as_json=as_json)
