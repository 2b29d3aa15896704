"""``railwright map balance``: a board on which each player wins as often as its designer wants."""

from __future__ import annotations

from pathlib import Path

import typer

from railwright.cli.kit.compiling import MAP_LAYOUT, TICKET_WAYS, prepare_engine, prepare_players
from railwright.cli.kit.options import AsJson, Cluster, WorkersByCores
from railwright.cli.kit.worker_options import check_worker_options
from railwright.cli.map.options import Paper
from railwright.errors import OptionError
from railwright.mapmaker.print.paper import check_paper

EXAMPLE = "Example: railwright map balance --graph usa --restrict-lengths 1 --games 300000 --out balanced"

NEW = "new"
"""The value of ``--graph`` for a new graph instead of a board's."""

MIN_GAMES, MOST_GAMES = 1_000, 1_000_000_000
"""Bounds for the games of a search: about a second, and a week, on two cores."""

_RANGE = "such as 4-22"


def balance(
    out: Path = typer.Option(..., help="The folder for the board and the search; a search found there is resumed."),
    graph: str = typer.Option("usa", help="Source of cities and routes: a built-in board, a board file, or new."),
    players: str = typer.Option("one-step,path,long-route,hungry", help="Players, separated by commas."),
    target: str = typer.Option(None, help="Win rate of each player, such as 0.4,0.3,0.2,0.1; by default all equal."),
    change: str = typer.Option("board", help="What may change: board, tickets or points (of tracks)."),
    restrict_lengths: int = typer.Option(None, help="Largest change of a track's length from the original."),
    method: str = typer.Option("racing", help="racing (ours) or published (Smith and Anton 2022)."),
    subgames: bool = typer.Option(
        False, "--subgames", help="With --graph new: balance three small games first, then join them."
    ),
    style: str = typer.Option(
        None, help="official (like printed boards, the default) or free (the only style of --method published)."
    ),
    tracks: str = typer.Option(None, help=f"Bounds for the number of tracks, {_RANGE}."),
    spaces: str = typer.Option(None, help="Bounds for the train spaces on all tracks."),
    gray: str = typer.Option(None, help="Bounds for the number of gray tracks."),
    tracks_per_color: str = typer.Option(None, help="Bounds for the tracks of each colour."),
    spaces_per_color: str = typer.Option(None, help="Bounds for the spaces of each colour."),
    doubles: str = typer.Option(None, help="Bounds for the share of double routes, such as 0.2-0.4."),
    tickets: str = typer.Option(None, help="Bounds for the number of tickets."),
    ticket_values: str = typer.Option(None, help=f"Bounds for the points of tickets, {_RANGE}."),
    ticket_mean: str = typer.Option(None, help="Bounds for the mean of the tickets' points, such as 10-13."),
    ticket_spread: str = typer.Option(None, help="Bounds for their standard deviation, such as 4-5."),
    ticket_excess: str = typer.Option(
        None, help="Bounds for a ticket's points minus the length of its shortest path, such as 0-6."
    ),
    games: int = typer.Option(1_500_000, help="Games to search with; the expected time is shown at the start."),
    evaluation: int = typer.Option(10_000, help="Games of the final evaluation, on deals that the search never saw."),
    title: str = typer.Option(None, help="The board's title."),
    paper: Paper = "a4",
    seed: int = typer.Option(1, help="The same seed gives the same board.", min=0),
    workers: WorkersByCores = None,
    cluster: Cluster = None,
    force: bool = typer.Option(False, "--force", help="Start over, even if the folder holds another search."),
    as_json: AsJson = False,
) -> None:
    """Make a board on which the players win as often as you want; or change a board so that they do."""
    check_paper(paper)
    check_worker_options(workers, cluster)
    _check_games(games)
    if subgames and graph != NEW:
        raise OptionError("--subgames needs --graph new")
    bounds = {
        "tracks": tracks, "spaces": spaces, "gray_tracks": gray, "tracks_per_color": tracks_per_color,
        "spaces_per_color": spaces_per_color, "double_share": doubles, "tickets": tickets,
        "ticket_values": ticket_values, "ticket_mean": ticket_mean, "ticket_spread": ticket_spread,
        "ticket_excess": ticket_excess,
    }  # fmt: skip
    from railwright.cli.map.balance.problem import make_brief  # this and the next two need Numba
    from railwright.cli.map.boards import find_board
    from railwright.mapmaker.balance.problem.brief import check_new_graph

    brief = make_brief(
        players, target, bounds, change=change, restrict_lengths=restrict_lengths, style=style, method=method,
        games=games, seed=seed,
    )  # fmt: skip
    board = None if graph == NEW else find_board(graph)
    if board is None:
        check_new_graph(brief)
    prepare_players(brief.players)
    prepare_engine(others=[TICKET_WAYS, MAP_LAYOUT] if graph == NEW else [TICKET_WAYS])
    from railwright.cli.map.balance.search import graph_source, run_search  # needs the compiled engine

    source = graph_source(board, title, subgames=subgames)
    run_search(
        brief, source, graph, out, evaluation=evaluation, paper=paper, workers=workers, cluster=cluster, force=force,
        as_json=as_json,
    )  # fmt: skip


def _check_games(games: int) -> None:
    if not MIN_GAMES <= games <= MOST_GAMES:
        raise OptionError(f"--games {games}: must be from {MIN_GAMES:,} to {MOST_GAMES:,}")
