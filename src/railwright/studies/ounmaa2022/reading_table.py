"""Writes the table of readings: what supports each, and what it changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from railwright.report.document import Bullets, Grid, Paragraph, Part
from railwright.studies.contest import Contest
from railwright.studies.contest_outcome import ContestOutcome, ContestOutcomes
from railwright.studies.ounmaa2022.compare import count_met, show
from railwright.studies.ounmaa2022.published import EVALUATION, HOARD, MCTS, RULE, TABLES
from railwright.studies.ounmaa2022.readings import CHOSEN, PLAYERS_TABLE, SEARCH_TABLE, Reading
from railwright.studies.ounmaa2022.tables import against
from railwright.studies.player_outcome import COMPLETED, POINTS, TICKET_POINTS, WIN_RATE
from railwright.studies.study_runner import Content

STUDY = "the study's choice"
PUBLISHED = "published"


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """The results of one reading."""

    player: str
    options: str
    support: str
    table: int
    outcome: ContestOutcome

    @property
    def met(self) -> tuple[int, int]:
        """How many numbers of its table do not differ significantly, and how many there are."""
        return count_met(against(TABLES[self.table], "usa", "usa", self.outcome))

    def cells(self) -> tuple[str, ...]:
        """The cells of its row in the report."""
        met, number = self.met
        measured = (_measured(self.outcome, self.player, measure) for measure in _measures(self.player))
        return (self.options, str(self.outcome.games), f"{met} of {number}", *measured, self.support)


def reading_table(
    tried: Mapping[Reading, Contest], chosen: Mapping[int, Contest], outcomes: ContestOutcomes, remarks: Sequence[str]
) -> Content:
    """One table for each player: the study's choice, then the alternatives."""
    parts: list[Part] = []
    data = []
    for player in (MCTS, HOARD, RULE, EVALUATION):
        rows = list(_rows(player, tried, chosen, outcomes))
        measures = _measures(player)
        headings = ("reading", "games", "within chance", *(_HEADINGS[measure] for measure in measures), "support")
        number = SEARCH_TABLE if player == MCTS else PLAYERS_TABLE
        published = (PUBLISHED, "", "", *(_published(player, measure) for measure in measures), "")
        cells = (published, *(row.cells() for row in rows))
        parts.append(Grid(f"{player}: numbers of table {number}", headings, cells, frozenset({0, len(headings) - 1})))
        data += [{"player": row.player, "reading": row.options, "games": row.outcome.games, "within_chance": row.met[0],
                  "numbers": row.met[1]} for row in rows]  # fmt: skip
    about = Paragraph("Published numbers within chance of ours for each reading, in the base game.")
    return Content((about, *parts, Bullets(tuple(remarks))), tuple(data))


def _rows(
    player: str, tried: Mapping[Reading, Contest], chosen: Mapping[int, Contest], outcomes: ContestOutcomes
) -> Iterator[ReadingRow]:
    number = SEARCH_TABLE if player == MCTS else PLAYERS_TABLE
    yield ReadingRow(player, STUDY, CHOSEN[player], number, outcomes[chosen[number].name])
    for reading, contest in tried.items():
        if reading.player == player:
            yield ReadingRow(player, reading.label, reading.support, number, outcomes[contest.name])


_HEADINGS = {
    WIN_RATE: "win rate", POINTS: "points", COMPLETED: "tickets completed", TICKET_POINTS: "points from tickets",
}  # fmt: skip


def _measures(player: str) -> tuple[str, ...]:
    return (POINTS, COMPLETED) if player == MCTS else (WIN_RATE, POINTS, COMPLETED, TICKET_POINTS)


def _measured(outcome: ContestOutcome, player: str, measure: str) -> str:
    """A measure of the player; for the search player, those of its four heuristics in the order of table 5."""
    labels = TABLES[SEARCH_TABLE].values["usa"] if player == MCTS else (player,)
    return " / ".join(show(measure, outcome[label][measure].value) for label in labels)


def _published(player: str, measure: str) -> str:
    number, labels = (SEARCH_TABLE, None) if player == MCTS else (PLAYERS_TABLE, (player,))
    values = TABLES[number].values["usa"]
    return " / ".join(show(measure, values[label][measure]) for label in labels or values)
