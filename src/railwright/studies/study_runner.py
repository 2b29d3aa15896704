"""The parts of a study, and how it is run and reported."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from railwright.errors import UnknownNameError
from railwright.report.document import Grid, Part, Report, Section, to_html, to_markdown
from railwright.studies.experiment import Experiment, Found
from railwright.studies.folder import FIGURES, StudyFolder

TABLE, FIGURE = "table", "figure"


@dataclass(frozen=True, slots=True)
class Content:
    """What a report says about one table or figure."""

    parts: tuple[Part, ...]
    data: tuple[Mapping[str, Any], ...] = ()
    """The same in machine-readable form."""


@dataclass(frozen=True, slots=True)
class Item(Generic[Found]):
    """One table or figure of a study."""

    kind: str
    number: str
    title: str
    experiments: tuple[Experiment[Found], ...]
    """The experiments it needs; none for a figure of facts."""
    write: Callable[[Mapping[str, Found]], Content]
    """Makes its content from the outcomes by experiment name."""

    @property
    def heading(self) -> str:
        """The heading, such as ``Table 7. The players in the base game``."""
        return f"{self.kind.capitalize()} {self.number}. {self.title}"


@dataclass(frozen=True, slots=True)
class Study(Generic[Found]):
    """A published study, ready to be replicated with a certain effort and seed."""

    name: str
    title: str
    settings: Mapping[str, Any]
    """Everything that its results depend on, except the version of the program."""
    seed: int
    items: tuple[Item[Found], ...]
    opening: Callable[[Mapping[str, Found]], tuple[Part, ...]]
    """Makes the opening of the report from the outcomes."""
    unit: str = "games"
    """What the sizes of its experiments count."""
    warnings: Callable[[Mapping[str, Found]], Sequence[str]] = lambda outcomes: ()
    """Problems found in the outcomes, one line each; shown in the report and by the command."""

    def choose(self, tables: Sequence[str], figures: Sequence[str]) -> list[Item[Found]]:
        """The items with these numbers; all items if none are given."""
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
    study: Study[Found], items: Sequence[Item[Found]], folder: StudyFolder
) -> tuple[list[Experiment[Found]], dict[str, Found]]:
    """The experiments that some items still need, and the outcomes already in the folder."""
    found: dict[str, Found] = {}
    missing = []
    for name, experiment in _experiments(items).items():
        outcome = folder.find(experiment, seed=study.seed)
        if outcome is None:
            missing.append(experiment)
        else:
            found[name] = outcome
    return missing, found


def _experiments(items: Sequence[Item[Found]]) -> dict[str, Experiment[Found]]:
    """The experiments that some items need, by name."""
    return {experiment.name: experiment for item in items for experiment in item.experiments}


def run_experiments(
    study: Study[Found],
    experiments: Sequence[Experiment[Found]],
    folder: StudyFolder,
    *,
    workers: int,
    cluster: str | None = None,
    done: Callable[[int], None],
) -> dict[str, Found]:
    """Run experiments on some workers or on a cluster; each outcome is stored in the folder at once."""
    from railwright.workers.pool import WorkerPool  # here: a report alone does not load the engine

    by_kind: dict[type[Experiment[Found]], list[Experiment[Found]]] = {}
    for experiment in experiments:
        by_kind.setdefault(type(experiment), []).append(experiment)
    outcomes = {}
    with WorkerPool(workers, cluster=cluster) as pool:
        for kind, alike in by_kind.items():
            for experiment, outcome in kind.run_all(alike, seed=study.seed, pool=pool, done=done):
                folder.keep(experiment, outcome)
                outcomes[experiment.name] = outcome
    return outcomes


def reported_items(study: Study[Found], chosen: Sequence[Item[Found]], folder: StudyFolder) -> list[Item[Found]]:
    """The chosen items, and those for which the folder already has all outcomes."""
    return [
        item
        for item in study.items
        if item in chosen
        or (item.experiments and all(folder.find(one, seed=study.seed) is not None for one in item.experiments))
    ]


def build_report(
    study: Study[Found], items: Sequence[Item[Found]], outcomes: Mapping[str, Found]
) -> tuple[Report, list[dict[str, Any]]]:
    """The report on some items, and its data in machine-readable form."""
    contents = [(item, item.write(outcomes)) for item in items]
    sections = [Section(item.heading, content.parts) for item, content in contents]
    if outcomes:
        sections.append(Section(f"{study.unit.capitalize()} and time", (_time_grid(study, items, outcomes),)))
    data = [
        {"kind": item.kind, "number": item.number, "title": item.title, "rows": list(content.data)}
        for item, content in contents
    ]
    return Report(study.title, study.opening(outcomes), tuple(sections)), data


def _time_grid(study: Study[Found], items: Sequence[Item[Found]], outcomes: Mapping[str, Found]) -> Grid:
    sizes = {name: experiment.size for name, experiment in sorted(_experiments(items).items())}
    rows = [
        (name, str(size), f"{outcomes[name].seconds:.1f}", str(outcomes[name].workers)) for name, size in sizes.items()
    ]
    seconds = sum(outcomes[name].seconds for name in sizes)
    total = ("total", str(sum(sizes.values())), f"{seconds:.1f}", "")
    return Grid("", ("experiment", study.unit, "seconds", "workers"), (*rows, total))


def write_report(report: Report, folder: StudyFolder) -> list[str]:
    """Write the report and its figures to the folder; returns the paths of the files."""
    files = {f"{FIGURES}/{picture.name}.svg": picture.svg for picture in report.pictures}
    files["report.md"] = to_markdown(report, figures=FIGURES)
    files["report.html"] = to_html(report)
    return [str(folder.write(name, text)) for name, text in files.items()]
