"""``railwright tournament``: every player meets every other player."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from railwright.cli.kit.output import INTERRUPTED, again, note, print_json, print_table, progress, suggest, write_whole
from railwright.cli.kit.worker_options import CLUSTER, WORKERS, check_worker_options, open_pool
from railwright.errors import FileError, OptionError

if TYPE_CHECKING:
    from railwright.arena.journal import Journal
    from railwright.arena.standings import Standings
    from railwright.arena.tournament import Tournament, TournamentPlan
    from railwright.workers.pool import WorkerPool

EXAMPLE = "Example: railwright tournament --players hoard,rule,path,random --games 100 --save cup"

PLAN, JOURNAL = "plan.json", "journal.jsonl"
FILES = (PLAN, JOURNAL, "results.parquet", "standings.md", "standings.csv", "standings.json")
"""Files that a tournament writes. A dot in front of one of these names marks a file that is only partly written."""


def tournament(
    context: typer.Context,
    players: str = typer.Option(
        None, help="Players, separated by commas, without duplicates; FILE.py:NAME for your own."
    ),
    board: str = typer.Option("usa", help="A built-in board (usa, europe, germany) or a board file."),
    tickets: str = typer.Option(None, help="The ticket deck; by default the board's first."),
    ruleset: str = typer.Option(None, help="The rules; by default the board's own."),
    seats: int = typer.Option(2, help="Seats at each table."),
    pairs: bool = typer.Option(
        False, "--pairs/--tables", help="With more than 2 seats: only 2 players at each table, or as many as fit."
    ),
    games: int = typer.Option(100, help="Number of games at each table."),
    seed: int = typer.Option(1, help="The same seed gives the same games."),
    workers: int = WORKERS,
    cluster: str = CLUSTER,
    save: Path = typer.Option(None, help="Save everything in this folder, so that the tournament can be resumed."),
    resume: Path = typer.Option(
        None, help="Resume the tournament in this folder; takes no other options but --workers, --cluster and --json."
    ),
    force: bool = typer.Option(False, "--force", help="Replace the tournament in the folder."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Play a tournament of all players against each other, rate them, and show who beats whom."""
    if (players is None) == (resume is None):
        raise OptionError("give either --players to start a tournament or --resume FOLDER to resume one")
    if resume is not None:
        _refuse_others(context)
    check_worker_options(workers, cluster)
    if resume is not None:
        plan = _read_plan(resume)
        with open_pool(workers, cluster) as pool:
            _run(plan, resume, pool, as_json, _built_in_place(plan))
        return
    from railwright.cli.kit.compiling import prepare_players
    from railwright.maps.load import load_setup
    from railwright.players.registry import split_names

    setup = load_setup(board, tickets=tickets, ruleset=ruleset)
    names = split_names(players)
    prepare_players(names)
    from railwright.arena.tournament import TournamentPlan

    plan = TournamentPlan(setup, tuple(names), seats, games, seed, pairs)
    with open_pool(workers, cluster) as pool:
        if save is not None:
            _make_folder(save, plan, force)
        _run(plan, save, pool, as_json, {"board": board, "tickets": tickets, "ruleset": ruleset})


_GO_WITH_RESUME = {"resume", "workers", "cluster", "as_json"}
"""Parameter names of the options that are allowed with ``--resume``."""


def _refuse_others(context: typer.Context) -> None:
    """Refuse options that would change a resumed tournament, even when they repeat a default."""
    sources = {name: context.get_parameter_source(name) for name in context.params if name not in _GO_WITH_RESUME}
    extra = [f"--{name}" for name, source in sources.items() if source is not None and source.name == "COMMANDLINE"]
    if extra:
        raise OptionError(f"a resumed tournament keeps its settings; leave out {', '.join(extra)} with --resume")


def _read_plan(folder: Path) -> TournamentPlan:
    """Read the plan of the tournament in a folder, and compile its players."""
    from railwright.cli.kit.compiling import prepare_players
    from railwright.maps.load import LIBRARY, read_json

    data = read_json(folder / PLAN)
    names = data.get("players") if isinstance(data, dict) else None
    prepare_players([str(name) for name in names] if isinstance(names, list) else [])
    from railwright.arena.tournament import TournamentPlan

    return TournamentPlan.from_dict(data, LIBRARY, str(folder / PLAN))


def _make_folder(folder: Path, plan: TournamentPlan, force: bool) -> None:
    """Make an empty folder and write the plan to it."""
    from railwright.maps.load import LIBRARY

    if folder.exists() and not folder.is_dir():
        raise FileError(f"{folder}: is a file; give the name of a folder")
    if (folder / PLAN).exists() and not force:
        raise FileError(
            f"{folder}: already has a tournament; add --resume {folder} to resume it, or --force to replace it"
        )
    if not folder.resolve().parent.is_dir():
        raise FileError(f"{folder}: there is no folder {folder.resolve().parent}; make it first")
    try:
        folder.mkdir(exist_ok=True)
        inside = list(folder.iterdir())
        strange = [path.name for path in inside if not path.name.lstrip(".").startswith(FILES)]
        if strange:
            raise FileError(f"{folder}: contains other files, such as {min(strange)}; give the name of a new folder")
        for path in inside:
            path.unlink()
    except OSError as error:
        raise FileError(f"{folder}: cannot be used ({error.strerror})") from error
    write_whole(folder / PLAN, json.dumps(plan.to_dict(LIBRARY), ensure_ascii=False, indent=1) + "\n")


def _built_in_place(plan: TournamentPlan) -> dict[str, str | None] | None:
    """The board and rules options of a plan; None if these came from files, whose names are not saved."""
    from railwright.maps.load import LIBRARY

    if LIBRARY.is_built_in(plan.setup.board) and LIBRARY.is_built_in(plan.setup.ruleset):
        return dict(plan.setup.names)
    return None


def _run(
    plan: TournamentPlan, folder: Path | None, pool: WorkerPool, as_json: bool, place: dict[str, str | None] | None
) -> None:
    """Play, rate and print. ``place`` holds the board and rules options, or None if they are not known."""
    from railwright.arena.standings import standings_of
    from railwright.arena.tournament import Tournament

    began = time.perf_counter()
    with _open_journal(folder) as journal:
        played = Tournament(plan, journal)
        before = played.played
        if not as_json:
            note(
                f"Tables: {len(plan.tables)}. Games: {played.total}"
                + (f", {before} of them played." if before else ".")
            )
        try:
            _play(played, pool)
        except KeyboardInterrupt:
            note(f"Stopped after {played.played} of {played.total} games.")
            if folder is not None:
                note(f"Resume with: {again('railwright', 'tournament', resume=folder)}")
            else:
                note("These games are lost; with --save FOLDER a tournament can be resumed.")
            raise typer.Exit(INTERRUPTED) from None
        seconds = time.perf_counter() - began
        standings = standings_of(plan.setup, played.blocks())
        if folder is not None:
            _save(folder, plan, played, standings)
    if as_json:
        print_json(_as_object(plan, standings, seconds, played.total - before))
    else:
        _print(standings)
        suggest(_next(folder, standings, place, plan.seats))


@contextmanager
def _open_journal(folder: Path | None) -> Iterator[Journal | None]:
    from railwright.arena.journal import Journal

    if folder is None:
        yield None
    else:
        with Journal(folder / JOURNAL) as journal:
            yield journal


def _play(played: Tournament, pool: WorkerPool) -> None:
    with progress("games", played.total) as done:
        done(played.played)
        for games in played.play(pool):
            done(games)


def _save(folder: Path, plan: TournamentPlan, played: Tournament, standings: Standings) -> None:
    from railwright.arena.game_table import game_rows, table_bytes

    frames = []
    for number, (names, block) in enumerate(played.blocks()):
        frame = game_rows(plan.setup, names, block)
        frames.append(frame.select(_constant(number, "table"), *frame.columns))
    write_whole(folder / "results.parquet", table_bytes(frames, ".parquet"))
    write_whole(folder / "standings.md", standings.to_markdown())
    write_whole(folder / "standings.csv", standings.to_csv())
    text = json.dumps(_described(plan) | standings.to_dict(), ensure_ascii=False, indent=1) + "\n"
    write_whole(folder / "standings.json", text)


def _constant(value: int, name: str) -> Any:
    import polars as pl

    return pl.lit(value, dtype=pl.Int64).alias(name)


def _described(plan: TournamentPlan) -> dict[str, Any]:
    return {
        **plan.setup.names,
        "seats": plan.seats,
        "tables": len(plan.tables),
        "games": plan.games * len(plan.tables),
        "seed": plan.seed,
    }


def _as_object(plan: TournamentPlan, standings: Standings, seconds: float, games: int) -> dict[str, Any]:
    timing = {"reproducible": False, "seconds": round(seconds, 3), "games_now": games}
    return _described(plan) | standings.to_dict() | {"timing": timing}


def _print(standings: Standings) -> None:
    from rich.table import Table

    from railwright.arena.standings import cross_cell, standing_cells

    headings = ("rank", "player", "rating", "95 % interval", "sigma", "games", "wins", "95 % interval", "points")
    table = Table(title="Ratings (Plackett-Luce)")
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for row in standings.rows:
        table.add_row(*standing_cells(row))
    print_table(table)
    cross = Table("", title="How often the row's player finished ahead of the column's player")
    for row in standings.rows:
        cross.add_column(f"{row.rank}", justify="right")
    for row, rates in zip(standings.rows, standings.cross, strict=True):
        cross.add_row(f"{row.rank} {row.player}", *map(cross_cell, rates))
    print_table(cross)


def _next(folder: Path | None, standings: Standings, place: dict[str, str | None] | None, seats: int) -> str:
    if folder is None:
        return "railwright tournament --save FOLDER saves the games and can be resumed after an interruption"
    if place is None:
        return f"read {folder / 'standings.md'}; all files: {folder}"
    first, second = standings.rows[:2]
    test = again("railwright", "sprt", first.player, second.player, **place, seats=seats)
    return f"{test} tests whether the first is really better; all files: {folder}"
