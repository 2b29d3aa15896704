"""What a study is made of, and how it is played and reported."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from railwright.errors import UnknownNameError
from railwright.studies.experiment import Experiment
from railwright.studies.folder import FIGURES, StudyFolder
from railwright.studies.outcome import Outcome, run_experiment
from railwright.studies.report import Grid, Part, Report, Section, to_html, to_markdown

TABLE, FIGURE = "table", "figure"

Outcomes = Mapping[str, Outcome]
"""Results by the name of the experiment."""


@dataclass(frozen=True, slots=True)
class Content:
    """What a report says about one table or figure."""

    parts: tuple[Part, ...]
    data: tuple[Mapping[str, Any], ...] = ()
    """The same for machines."""


@dataclass(frozen=True, slots=True)
class Item:
    """One table or figure of a study."""

    kind: str
    number: str
    title: str
    experiments: tuple[Experiment, ...]
    """The games it needs: none for a figure of facts."""
    write: Callable[[Outcomes], Content]

    @property
    def heading(self) -> str:
        """Such as ``Table 7. The players in the base game``."""
        return f"{self.kind.capitalize()} {self.number}. {self.title}"


@dataclass(frozen=True, slots=True)
class Study:
    """A published study, ready to be played with a certain effort and seed."""

    name: str
    title: str
    settings: Mapping[str, Any]
    """Everything that its results depend on, besides the version of the program."""
    seed: int
    items: tuple[Item, ...]
    opening: Callable[[Outcomes], tuple[Part, ...]]
    """What stands at the beginning of the report."""

    def choose(self, tables: Sequence[str], figures: Sequence[str]) -> list[Item]:
        """The items with these numbers; without any, all of them."""
        wanted = [(TABLE, number) for number in tables] + [(FIGURE, number) for number in figures]
        if not wanted:
            return list(self.items)
        known = {(item.kind, item.number.lower()): item for item in self.items}
        for kind, number in wanted:
            if (kind, number.lower()) not in known:
                has = ", ".join(item.number for item in self.items if item.kind == kind)
                raise UnknownNameError(f"{self.name} has no {kind} {number!r}; it has {has}")
        chosen = {(kind, number.lower()) for kind, number in wanted}
        return [item for key, item in known.items() if key in chosen]


def missing_experiments(
    study: Study, items: Sequence[Item], folder: StudyFolder
) -> tuple[list[Experiment], dict[str, Outcome]]:
    """What is still to be played for some items, and the results that the folder already has."""
    needed = {experiment.name: experiment for item in items for experiment in item.experiments}
    found: dict[str, Outcome] = {}
    for name, experiment in needed.items():
        outcome = folder.find(experiment, seed=study.seed)
        if outcome is not None:
            found[name] = outcome
    return [experiment for name, experiment in needed.items() if name not in found], found


def play_experiments(
    study: Study, experiments: Sequence[Experiment], folder: StudyFolder, *, workers: int, done: Callable[[int], None]
) -> dict[str, Outcome]:
    """Play experiments one after the other; each is kept in the folder as soon as it is finished."""
    from railwright.arena.workers import Crew  # here: a study without games does not load the engine

    outcomes = {}
    with Crew(workers) as crew:
        for experiment in experiments:
            outcome = run_experiment(experiment, seed=study.seed, crew=crew, done=done)
            folder.keep(experiment, outcome)
            outcomes[experiment.name] = outcome
    return outcomes


def reported_items(study: Study, chosen: Sequence[Item], folder: StudyFolder) -> list[Item]:
    """The chosen items, and those whose games were all played into the folder before."""
    return [
        item
        for item in study.items
        if item in chosen
        or (item.experiments and all(folder.find(one, seed=study.seed) is not None for one in item.experiments))
    ]


def build_report(study: Study, items: Sequence[Item], outcomes: Outcomes) -> tuple[Report, list[dict[str, Any]]]:
    """The report of some items, and the same for machines."""
    contents = [(item, item.write(outcomes)) for item in items]
    sections = [Section(item.heading, content.parts) for item, content in contents]
    if outcomes:
        sections.append(Section("Games and time", (_time_grid(outcomes),)))
    data = [
        {"kind": item.kind, "number": item.number, "title": item.title, "rows": list(content.data)}
        for item, content in contents
    ]
    return Report(study.title, study.opening(outcomes), tuple(sections)), data


def _time_grid(outcomes: Outcomes) -> Grid:
    rows = [
        (name, str(outcome.games), f"{outcome.seconds:.1f}", str(outcome.workers))
        for name, outcome in sorted(outcomes.items())
    ]
    total = (
        "all", str(sum(outcome.games for outcome in outcomes.values())),
        f"{sum(outcome.seconds for outcome in outcomes.values()):.1f}", "",
    )  # fmt: skip
    return Grid("", ("experiment", "games", "seconds", "workers"), (*rows, total))


def write_report(report: Report, folder: StudyFolder) -> list[str]:
    """Write the report and its figures into the folder; returns the names of the files."""
    files = {f"{FIGURES}/{picture.name}.svg": picture.svg for picture in report.pictures}
    files["report.md"] = to_markdown(report, figures=FIGURES)
    files["report.html"] = to_html(report)
    return [str(folder.write(name, text)) for name, text in files.items()]
