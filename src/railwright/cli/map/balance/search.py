"""Search for a balanced board in a folder, where the search can be resumed."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

from railwright.cli.kit.exit_codes import INTERRUPTED
from railwright.cli.kit.output import note, progress
from railwright.cli.kit.pool import open_pool
from railwright.cli.kit.targets import check_folder
from railwright.errors import FileError
from railwright.game.board import Board
from railwright.mapmaker.balance.making import BalancedBoard, all_games
from railwright.mapmaker.balance.making import balance as make
from railwright.mapmaker.balance.new_graph import NewGraphSource
from railwright.mapmaker.balance.pace import search_seconds
from railwright.mapmaker.balance.problem.brief import Brief
from railwright.mapmaker.balance.problem.graph_source import GraphSource, board_graph_source
from railwright.mapmaker.balance.problem.judge import Judge
from railwright.mapmaker.balance.problem.search_file import SearchFile
from railwright.maps.load import read_json
from railwright.whole_files import make_folder, write_whole
from railwright.workers.pool import WorkerPool
from railwright.workers.tasks import check_games

SETTINGS, MEMORY = "settings.json", "search.jsonl"


def graph_source(board: Board | None, title: str | None, *, subgames: bool) -> GraphSource:
    """The source of the graph: the cities and routes of a board, or new ones."""
    if board is None:
        return NewGraphSource(title or "Invented country", subgames=subgames)
    return board_graph_source(board, title=title)


def run_search(
    brief: Brief,
    source: GraphSource,
    graph: str,
    out: Path,
    *,
    evaluation: int,
    paper: str,
    workers: int | None,
    cluster: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Check the problem, search, and write everything to the folder. ``graph`` is the name of the source."""
    check_games(evaluation, "the evaluation")
    source.check(brief)
    source.check_bounds(brief)
    settings = {
        "graph": graph, "source": source.describe(), "evaluation_games": evaluation, **brief.to_dict()
    }  # fmt: skip
    _open_folder(out, settings, force)
    with open_pool(workers, cluster, default=os.cpu_count() or 1) as pool:
        made = _search(brief, source, out, evaluation, pool)
    if made is None:
        note(f"Stopped. Run the same command again to resume; the games played are saved in {out / MEMORY}.")
        raise typer.Exit(INTERRUPTED)
    from railwright.cli.map.balance.report import report  # needs Matplotlib

    report(made, out, paper, as_json)


def _open_folder(out: Path, settings: Mapping[str, Any], force: bool) -> None:
    """Create the folder, or check that the search in it has the same settings."""
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
    total, goes_on = all_games(brief, evaluation), (out / MEMORY).exists()
    with SearchFile(out / MEMORY) as memory:
        try:
            _tell_time(total, brief.players, pool, goes_on)
            with progress("games", total) as done:
                judge = Judge(brief.players, pool, memory, done)
                return make(brief, source, judge, evaluation_games=evaluation)
        except KeyboardInterrupt:
            return None


def _tell_time(games: int, players: Sequence[str], pool: WorkerPool, goes_on: bool) -> None:
    """Tell the user the expected time before the search starts."""
    seconds = search_seconds(games, players, pool)
    workers = "1 worker" if pool.size == 1 else f"{pool.size} workers"
    less = "; less, because an earlier search is resumed" if goes_on else ""
    note(f"About {games:,} games, which takes about {_duration(seconds)} with {workers}{less}.")


def _duration(seconds: float) -> str:
    """A duration in words: seconds, minutes or hours."""
    if seconds < 90:
        return f"{max(seconds, 1):.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 100 * 60 else f"{seconds / 3600:.1f} hours"
