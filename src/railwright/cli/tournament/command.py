"""``railwright tournament``: every player meets every other player."""

from __future__ import annotations

from pathlib import Path

import typer

from railwright.cli.kit.compiling import prepare_players
from railwright.cli.kit.options import DEFAULT_BOARD, AsJson, Board, Cluster, Rules, Seed, Tickets, Workers
from railwright.cli.kit.setups import find_setup
from railwright.cli.kit.worker_options import check_worker_options
from railwright.errors import OptionError
from railwright.players.registry import split_names

EXAMPLE = "Example: railwright tournament --players hoard,rule,path,random --games 100 --save cup"


def tournament(
    context: typer.Context,
    players: str = typer.Option(
        None, help="Players, separated by commas, without duplicates; FILE.py:NAME for your own, FILE.npz for a policy."
    ),
    board: Board = DEFAULT_BOARD,
    tickets: Tickets = None,
    ruleset: Rules = None,
    seats: int = typer.Option(2, help="Seats at each table."),
    pairs: bool = typer.Option(
        False, "--pairs/--tables", help="With more than 2 seats: only 2 players at each table, or as many as fit."
    ),
    games: int = typer.Option(100, help="Number of games at each table."),
    seed: Seed = 1,
    workers: Workers = None,
    cluster: Cluster = None,
    save: Path = typer.Option(None, help="Save everything in this folder, so that the tournament can be resumed."),
    resume: Path = typer.Option(
        None, help="Resume the tournament in this folder; takes no other options but --workers, --cluster and --json."
    ),
    force: bool = typer.Option(False, "--force", help="Replace the tournament in the folder."),
    as_json: AsJson = False,
) -> None:
    """Play a tournament of all players against each other, rate them, and show who beats whom."""
    if (players is None) == (resume is None):
        raise OptionError("give either --players to start a tournament or --resume FOLDER to resume one")
    if resume is not None:
        _refuse_others(context)
    check_worker_options(workers, cluster)
    if resume is not None:
        _resume(resume, workers, cluster, as_json)
        return
    setup = find_setup(board, tickets, ruleset, seed=seed)
    names = split_names(players)
    prepare_players(names)
    from railwright.arena.tournament import TournamentPlan  # this and the next need the compiled engine
    from railwright.cli.tournament.run import start_tournament

    plan = TournamentPlan(setup, tuple(names), seats, games, seed, pairs)
    place = {"board": board, "tickets": tickets, "ruleset": ruleset}
    start_tournament(plan, save, place, force=force, workers=workers, cluster=cluster, as_json=as_json)


def _resume(folder: Path, workers: int | None, cluster: str | None, as_json: bool) -> None:
    """Resume the tournament in a folder."""
    from railwright.cli.tournament.folder import planned_players  # needs Numba

    prepare_players(planned_players(folder))
    from railwright.cli.tournament.run import resume_tournament  # needs the compiled engine

    resume_tournament(folder, workers=workers, cluster=cluster, as_json=as_json)


_GO_WITH_RESUME = {"resume", "workers", "cluster", "as_json"}
"""Parameter names of the options that are allowed with ``--resume``."""


def _refuse_others(context: typer.Context) -> None:
    """Refuse options that would change a resumed tournament, even when they repeat a default."""
    sources = {name: context.get_parameter_source(name) for name in context.params if name not in _GO_WITH_RESUME}
    extra = [f"--{name}" for name, source in sources.items() if source is not None and source.name == "COMMANDLINE"]
    if extra:
        raise OptionError(f"a resumed tournament keeps its settings; leave out {', '.join(extra)} with --resume")
