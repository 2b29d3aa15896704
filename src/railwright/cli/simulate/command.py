"""``railwright simulate``: many games between computer players, with statistics for each player."""

from __future__ import annotations

from pathlib import Path

import typer

from railwright.cli.kit.compiling import prepare_players
from railwright.cli.kit.options import (
    DEFAULT_BOARD,
    AsJson,
    Board,
    Cluster,
    ReplaceFiles,
    Rules,
    Seed,
    Tickets,
    Workers,
)
from railwright.cli.kit.setups import find_setup
from railwright.cli.kit.targets import check_target
from railwright.cli.kit.worker_options import check_worker_options
from railwright.players.registry import split_names

EXAMPLE = "Example: railwright simulate --players hoard,evaluation,long-route,random --games 1000 --seed 1"

SAVED = {".jsonl": "records of the games", ".parquet": "a table", ".csv": "a table"}
PLOTTED = {".svg": "a drawing", ".png": "an image"}


def simulate(
    board: Board = DEFAULT_BOARD,
    tickets: Tickets = None,
    ruleset: Rules = None,
    players: str = typer.Option(
        "random,random,random,random",
        help="Players, separated by commas; NAME:option=value sets an option, FILE.py:NAME is your own, "
        "FILE.npz a policy.",
    ),
    games: int = typer.Option(1000, help="Number of games."),
    seed: Seed = 1,
    workers: Workers = None,
    cluster: Cluster = None,
    details: bool = typer.Option(False, "--details", help="Also show the spread of points and the tracks built."),
    save: Path = typer.Option(
        None, help="Save the games: FILE.jsonl as records to replay, FILE.parquet or FILE.csv as a table."
    ),
    plot: Path = typer.Option(None, help="Draw points and win rates: FILE.svg or FILE.png."),
    force: ReplaceFiles = False,
    as_json: AsJson = False,
) -> None:
    """Play many games between computer players and compare them. Seats rotate from game to game."""
    for target, known in ((save, SAVED), (plot, PLOTTED)):
        if target is not None:
            check_target(target, known, force=force)
    check_worker_options(workers, cluster)
    setup = find_setup(board, tickets, ruleset, seed=seed)
    names = split_names(players)
    prepare_players(names)
    from railwright.cli.simulate.match import run_match  # needs the compiled engine

    run_match(
        setup, names, games=games, seed=seed, workers=workers, cluster=cluster, save=save, plot=plot, details=details,
        as_json=as_json,
    )  # fmt: skip
