"""Play a match, save its games, and report on it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from railwright.arena.stats import PlayerSummary, Tally
from railwright.cli.kit.exit_codes import INTERRUPTED
from railwright.cli.kit.output import again, note, print_json, progress, suggest
from railwright.cli.kit.pool import open_pool
from railwright.cli.simulate.saving import RECORDS, open_saver
from railwright.cli.simulate.tables import match_title, print_details, print_summary
from railwright.game.setup import Setup
from railwright.whole_files import write_whole
from railwright.words import count
from railwright.workers.interrupts import hold_interrupts
from railwright.workers.pool import WorkerPool
from railwright.workers.tasks import GameBatch


def run_match(
    setup: Setup,
    names: Sequence[str],
    *,
    games: int,
    seed: int,
    workers: int | None,
    cluster: str | None,
    save: Path | None,
    plot: Path | None,
    details: bool,
    as_json: bool,
) -> None:
    """Play and report. After Ctrl-C, report on the games that were finished."""
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
    with open_saver(task, save) as saver:
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


def _report(tally: Tally, seed: int, seconds: float, *, as_json: bool, details: bool, plot: Path | None) -> None:
    summaries = tally.summaries()
    if plot is not None:
        from railwright.report.match_figures import draw_match  # needs Matplotlib

        write_whole(plot, draw_match(tally, summaries, title=match_title(tally), suffix=plot.suffix))
    if as_json:
        print_json(_as_object(tally, seed, seconds, summaries))
        return
    print_summary(tally, summaries)
    if details:
        print_details(summaries)
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


def _next(save: Path | None) -> str:
    if save is None:
        return "railwright simulate --save games.jsonl saves the games, --plot points.svg draws a chart"
    if save.suffix == RECORDS:
        return again("railwright", "replay", save)
    return f"polars.read_{save.suffix[1:]}({str(save)!r}) in Python"
