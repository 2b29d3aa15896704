"""Run the experiments of a study that are missing in its folder, and write the report."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from railwright.cli.kit.compiling import prepare_engine
from railwright.cli.kit.exit_codes import INTERRUPTED
from railwright.cli.kit.output import note, print_json, progress, suggest
from railwright.game.chance import check_seed
from railwright.players.registry import load_player
from railwright.studies.experiment import Experiment
from railwright.studies.folder import StudyFolder
from railwright.studies.registry import prepare_study
from railwright.studies.study_runner import (
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
from railwright.whole_files import write_whole
from railwright.words import count


def prepare(name: str, *, quick: bool, seed: int, data: Path | None) -> Study[Any]:
    """The study of that name."""
    check_seed(seed)
    return prepare_study(name, quick=quick, seed=seed, data=data)


def replicate(
    prepared: Study[Any],
    tables: Sequence[str],
    figures: Sequence[str],
    out: Path,
    *,
    workers: int | None,
    cluster: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Run what is missing for these tables and figures (all of them, if none are named), and report."""
    chosen = prepared.choose(tables, figures)
    folder = StudyFolder(out, prepared.settings, write=write_whole, force=force)
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
    verb = "Played" if prepared.unit == "games" else "Ran"
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
