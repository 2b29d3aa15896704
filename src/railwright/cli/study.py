"""``railwright study``: replicate a published study and report its tables and figures beside ours."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import typer

from railwright.cli.kit.compiling import prepare_engine
from railwright.cli.kit.exit_codes import INTERRUPTED
from railwright.cli.kit.options import AsJson, Cluster, WorkersByCores, check_worker_options
from railwright.cli.kit.output import note, print_json, progress, suggest
from railwright.cli.kit.whole_files import write_whole
from railwright.game.chance import check_seed
from railwright.players.registry import load_player
from railwright.studies.experiment import Experiment
from railwright.studies.folder import StudyFolder
from railwright.studies.registry import prepare_study
from railwright.studies.study import (
    FIGURE,
    TABLE,
    Item,
    Study,
    build_report,
    missing_experiments,
    reported_items,
    run_experiments,
    write_report,
)
from railwright.words import count

EXAMPLE = "Example: railwright study ounmaa2022 --table 7 --quick --out table7"


def study(
    name: str = typer.Argument(help="The study: ounmaa2022, schaefer2025, friedsam-rupp2024 or smith-anton2022."),
    table: list[str] = typer.Option([], help="Only this table (may be repeated)."),
    figure: list[str] = typer.Option([], help="Only this figure (may be repeated)."),
    quick: bool = typer.Option(False, "--quick", help="Few games, small budgets: minutes instead of an hour."),
    data: Path = typer.Option(
        None, help="The folder with railway extracts (*.osm.pbf); required by friedsam-rupp2024."
    ),
    out: Path = typer.Option(None, help="The folder for results and report; by default named after the study."),
    workers: WorkersByCores = None,
    cluster: Cluster = None,
    seed: int = typer.Option(1, help="The same seed gives the same tables."),
    force: bool = typer.Option(
        False, "--force", help="Use the folder even if it holds something else, and replace its contents."
    ),
    as_json: AsJson = False,
) -> None:
    """Replicate a published study and write a report with each published table and figure beside ours.

    Every finished experiment is saved in the folder. After Ctrl-C the same command resumes the study.
    """
    check_worker_options(workers, cluster)
    check_seed(seed)
    prepared = prepare_study(name, quick=quick, seed=seed, data=data)
    chosen = prepared.choose(table, figure)
    folder = StudyFolder(out or Path(name), prepared.settings, write=write_whole, force=force)
    missing, _ = missing_experiments(prepared, chosen, folder)
    began = time.perf_counter()
    if not _run(prepared, missing, folder, (os.cpu_count() or 1) if workers is None else workers, cluster):
        note(f"Stopped. Run the same command again to resume; finished experiments are in {folder.path}.")
        raise typer.Exit(INTERRUPTED)
    seconds = time.perf_counter() - began
    items = reported_items(prepared, chosen, folder)
    _, outcomes = missing_experiments(prepared, items, folder)
    if folder.unchecked:
        names = ", ".join(sorted(folder.unchecked))
        note(f"Results of an earlier version, used unchecked because they have no checksum: {names}.")
    report, rows = build_report(prepared, items, outcomes)
    files = write_report(report, folder)
    warnings = list(prepared.warnings(outcomes))
    if as_json:
        print_json({**_as_object(prepared, items, seconds, files, rows), "warnings": warnings})
        return
    for warning in warnings:
        note(warning)
    verb = "Played" if prepared.unit == "games" else "Did"
    done = count(sum(experiment.size for experiment in missing), prepared.unit.removesuffix("s"))
    numbers = {kind: sum(item.kind == kind for item in items) for kind in (TABLE, FIGURE)}
    parts = " and ".join(count(number, kind) for kind, number in numbers.items() if number)
    print(f"{verb} {done} in {seconds:.0f} s. The report has {parts}.")
    suggest(f"open {folder.path / 'report.html'} in a browser, or read {folder.path / 'report.md'}")


def _run(
    prepared: Study[Any], missing: list[Experiment[Any]], folder: StudyFolder, workers: int, cluster: str | None
) -> bool:
    """Run the missing experiments; False if the user stopped them."""
    if not missing:
        return True
    players = dict.fromkeys(player for experiment in missing for player in experiment.players)
    prepare_engine(players)
    for player in players:
        load_player(player)
    try:
        with progress(prepared.unit, sum(experiment.size for experiment in missing)) as done:
            run_experiments(prepared, missing, folder, workers=workers, cluster=cluster, done=done)
    except KeyboardInterrupt:
        return False
    return True


def _as_object(
    prepared: Study[Any], items: list[Item[Any]], seconds: float, files: list[str], data: list[dict[str, object]]
) -> dict[str, object]:
    sizes = {experiment.name: experiment.size for item in items for experiment in item.experiments}
    return {
        "study": prepared.name,
        "settings": dict(prepared.settings),
        prepared.unit: sum(sizes.values()),
        "seconds": round(seconds, 1),
        "files": files,
        "items": data,
    }
