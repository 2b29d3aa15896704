"""The study of Õunmaa (2022): its tables and figures, and ours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from railwright.report.document import Paragraph, Part
from railwright.studies.contest import Contest
from railwright.studies.contest_outcome import ContestOutcome, ContestOutcomes
from railwright.studies.opening import opening_parts
from railwright.studies.ounmaa2022 import experiments as games
from railwright.studies.ounmaa2022.compare import count_met
from railwright.studies.ounmaa2022.effort import FULL, QUICK, Effort
from railwright.studies.ounmaa2022.figures import board_figure, parameter_figure, points_figure
from railwright.studies.ounmaa2022.published import TABLE_11, TABLE_12, TABLES, PublishedTable
from railwright.studies.ounmaa2022.reading_table import reading_table
from railwright.studies.ounmaa2022.readings import PLAYERS_TABLE, READINGS, SEARCH_TABLE, contest_of
from railwright.studies.ounmaa2022.remarks import GENERAL, remarks_on
from railwright.studies.ounmaa2022.summary import answer
from railwright.studies.ounmaa2022.tables import compare_table, own_table, published_table
from railwright.studies.ounmaa2022.thesis_players import HONEST, PEEKING
from railwright.studies.ounmaa2022.variants import BY_NAME, OFFICIAL, USA
from railwright.studies.study_runner import FIGURE, TABLE, Content, Item, Study

NAME = "ounmaa2022"
TITLE = "Players on variants: a replication of Õunmaa (2022)"

REPRODUCED = (5, 6, 7, 8, 9, 10, 11)
"""The tables whose numbers can be reproduced; games against people cannot."""

COMPARISONS = (7, 8, 9, 10)
"""The tables in which the four players play each other."""

ABOUT = (
    "Mikk Õunmaa's master's thesis (Leiden University, 2022) asks which of four players is best in four-player games, "
    "and how six variants of the game affect this. Below, each of its tables and figures that can be replicated stands "
    "and our numbers; tables A to E are ours alone."
)

QUICK_WARNING = (
    "Quick run: few games, and searching players with budgets far below those of the thesis ({budget} instead of "
    "40,000 forward-model calls). It shows that everything works, but it is not a replication."
)

BOARD_FIGURES = {
    2: "Routes and tickets of North America",
    3: "Routes and tickets of Europe",
    4: "Routes and tickets of Germany",
    5: "Tickets of 1910 and of the big cities",
    6: "Tickets of the mega game",
}


def prepare(*, quick: bool, seed: int) -> Study[ContestOutcome]:
    """The study with its full effort, or a quick one with few games and small budgets."""
    return with_effort(QUICK if quick else FULL, seed)


def with_effort(effort: Effort, seed: int) -> Study[ContestOutcome]:
    """The study with a custom effort."""
    items = (
        *_board_figures(), *_optimisation(effort, seed), *_comparisons(effort), *_own_tables(effort, seed),
        _reading_table(effort),
    )  # fmt: skip
    by_name = {one.name: one for item in items for one in item.experiments if isinstance(one, Contest)}

    def opening(outcomes: ContestOutcomes) -> tuple[Part, ...]:
        return _opening(effort, seed, by_name, outcomes)

    return Study(NAME, TITLE, effort.settings(NAME, seed=seed), seed, items, opening)


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
             lambda outcomes: parameter_figure(points, outcomes, remarks_on(FIGURE, "10", effort))),
        _table(TABLES[5], {"usa": heuristics}, effort),
        Item(FIGURE, "11", "Points of the four heuristics", (heuristics,),
             lambda outcomes: points_figure(outcomes[heuristics.name], remarks_on(FIGURE, "11", effort))),
        _table(TABLES[6], {"usa": duel}, effort),
    ]  # fmt: skip


def _comparisons(effort: Effort) -> list[Item[ContestOutcome]]:
    found = []
    for number in COMPARISONS:
        found.append(_table(TABLES[number], _contests(number, effort), effort))
    found.append(_table(TABLE_11, _contests(11, effort), effort))
    found.append(_table(TABLE_12, {"usa": games.human_place(effort)}, effort))
    return found


def _contests(number: int, effort: Effort) -> dict[str, Contest]:
    """The contests of one of tables 5 to 11, by the thesis's variant."""
    if number == 5:
        return {"usa": games.heuristics(effort)}
    if number == 6:
        return {"usa": games.duel(effort)}
    variants = {name: BY_NAME[name] for name in TABLES[number].values}
    if number == 11:
        return {name: games.without_hoard(variant, effort) for name, variant in variants.items()}
    return {name: games.comparison(str(number), variant, effort) for name, variant in variants.items()}


def _table(table: PublishedTable, experiments: dict[str, Contest], effort: Effort) -> Item[ContestOutcome]:
    def write(outcomes: ContestOutcomes) -> Content:
        return published_table(table, experiments, outcomes, remarks_on(TABLE, str(table.number), effort))

    return Item(TABLE, str(table.number), table.title, tuple(experiments.values()), write)


def _own_tables(effort: Effort, seed: int) -> list[Item[ContestOutcome]]:
    official = [games.official(variant, effort) for variant in OFFICIAL]
    seats = [games.other_seats(variant, seats, effort) for variant in OFFICIAL for seats in games.OTHER_SEATS]
    eleven = [games.eleven(variant, effort, seed) for variant in OFFICIAL]
    honest = {f"with {PEEKING}": games.comparison("7", USA, effort), f"with {HONEST}": games.honest(effort)}
    return [
        _own("A", "The four players under the official rules", _titled(official), effort),
        _own("B", "The four players in games of two, three and five", _titled(seats), effort),
        _own("C", "Eleven players in four-player games", _titled(eleven), effort),
        _own("D", "The base game with an honest search player", honest, effort),
    ]


def _reading_table(effort: Effort) -> Item[ContestOutcome]:
    tried = {reading: contest_of(reading, effort) for reading in READINGS}
    chosen = {number: _contests(number, effort)["usa"] for number in (SEARCH_TABLE, PLAYERS_TABLE)}

    def write(outcomes: ContestOutcomes) -> Content:
        return reading_table(tried, chosen, outcomes, remarks_on(TABLE, "E", effort))

    title = "Alternative readings of the thesis (not in the thesis)"
    return Item(TABLE, "E", title, (*chosen.values(), *tried.values()), write)


def _titled(experiments: Sequence[Contest]) -> dict[str, Contest]:
    return {f"{one.variant.title}, {one.seats} players": one for one in experiments}


def _own(number: str, title: str, experiments: dict[str, Contest], effort: Effort) -> Item[ContestOutcome]:
    def write(outcomes: ContestOutcomes) -> Content:
        return own_table(number, experiments, outcomes, remarks_on(TABLE, number, effort))

    return Item(TABLE, number, f"{title} (not in the thesis)", tuple(experiments.values()), write)


def _opening(effort: Effort, seed: int, experiments: dict[str, Contest], outcomes: ContestOutcomes) -> tuple[Part, ...]:
    def named(*starts: str) -> list[Contest]:
        return [one for name, one in experiments.items() if name.startswith(starts)]

    six, (linear,) = named("table-7-", "table-8-", "table-9-"), named("table-10-")
    answers = answer(six, linear, named("table-11-"), named("table-A-"), named("table-C-"), outcomes)
    return opening_parts(
        NAME, effort, (_agreement(effort, outcomes), *answers), seed=seed, about=ABOUT,
        quick_warning=QUICK_WARNING.format(budget=effort.search_budget), general=GENERAL,
    )  # fmt: skip


def _agreement(effort: Effort, outcomes: ContestOutcomes) -> Paragraph:
    """How many numbers of tables 5 to 11 do not differ significantly from ours, in total and by table."""
    met = {}
    for number in REPRODUCED:
        contests = _contests(number, effort)
        if all(contest.name in outcomes for contest in contests.values()):
            groups = compare_table(TABLES[number], contests, outcomes)
            met[number] = count_met(row for rows in groups.values() for row in rows)
    if not met:
        return Paragraph("None of tables 5 to 11 was replicated here.")
    share, number = sum(one for one, _ in met.values()), sum(of for _, of in met.values())
    each = ", ".join(f"table {table}: {one} of {of}" for table, (one, of) in met.items())
    return Paragraph(
        f"How well do the numbers agree? Of the {number} published numbers in tables {_listed(met)} replicated here, "
        f"{share} ({100 * share / number:.0f}%) do not differ significantly from ours ({each}). All tables use the "
        "same players and rules: the readings best supported by the text and by public programs, and three guesses "
        "inferred from the published numbers, which are named where they matter. Table E has alternative readings."
    )


def _listed(numbers: Iterable[int]) -> str:
    found = list(numbers)
    return f"{found[0]} to {found[-1]}" if found == list(REPRODUCED) else ", ".join(map(str, found))
