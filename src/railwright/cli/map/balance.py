"""``railwright map balance``: a board on which each player wins as often as its designer wants."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from railwright.cli.kit.output import (
    INTERRUPTED,
    check_folder,
    make_folder,
    note,
    print_json,
    print_table,
    progress,
    stages,
    suggest,
    write_whole,
)
from railwright.cli.kit.worker_options import CLUSTER, WORKERS_BY_CORES, check_worker_options, open_pool
from railwright.errors import FileError, OptionError

if TYPE_CHECKING:
    from railwright.mapmaker.balance.making import BalancedBoard
    from railwright.mapmaker.balance.problem.brief import Brief
    from railwright.mapmaker.balance.problem.distance import Target
    from railwright.mapmaker.balance.problem.graph_source import GraphSource
    from railwright.mapmaker.balance.problem.range import Range
    from railwright.mapmaker.output_files import BoardFiles
    from railwright.workers.pool import WorkerPool

EXAMPLE = "Example: railwright map balance --graph usa --restrict-lengths 1 --games 300000 --out balanced"

SETTINGS, MEMORY = "settings.json", "search.jsonl"

NEW = "new"
"""The value of ``--graph`` for a new graph instead of a board's."""

LEAST_GAMES, MOST_GAMES = 1_000, 1_000_000_000
"""Bounds for the games of a search: about a second, and a week, on two cores."""

OLD_BUDGET_GAMES = 150_000
"""Games that stand for one minute of the former option ``--budget``."""

_RANGE = "such as 4-22"
_NUMBER = r"-?\d{1,6}(?:\.\d{1,6})?"


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
    budget: float = typer.Option(None, hidden=True, help="Replaced by --games."),
    evaluation: int = typer.Option(10_000, help="Games of the final evaluation, on deals that the search never saw."),
    title: str = typer.Option(None, help="The board's title."),
    paper: str = typer.Option("a4", help="Paper size of the print: a4, a3 or poster."),
    seed: int = typer.Option(1, help="The same seed gives the same board.", min=0),
    workers: int = WORKERS_BY_CORES,
    cluster: str = CLUSTER,
    force: bool = typer.Option(False, "--force", help="Start over, even if the folder holds another search."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Make a board on which the players win as often as you want; or change a board so that they do."""
    from railwright.cli.kit.compiling import MAP_LAYOUT, TICKET_WAYS, prepare_engine, prepare_players
    from railwright.mapmaker.balance.problem.board_style import FREE, OFFICIAL
    from railwright.mapmaker.balance.problem.brief import PUBLISHED, Brief
    from railwright.mapmaker.print.paper import check_paper

    check_paper(paper)
    check_worker_options(workers, cluster)
    _check_games(games, budget, evaluation)
    names = tuple(name.strip() for name in players.split(","))
    bounds = {
        "tracks": tracks, "spaces": spaces, "gray_tracks": gray, "tracks_per_color": tracks_per_color,
        "spaces_per_color": spaces_per_color, "double_share": doubles, "tickets": tickets,
        "ticket_values": ticket_values, "ticket_mean": ticket_mean, "ticket_spread": ticket_spread,
        "ticket_excess": ticket_excess,
    }  # fmt: skip
    brief = Brief(
        players=names, target=_target(target, len(names)), change=change, restrict_lengths=restrict_lengths,
        style=style or (FREE if method == PUBLISHED else OFFICIAL),
        bounds={name: _range(name, text) for name, text in bounds.items() if text is not None}, method=method,
        games=games, seed=seed,
    )  # fmt: skip
    source = _graph_source(graph, title, subgames)
    source.check(brief)
    prepare_players(names)
    prepare_engine(others=[TICKET_WAYS, MAP_LAYOUT] if graph == NEW else [TICKET_WAYS])
    source.check_bounds(brief)
    settings = {
        "graph": graph, "ground": source.describe(), "evaluation_games": evaluation, **brief.to_dict()
    }  # fmt: skip
    _open_folder(out, settings, force)
    with open_pool(workers, cluster, default=os.cpu_count() or 1) as pool:
        made = _search(brief, source, out, evaluation, pool)
    if made is None:
        note(f"Stopped. Run the same command again to resume; the games played are saved in {out / MEMORY}.")
        raise typer.Exit(INTERRUPTED)
    files = _write(made, out, paper)
    _report(made, out, files, as_json)


def _target(text: str | None, players: int) -> Target:
    from railwright.mapmaker.balance.problem.distance import Target

    if text is None:
        return Target.even(players)
    try:
        return Target(tuple(float(part) for part in text.split(",")))
    except ValueError:
        raise OptionError(f"--target {text}: must be shares separated by commas, such as 0.4,0.3,0.3") from None


def _range(name: str, text: str) -> Range:
    from railwright.mapmaker.balance.problem.range import Range

    found = re.fullmatch(rf"({_NUMBER})(?:-({_NUMBER}))?", text)
    if not found:
        raise OptionError(f"--{name.replace('_', '-')} {text}: must be a number or a range, such as 4-22")
    low, high = found.groups()
    return Range(float(low), float(high or low))


def _check_games(games: int, budget: float | None, evaluation: int) -> None:
    from railwright.workers.tasks import check_games

    if budget is not None:
        instead = max(1, round(budget * OLD_BUDGET_GAMES)) if isfinite(budget) else OLD_BUDGET_GAMES
        raise OptionError(f"--budget was replaced by a number of games, for reproducibility: --games {instead}")
    if not LEAST_GAMES <= games <= MOST_GAMES:
        raise OptionError(f"--games {games}: must be from {LEAST_GAMES:,} to {MOST_GAMES:,}")
    check_games(evaluation, "the evaluation")


def _graph_source(graph: str, title: str | None, subgames: bool) -> GraphSource:
    """The source of the graph: the cities and routes of a board, or new ones."""
    from railwright.cli.map.boards import find_board
    from railwright.mapmaker.balance.problem.graph_source import board_graph_source

    if graph == NEW:
        from railwright.mapmaker.balance.new_graph import NewGraphSource

        return NewGraphSource(title or "Invented country", subgames=subgames)
    if subgames:
        raise OptionError("--subgames needs --graph new")
    return board_graph_source(find_board(graph), title=title)


def _open_folder(out: Path, settings: Mapping[str, Any], force: bool) -> None:
    """Create the folder, or check that the search in it has the same settings."""
    from railwright.maps.load import read_json

    check_folder(out, (), force)
    text = json.dumps(settings, ensure_ascii=False, indent=1) + "\n"
    kept, memory = out / SETTINGS, out / MEMORY
    if memory.exists() and memory.stat().st_size and not force:
        found = read_json(kept)
        other = [
            key for key, value in json.loads(text).items() if not isinstance(found, dict) or found.get(key) != value
        ]
        if other:
            raise FileError(
                f"{out}: has a search with other settings ({', '.join(other)}); choose another folder, "
                "or add --force to start over"
            )
    elif out.exists() and {path.name for path in out.iterdir()} - {SETTINGS, MEMORY} and not force:
        raise FileError(f"{out}: is not empty and holds no search; choose another folder, or add --force")
    make_folder(out)
    if force:
        memory.unlink(missing_ok=True)
    write_whole(kept, text)


def _search(brief: Brief, source: GraphSource, out: Path, evaluation: int, pool: WorkerPool) -> BalancedBoard | None:
    """Search and evaluate; None if the user stopped it."""
    from railwright.mapmaker.balance.making import all_games
    from railwright.mapmaker.balance.making import balance as make
    from railwright.mapmaker.balance.problem.judge import Judge
    from railwright.mapmaker.balance.problem.memory import FileMemory

    total, goes_on = all_games(brief, evaluation), (out / MEMORY).exists()
    with FileMemory(out / MEMORY) as memory:
        try:
            _tell_time(total, brief.players, pool, goes_on)
            with progress("games", total) as done:
                judge = Judge(brief.players, pool, memory, done)
                return make(brief, source, judge, evaluation_games=evaluation)
        except KeyboardInterrupt:
            return None


def _tell_time(games: int, players: Sequence[str], pool: WorkerPool, goes_on: bool) -> None:
    """Tell the user the expected time before the search starts."""
    from railwright.mapmaker.balance.pace import search_seconds

    seconds = search_seconds(games, players, pool)
    workers = "1 worker" if pool.size == 1 else f"{pool.size} workers"
    less = "; less, because an earlier search is resumed" if goes_on else ""
    note(f"About {games:,} games, which takes about {_duration(seconds)} with {workers}{less}.")


def _duration(seconds: float) -> str:
    """A duration in words: seconds, minutes or hours."""
    if seconds < 90:
        return f"{max(seconds, 1):.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 100 * 60 else f"{seconds / 3600:.1f} hours"


def _write(made: BalancedBoard, out: Path, paper: str) -> BoardFiles:
    from railwright.mapmaker.balance.output import make_files

    with stages() as say:
        files = make_files(made, paper=paper, progress=say)
    make_folder(out / "figures")
    for name, content in files.contents.items():
        write_whole(out / name, content)
    return files


def _report(made: BalancedBoard, out: Path, files: BoardFiles, as_json: bool) -> None:
    from rich.table import Table

    from railwright.mapmaker.balance.paper_tables import all_tables

    if as_json:
        print_json({"out": str(out), "files": list(files.contents), **made.to_dict()})
        return
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
