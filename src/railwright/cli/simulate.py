"""``railwright simulate``: many games between computer players, with statistics for each player."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import typer

from railwright.cli.kit.output import (
    INTERRUPTED,
    WholeFile,
    again,
    check_target,
    note,
    print_json,
    print_table,
    progress,
    suggest,
    write_whole,
)  # fmt: skip
from railwright.cli.kit.worker_options import CLUSTER, WORKERS, check_worker_options, open_pool
from railwright.words import count

if TYPE_CHECKING:
    from railwright.arena.stats import PlayerSummary, Tally
    from railwright.matches.block import Block
    from railwright.workers.pool import WorkerPool
    from railwright.workers.tasks import GameBatch

EXAMPLE = "Example: railwright simulate --players hoard,evaluation,long-route,random --games 1000 --seed 1"

RECORDS = ".jsonl"
SAVED = {RECORDS: "records of the games", ".parquet": "a table", ".csv": "a table"}
PLOTTED = {".svg": "a drawing", ".png": "an image"}

HEADINGS = (
    "wins", "95 % interval", "points", "median", "tickets done", "failed", "ticket points", "ended", "ms/decision",
)  # fmt: skip
CAPTION = "A shared win counts in parts. Ended: share of games in which the player triggered the last round."


def simulate(
    board: str = typer.Option("usa", help="A built-in board (usa, europe, germany) or a board file."),
    tickets: str = typer.Option(None, help="The ticket deck; by default the board's first."),
    ruleset: str = typer.Option(None, help="The rules; by default the board's own."),
    players: str = typer.Option(
        "random,random,random,random",
        help="Players, separated by commas; NAME:option=value sets an option, FILE.py:NAME is your own.",
    ),
    games: int = typer.Option(1000, help="Number of games."),
    seed: int = typer.Option(1, help="The same seed gives the same games."),
    workers: int = WORKERS,
    cluster: str = CLUSTER,
    details: bool = typer.Option(False, "--details", help="Also show the spread of points and the tracks built."),
    save: Path = typer.Option(
        None, help="Save the games: FILE.jsonl as records to replay, FILE.parquet or FILE.csv as a table."
    ),
    plot: Path = typer.Option(None, help="Draw points and win rates: FILE.svg or FILE.png."),
    force: bool = typer.Option(False, "--force", help="Replace files that exist."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Play many games between computer players and compare them. Seats rotate from game to game."""
    from railwright.cli.kit.compiling import prepare_players
    from railwright.game.chance import check_seed
    from railwright.maps.load import load_setup
    from railwright.players.registry import split_names

    for target, known in ((save, SAVED), (plot, PLOTTED)):
        if target is not None:
            check_target(target, known, force=force)
    check_worker_options(workers, cluster)
    check_seed(seed)
    setup = load_setup(board, tickets=tickets, ruleset=ruleset)
    names = split_names(players)
    prepare_players(names)
    from railwright.arena.stats import Tally
    from railwright.workers.tasks import GameBatch

    keep_actions = save is not None and save.suffix == RECORDS
    task = GameBatch(setup, tuple(names), seed, games, keep_actions=keep_actions)
    tally = Tally(setup, names)
    with open_pool(workers, cluster) as pool:
        began = time.perf_counter()
        interrupted = _play(task, pool, tally, save)
        seconds = time.perf_counter() - began
    if interrupted:
        note(f"Stopped. The results are from {count(tally.games, 'finished game')}.")
    if tally.games:
        _report(tally, seed, seconds, as_json=as_json, details=details, plot=plot)
        if not as_json:
            suggest(_next(save))
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _play(task: GameBatch, pool: WorkerPool, tally: Tally, save: Path | None) -> bool:
    """Play and save the games; returns whether the user stopped early. Finished games are kept."""
    from railwright.workers.interrupts import hold_interrupts

    with _saver(task, save) as saver:
        try:
            with progress("games", task.games) as done:
                for _, block in pool.play([task]):
                    packed = saver.pack(block)
                    with hold_interrupts():  # keeps the file and the statistics in step
                        saver.keep(packed)
                        tally.add(block)
                    done(len(block))
        except KeyboardInterrupt:
            if not tally.games:
                raise
            return True
    return False


class _Saver(Protocol):
    def pack(self, block: Block) -> Any: ...

    def keep(self, packed: Any) -> None: ...


@contextmanager
def _saver(task: GameBatch, save: Path | None) -> Iterator[_Saver]:
    """A saver that takes the blocks of a match; the file is written when the context ends."""
    if save is None:
        yield _NoFile()
    elif save.suffix == RECORDS:
        with WholeFile(save) as file:
            yield _Records(task, file)
    else:
        rows = _Rows(task)
        yield rows
        rows.write(save)


class _NoFile:
    def pack(self, block: Block) -> None:
        """Do nothing."""

    def keep(self, packed: None) -> None:
        """Do nothing."""


class _Records:
    """Every game as a compact record, one per line."""

    def __init__(self, task: GameBatch, file: WholeFile) -> None:
        self.task, self.file = task, file

    def pack(self, block: Block) -> bytes:
        """The records of a block."""
        from railwright.arena.records import block_records
        from railwright.maps.load import LIBRARY

        records = block_records(self.task.setup, self.task.names, block)
        return "".join(json.dumps(record.to_dict(LIBRARY), ensure_ascii=False) + "\n" for record in records).encode()

    def keep(self, packed: bytes) -> None:
        """Write the records of a block."""
        self.file.write(packed)


class _Rows:
    """A table with one row per game and seat."""

    def __init__(self, task: GameBatch) -> None:
        self.task = task
        self.frames: list[Any] = []

    def pack(self, block: Block) -> Any:
        """The rows of a block."""
        from railwright.arena.tables import game_rows

        return game_rows(self.task.setup, self.task.names, block)

    def keep(self, packed: Any) -> None:
        """Add the rows of a block."""
        self.frames.append(packed)

    def write(self, path: Path) -> None:
        """Write all rows to a file."""
        from railwright.arena.tables import table_bytes

        if self.frames:
            write_whole(path, table_bytes(self.frames, path.suffix))


def _report(tally: Tally, seed: int, seconds: float, *, as_json: bool, details: bool, plot: Path | None) -> None:
    summaries = tally.summaries()
    if plot is not None:
        from railwright.report.match_figures import draw_match

        write_whole(plot, draw_match(tally, summaries, title=_title(tally), suffix=plot.suffix))
    if as_json:
        print_json(_as_object(tally, seed, seconds, summaries))
        return
    _print_summary(tally, summaries)
    if details:
        _print_details(tally, summaries)
    length = tally.length()
    print(f"A game has {length.turns:.1f} turns on average, {length.turns_per_seat:.1f} per seat. "
          f"{tally.games / seconds:.4g} games per second.")  # fmt: skip


def _as_object(tally: Tally, seed: int, seconds: float, summaries: list[PlayerSummary]) -> dict[str, Any]:
    return {
        "games": tally.games,
        "games_per_second": round(tally.games / seconds, 3),
        **tally.setup.names,
        "seed": seed,
        **tally.length().to_dict(),
        "players": [summary.to_dict() for summary in summaries],
        "timing": {
            "reproducible": False,
            "seconds": round(seconds, 3),
            "decision_ms": [summary.decision_ms for summary in summaries],
        },
    }


def _title(tally: Tally) -> str:
    setup = tally.setup
    return f"{setup.board.title}, rules {setup.ruleset.name}, tickets {setup.deck}, {count(tally.games, 'game')}"


def _print_summary(tally: Tally, summaries: list[PlayerSummary]) -> None:
    from rich.table import Table

    table = Table("player", title=_title(tally), caption=CAPTION, caption_justify="left")
    for heading in HEADINGS:
        table.add_column(heading, justify="right")
    for row in summaries:
        table.add_row(
            row.player,
            f"{row.win_rate:.3f}" + (f" ({row.shared_wins} shared)" if row.shared_wins else ""),
            f"{row.win_rate_low:.3f} - {row.win_rate_high:.3f}",
            _plus_minus(row.points_mean, row.points_high),
            f"{row.points_median:g}",
            f"{row.tickets_completed_mean:.2f}",
            f"{row.tickets_failed_mean:.2f}",
            f"{row.ticket_points_mean:.1f}",
            f"{row.ended_share:.2f}",
            _milliseconds(row.decision_ms),
        )
    print_table(table)


def _plus_minus(mean: float, high: float | None) -> str:
    return f"{mean:.1f}" if high is None else f"{mean:.1f} ± {high - mean:.1f}"


def _milliseconds(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if value >= 0.001 else "<0.001"


def _print_details(tally: Tally, summaries: list[PlayerSummary]) -> None:
    from rich.table import Table

    lengths = list(summaries[0].tracks_mean)
    quantiles = list(summaries[0].points_quantiles)
    headings = ["spread", *quantiles, "route points", "bonus points", "longest path", "trains left"]
    table = Table("player", title="Spread of points, and mean numbers of tracks")
    for heading in [*headings, *(f"tracks of {length}" for length in lengths)]:
        table.add_column(heading, justify="right")
    for row in summaries:
        table.add_row(
            row.player,
            f"{row.points_sd:.1f}",
            *(f"{row.points_quantiles[quantile]:g}" for quantile in quantiles),
            f"{row.route_points_mean:.1f}",
            f"{row.bonus_points_mean:.1f}",
            f"{row.longest_path_mean:.1f}",
            f"{row.trains_left_mean:.1f}",
            *(f"{row.tracks_mean[length]:.2f}" for length in lengths),
        )
    print_table(table)


def _next(save: Path | None) -> str:
    if save is None:
        return "railwright simulate --save games.jsonl saves the games, --plot points.svg draws a chart"
    if save.suffix == RECORDS:
        return again("railwright", "replay", save)
    return f"polars.read_{save.suffix[1:]}({str(save)!r}) in Python"
