"""The study of Schaefer and Schaefer (2025): its tables and figures, and the same for every board and deck."""

from __future__ import annotations

from collections.abc import Callable

from railwright.report.document import Part
from railwright.studies.computation import Computation, ComputationOutcome, ComputationOutcomes
from railwright.studies.opening import bullets, opening_parts
from railwright.studies.schaefer2025 import figures, other_boards, summary, tables
from railwright.studies.schaefer2025.effort import FULL, QUICK, Effort
from railwright.studies.schaefer2025.experiments import Experiments
from railwright.studies.schaefer2025.findings import Optimum, Swept
from railwright.studies.schaefer2025.remarks import GENERAL
from railwright.studies.schaefer2025.variants import USA
from railwright.studies.study_runner import FIGURE, TABLE, Content, Item, Study

NAME = "schaefer2025"
TITLE = "The best possible score: a replication of Schaefer and Schaefer (2025)"

ABOUT = (
    'The paper "Maximizing the Score in Ticket to Ride" by Elizabeth J. Schaefer and Andrew J. Schaefer (2025) asks '
    "how many points a single player can score, how this depends on the number of trains, and which tickets and routes "
    "are chosen most often. Below, its tables and figures are compared with ours; tables A to E and figure A are ours "
    "alone, and extend the study to every official board and deck."
)

QUICK_WARNING = (
    "Quick run: sweeps up to {budgets} trains instead of {full}, and {few} boards and decks instead of {all}. "
    "Frequencies cannot be compared with the published ones."
)

Write = Callable[[ComputationOutcomes], Content]


def prepare(*, quick: bool, seed: int) -> Study[ComputationOutcome]:
    """The study with its full effort, or a quick one."""
    return with_effort(QUICK if quick else FULL, seed)


def with_effort(effort: Effort, seed: int) -> Study[ComputationOutcome]:
    """The study with a custom effort. Nothing in it depends on the seed."""
    experiments = Experiments(effort)

    def opening(outcomes: ComputationOutcomes) -> tuple[Part, ...]:
        return _opening(experiments, outcomes)

    settings = effort.settings(NAME, seed=None)
    items = (*_of_the_paper(experiments), *_of_all_boards(experiments))
    return Study(NAME, TITLE, settings, seed, items, opening, unit="computations")


def _of_the_paper(experiments: Experiments) -> list[Item[ComputationOutcome]]:
    """The tables and figures of the paper, in its order, and table A."""
    sweep, best, second = experiments.sweep(USA), experiments.sensitivity(USA), experiments.second()

    def item(
        kind: str, number: str, title: str, needs: tuple[Computation, ...], write: Write
    ) -> Item[ComputationOutcome]:
        return Item(kind, number, title, needs, write)

    def swept(outcomes: ComputationOutcomes) -> Swept:
        return experiments.read_sweep(USA, outcomes)

    def optimum(outcomes: ComputationOutcomes) -> Optimum:
        return experiments.read_optimum(USA, outcomes)

    return [
        item(TABLE, "1", "The routes of the optimum", (best,), lambda found: tables.routes_table(optimum(found))),
        item(FIGURE, "2", "The map of the optimum", (best,), lambda found: figures.map_figure(optimum(found))),
        item(TABLE, "2", "The tickets of the optimum and their impact", (best, second),
             lambda found: tables.impacts_table(optimum(found), experiments.read_second(found))),
        item(FIGURE, "3", "The best score by number of trains", (sweep, second),
             lambda found: figures.scores_figure(swept(found), experiments.read_second(found))),
        item(TABLE, "3", "The most frequent tickets", (sweep, best),
             lambda found: tables.frequencies_table(swept(found), optimum(found))),
        item(FIGURE, "4", "The most frequent routes", (sweep, best),
             lambda found: figures.routes_figure(swept(found), optimum(found))),
        item(TABLE, "A", "The size of the model", (), lambda _: tables.size_table(experiments.effort.variants)),
    ]  # fmt: skip


def _of_all_boards(experiments: Experiments) -> list[Item[ComputationOutcome]]:
    """The tables and figures that are not in the paper."""
    needs = experiments.all_boards()
    written = {
        (TABLE, "B", "The best scores of all boards and decks"): other_boards.scores_table,
        (FIGURE, "A", "The best scores by number of trains"): other_boards.scores_figure,
        (TABLE, "C", "Tickets that the optimum favours"): other_boards.tickets_table,
        (TABLE, "D", "Routes that the optimum favours"): other_boards.routes_table,
        (TABLE, "E", "Prices that would balance the tickets"): other_boards.prices_table,
    }
    return [
        Item(kind, number, title, needs, lambda found, write=write: write(experiments.read_all(found)))  # type: ignore[misc]
        for (kind, number, title), write in written.items()
    ]


def _opening(experiments: Experiments, outcomes: ComputationOutcomes) -> tuple[Part, ...]:
    effort = experiments.effort
    warning = QUICK_WARNING.format(
        budgets=effort.budgets, full=FULL.budgets, few=len(effort.variants), all=len(FULL.variants)
    )
    answers = bullets(_answers(experiments, outcomes))
    return opening_parts(NAME, effort, answers, seed=None, about=ABOUT, quick_warning=warning, general=GENERAL)


def _answers(experiments: Experiments, outcomes: ComputationOutcomes) -> tuple[str, ...]:
    """The sentences for which all results are available."""

    def has(*needed: Computation) -> bool:
        return all(one.name in outcomes for one in needed)

    sweep, best = experiments.sweep(USA), experiments.sensitivity(USA)
    second, everything = experiments.second(), experiments.all_boards()
    sentences = []
    if has(best):
        sentences.append(summary.score_sentence(experiments.read_optimum(USA, outcomes)))
    if has(best, second):
        sentences.append(
            summary.impact_sentence(experiments.read_optimum(USA, outcomes), experiments.read_second(outcomes))
        )
    if has(best, sweep):
        sentences.append(
            summary.frequency_sentence(experiments.read_sweep(USA, outcomes), experiments.read_optimum(USA, outcomes))
        )
    if has(*everything):
        found = experiments.read_all(outcomes)
        sentences += [summary.favour_sentence(found), summary.price_sentence(found)]
    return tuple(filter(None, sentences))
