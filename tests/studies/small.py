"""A study that takes seconds: few games, and a player that is there at once in every chair."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from railwright.studies.contest import Contest
from railwright.studies.contest_outcome import ContestOutcome
from railwright.studies.experiment import Found
from railwright.studies.folder import StudyFolder
from railwright.studies.ounmaa2022.effort import QUICK, Effort
from railwright.studies.ounmaa2022.study import with_effort
from railwright.studies.study_runner import Item, Study, missing_experiments, run_experiments
from railwright.whole_files import write_whole

TINY: Effort = replace(
    QUICK, name="tiny", comparison_games=8, without_hoard_games=16, heuristic_games=8, duel_games=8, grid_points=3,
    human_games=8, official_games=8, reading_games=8,
)  # fmt: skip


def small_study(*, seed: int = 1) -> Study[ContestOutcome]:
    """The study with random players: the same tables, quick to play."""
    study = with_effort(TINY, seed)
    items = tuple(replace(item, experiments=tuple(map(at_random, contests([item])))) for item in study.items)
    return replace(study, items=items)


def contests(items: Iterable[Item[ContestOutcome]]) -> list[Contest]:
    """The contests of some items, in their order."""
    return [one for item in items for one in item.experiments if isinstance(one, Contest)]


def at_random(experiment: Contest) -> Contest:
    lineups = tuple(tuple(replace(chair, player="random") for chair in lineup) for lineup in experiment.lineups)
    return replace(experiment, lineups=lineups)


def do(study: Study[Found], items: list[Item[Found]], path: Path, *, workers: int = 1) -> dict[str, Found]:
    """Do what is missing for some items; all their outcomes."""
    folder = open_folder(path, study)
    missing, found = missing_experiments(study, items, folder)
    return found | run_experiments(study, missing, folder, workers=workers, done=lambda count: None)


def open_folder(path: Path, study: Study[Any], *, force: bool = False) -> StudyFolder:
    return StudyFolder(path, study.settings, write=write_whole, force=force)
