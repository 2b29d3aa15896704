"""The study of Õunmaa (2022): its tables and figures, and ours."""

from __future__ import annotations

from collections.abc import Sequence

from railwright import __version__
from railwright.studies.contest import Contest
from railwright.studies.contest_outcome import ContestOutcome, ContestOutcomes
from railwright.studies.ounmaa2022 import experiments as games
from railwright.studies.ounmaa2022.cast import HONEST, PEEKING
from railwright.studies.ounmaa2022.effort import FULL, QUICK, Effort
from railwright.studies.ounmaa2022.figures import board_figure, parameter_figure, points_figure
from railwright.studies.ounmaa2022.published import TABLE_11, TABLE_12, TABLES, Published
from railwright.studies.ounmaa2022.remarks import GENERAL
from railwright.studies.ounmaa2022.summary import answer
from railwright.studies.ounmaa2022.tables import own_table, published_table
from railwright.studies.ounmaa2022.variants import BY_NAME, OFFICIAL, USA
from railwright.studies.report import Bullets, Paragraph, Part
from railwright.studies.study import FIGURE, TABLE, Content, Item, Study

NAME = "ounmaa2022"
TITLE = "Players on variants: the tables of Õunmaa (2022), played again"

COMPARISONS = (7, 8, 9, 10)
"""The tables in which the four players meet."""

ABOUT = (
    "Mikk Õunmaa's master's thesis (Leiden University, 2022) asks which of four players is best at tables of four and "
    "how six variants of the game change that. Below, each of its tables and figures that can be played again stands "
    "beside our numbers; tables A to D are ours alone."
)

QUICK_WARNING = (
    "Quick run: few games, and searching players with budgets far below the thesis's ({budget} instead of 40,000 "
    "forward-model calls). It shows that everything works; it does not reproduce anything."
)

BOARD_FIGURES = {
    2: "Routes and tickets of North America",
    3: "Routes and tickets of Europe",
    4: "Routes and tickets of Germany",
    5: "Tickets of 1910 and of the big cities",
    6: "Tickets of the mega game",
}


def prepare(*, quick: bool, seed: int) -> Study[ContestOutcome]:
    """The study, with few games and small budgets or with all of them."""
    return with_effort(QUICK if quick else FULL, seed)


def with_effort(effort: Effort, seed: int) -> Study[ContestOutcome]:
    """The study with an effort of one's own."""
    items = (*_board_figures(), *_optimisation(effort, seed), *_comparisons(effort), *_own_tables(effort, seed))
    by_name = {one.name: one for item in items for one in item.experiments if isinstance(one, Contest)}

    def opening(outcomes: ContestOutcomes) -> tuple[Part, ...]:
        return _opening(effort, seed, by_name, outcomes)

    settings = {"study": NAME, "seed": seed, "effort": effort.name, "numbers": effort.to_dict()}
    return Study(NAME, TITLE, settings, seed, items, opening)


def _board_figures() -> list[Item[ContestOutcome]]:
    return [
        Item(FIGURE, str(number), title, (), lambda outcomes, number=number: board_figure(number))  # type: ignore[misc]
        for number, title in BOARD_FIGURES.items()
    ]


def _optimisation(effort: Effort, seed: int) -> list[Item[ContestOutcome]]:
    points = games.parameter_grid(effort, seed)
    heuristics, duel = games.heuristics(effort), games.duel(effort)
    return [
        Item(FIGURE, "10", "Parameters of the search player", tuple(point.experiment for point in points),
             lambda outcomes: parameter_figure(points, outcomes)),
        _table(TABLES[5], {"usa": heuristics}),
        Item(FIGURE, "11", "Points of the four heuristics", (heuristics,),
             lambda outcomes: points_figure(outcomes[heuristics.name])),
        _table(TABLES[6], {"usa": duel}),
    ]  # fmt: skip


def _comparisons(effort: Effort) -> list[Item[ContestOutcome]]:
    found = []
    for number in COMPARISONS:
        table = TABLES[number]
        found.append(
            _table(table, {name: games.comparison(str(number), BY_NAME[name], effort) for name in table.values})
        )
    found.append(_table(TABLE_11, {name: games.without_hoard(BY_NAME[name], effort) for name in TABLE_11.values}))
    found.append(_table(TABLE_12, {"usa": games.human_place(effort)}))
    return found


def _table(table: Published, experiments: dict[str, Contest]) -> Item[ContestOutcome]:
    def write(outcomes: ContestOutcomes) -> Content:
        return published_table(table, experiments, outcomes)

    return Item(TABLE, str(table.number), table.title, tuple(experiments.values()), write)


def _own_tables(effort: Effort, seed: int) -> list[Item[ContestOutcome]]:
    official = [games.official(variant, effort) for variant in OFFICIAL]
    seats = [games.other_seats(variant, seats, effort) for variant in OFFICIAL for seats in games.OTHER_SEATS]
    eleven = [games.eleven(variant, effort, seed) for variant in OFFICIAL]
    honest = {f"with {PEEKING}": games.comparison("7", USA, effort), f"with {HONEST}": games.honest(effort)}
    return [
        _own("A", "The four players by the official rules", _titled(official)),
        _own("B", "The four players with two, three and five at the table", _titled(seats)),
        _own("C", "Eleven players in tables of four", _titled(eleven)),
        _own("D", "The base game with an honest search player", honest),
    ]


def _titled(experiments: Sequence[Contest]) -> dict[str, Contest]:
    return {f"{one.variant.title}, {one.seats} players": one for one in experiments}


def _own(number: str, title: str, experiments: dict[str, Contest]) -> Item[ContestOutcome]:
    def write(outcomes: ContestOutcomes) -> Content:
        return own_table(number, experiments, outcomes)

    return Item(TABLE, number, f"{title} (not in the thesis)", tuple(experiments.values()), write)


def _opening(effort: Effort, seed: int, experiments: dict[str, Contest], outcomes: ContestOutcomes) -> tuple[Part, ...]:
    """What this is, how far to trust it, and what comes out."""

    def named(*starts: str) -> list[Contest]:
        return [one for name, one in experiments.items() if name.startswith(starts)]

    six, (linear,) = named("table-7-", "table-8-", "table-9-"), named("table-10-")
    answers = answer(six, linear, named("table-11-"), named("table-A-"), named("table-C-"), outcomes)
    warning = [] if effort.is_full else [Paragraph(QUICK_WARNING.format(budget=effort.search_budget), is_warning=True)]
    command = f"railwright study {NAME}{'' if effort.is_full else ' --quick'} --seed {seed}"
    about = Paragraph(f"{ABOUT} Made by Railwright {__version__}: `{command}`.")
    return (*warning, *answers, about, Bullets(GENERAL))
