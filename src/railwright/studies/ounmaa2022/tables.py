"""Writes the tables: published numbers compared with ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from railwright.report.document import Bullets, Grid, Paragraph, Part, Picture
from railwright.report.figures import Panel, draw_pairs
from railwright.studies.contest import Contest
from railwright.studies.contest_outcome import ContestOutcome, ContestOutcomes
from railwright.studies.ounmaa2022.compare import Comparison, agreement, comparison_grid, label_with_name, show
from railwright.studies.ounmaa2022.published import HOARD, PublishedTable
from railwright.studies.player_outcome import (
    COMPLETED,
    POINTS,
    ROUNDS,
    TICKET_POINTS,
    TIED_WIN_RATE,
    WIN_RATE,
    OutcomeEstimate,
    PlayerOutcome,
)
from railwright.studies.study_runner import Content

BASE_GAME = 7
"""The table whose text states how long the games were."""

OWN_MEASURES = (WIN_RATE, POINTS, COMPLETED, TICKET_POINTS)
"""Measures in our own tables."""


def compare_table(
    table: PublishedTable, experiments: Mapping[str, Contest], outcomes: ContestOutcomes
) -> dict[str, list[Comparison]]:
    """All numbers of a table and ours, by variant title."""
    return {
        experiments[variant].variant.title: against(
            table, variant, experiments[variant].variant.title, outcomes[experiments[variant].name]
        )
        for variant in table.values
    }


def published_table(
    table: PublishedTable, experiments: Mapping[str, Contest], outcomes: ContestOutcomes, remarks: Sequence[str]
) -> Content:
    """A table of the thesis; ``experiments`` are keyed by the thesis's variant."""
    grids, panels = [], []
    rate = TIED_WIN_RATE if TIED_WIN_RATE in table.measures else WIN_RATE
    groups = compare_table(table, experiments, outcomes)
    for variant in table.values:
        experiment = experiments[variant]
        title = experiment.variant.title
        grids.append(comparison_grid(title, groups[title], experiment.names))
        panels.append(_panel(title, groups[title], rate, 1 / experiment.seats))
    if table.number == BASE_GAME:
        remarks = [*remarks, _length_remark(outcomes[experiments["usa"].name])]
    begin = f"Thesis, page {table.page}, {table.games} games per column. {agreement(_flat(groups))}"
    return _content(groups, [Paragraph(begin), *grids, _picture(str(table.number), panels), Bullets(tuple(remarks))])


def against(table: PublishedTable, variant: str, group: str, outcome: ContestOutcome) -> list[Comparison]:
    """The numbers of one column group of a table and those of an outcome."""
    found = []
    for player, row in table.values[variant].items():
        mine = outcome[player]
        for measure in table.measures:
            found.append(Comparison(group, player, measure, row[measure], table.games, mine[measure], mine.games))
            if measure == TIED_WIN_RATE:
                found.append(Comparison(group, player, WIN_RATE, None, table.games, mine[WIN_RATE], mine.games))
    return found


def _length_remark(outcome: ContestOutcome) -> str:
    rounds = outcome[HOARD][ROUNDS]
    return (
        f"According to the thesis, all games were over by round 29 or 30. Ours took {rounds.value:.1f} rounds on "
        f"average (standard deviation {rounds.deviation:.1f}), counting the choice of tickets as the first."
    )


def own_table(
    number: str, experiments: Mapping[str, Contest], outcomes: ContestOutcomes, remarks: Sequence[str]
) -> Content:
    """A table that is not in the thesis; ``experiments`` are keyed by title."""
    groups, grids, panels = {}, [], []
    for title, experiment in experiments.items():
        outcome = outcomes[experiment.name]
        ranked = sorted(outcome.players.values(), key=lambda player: -player[WIN_RATE].value)
        rows = groups[title] = [
            Comparison(title, player.label, measure, None, 0, player[measure], player.games)
            for player in ranked
            for measure in OWN_MEASURES
        ]
        grids.append(_own_grid(title, ranked, experiment.names))
        panels.append(_panel(title, rows, WIN_RATE, 1 / experiment.seats))
    return _content(groups, [*grids, _picture(number, panels), Bullets(tuple(remarks))])


def _own_grid(title: str, ranked: Sequence[PlayerOutcome], names: Mapping[str, str]) -> Grid:
    rows = tuple(
        (
            label_with_name(player.label, names),
            *(cell for measure in (WIN_RATE, POINTS) for cell in _with_interval(measure, player[measure])),
            *(show(measure, player[measure].value) for measure in (COMPLETED, TICKET_POINTS)),
            str(player.games),
        )
        for player in ranked
    )
    headings = (
        "player", "win rate", "95% interval", "points", "95% interval", "tickets completed", "points from tickets",
        "games",
    )  # fmt: skip
    return Grid(title, headings, rows)


def _with_interval(measure: str, estimate: OutcomeEstimate) -> tuple[str, str]:
    return show(measure, estimate.value), f"{show(measure, estimate.low)} to {show(measure, estimate.high)}"


def _panel(title: str, rows: Sequence[Comparison], rate: str, chance: float) -> Panel:
    return Panel(title, [row.pair() for row in rows if row.measure == rate], chance)


def _picture(number: str, panels: Sequence[Panel]) -> Picture:
    name = f"table-{number}-wins"
    caption = f"Table {number}: win rates with 95% confidence intervals; dotted line: equal players"
    return Picture(name, caption, draw_pairs(name, panels, xlabel="win rate"))


def _flat(groups: Mapping[str, Sequence[Comparison]]) -> list[Comparison]:
    return [row for rows in groups.values() for row in rows]


def _content(groups: Mapping[str, Sequence[Comparison]], parts: Sequence[Part]) -> Content:
    return Content(tuple(parts), tuple(row.to_dict() for row in _flat(groups)))
