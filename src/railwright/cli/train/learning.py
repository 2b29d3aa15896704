"""Start or resume a training, show its progress, and print what it found."""

from __future__ import annotations

import sys
from pathlib import Path

import typer
from rich.table import Table

from railwright.cli.kit.exit_codes import INTERRUPTED
from railwright.cli.kit.output import again, note, print_json, print_table, progress, suggest
from railwright.training.neural_networks import starting_network
from railwright.training.training_plan import TrainingPlan
from railwright.training.training_report import PAGE, report_object, verdict, write_report
from railwright.training.training_run import CHECKPOINT, NETWORK, TrainingRun
from railwright.whole_files import make_folder
from railwright.words import count


def start_training(plan: TrainingPlan, start: str, folder: Path, *, as_json: bool) -> None:
    """Train from a network: a file, ``shipped`` or ``none``."""
    network = starting_network(start, plan.seed)
    make_folder(folder)
    for name in (CHECKPOINT, NETWORK):  # of a training that is replaced
        (folder / name).unlink(missing_ok=True)
    _finish(TrainingRun.start(plan, network, folder), as_json=as_json)


def resume_training(folder: Path, *, as_json: bool) -> None:
    """Go on with the training in a folder."""
    run = TrainingRun.resume(folder)
    if not as_json:
        note(f"Resuming after {run.updates} of {count(run.plan.updates, 'update')}.")
    _finish(run, as_json=as_json)


def _finish(run: TrainingRun, *, as_json: bool) -> None:
    """Train to the end of the budget, write the report and print it."""
    if not as_json:
        plan = run.plan
        tables, updates = count(len(plan.tables), "table"), count(plan.updates, "update")
        note(f"Training at {tables}: {updates} of {plan.decisions_per_update:,} decisions.")
    tell = note if sys.stderr.isatty() and not as_json else _nothing
    try:
        with progress("updates", run.plan.updates) as advance:
            advance(run.updates)
            run.run(advance, tell)
    except KeyboardInterrupt:
        note(f"Stopped after {run.updates} of {count(run.plan.updates, 'update')}.")
        if (run.folder / CHECKPOINT).exists():
            note(f"Resume with: {again('railwright', 'train', '--resume', out=run.folder)}")
        raise typer.Exit(INTERRUPTED) from None
    write_report(run)
    if as_json:
        print_json(report_object(run))
        return
    if run.rows:
        print_table(_table(run))
    print(verdict(run))
    play = f"railwright simulate --players {run.folder / NETWORK}:iterations=0,hoard"
    suggest(f"{play} shows how it plays without search; {run.folder / PAGE} has the curve")


def _nothing(text: str) -> None:
    """Ignore a remark."""


def _table(run: TrainingRun) -> Table:
    """The last evaluation."""
    table = Table("board", "seats", "all others", "wins", "95% interval", "points", "best other")
    last = run.rows[-1].updates
    for row in run.rows:
        if row.updates == last:
            interval = f"{100 * row.wins_low:.0f} to {100 * row.wins_high:.0f}%"
            table.add_row(
                row.board, str(row.seats), row.opponent, f"{100 * row.wins:.1f}%", interval, f"{row.points:.1f}",
                f"{row.best_other:.1f}",
            )  # fmt: skip
    return table
