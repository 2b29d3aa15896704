"""The numbers printed in the thesis, with their tables and pages.

Mikk Õunmaa: Analyzing AI players on different Ticket to Ride variants. Master's thesis, LIACS, Leiden University, 2022.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from railwright.studies.player_outcome import (
    COMPLETED,
    GAINED,
    MEDIAN,
    POINTS,
    TICKET_POINTS,
    TIED_WIN_RATE,
    WIN_RATE,
)

HOARD, EVALUATION, MCTS, RULE = "HoardCards", "Evaluation", "MCTS", "RuleBased"
"""The players as the thesis calls them."""

INCLUDE_CARDS, COLLECT_AT_FIRST = "IncludeCards", "CollectAtFirst"
DESTINATION_PROGRESS, ONLY_SCORE = "DestinationProgress", "OnlyScore"
"""The four heuristics of its search player."""

HUMAN = "Human"

GAMES = 100
"""Games behind each number of tables 5 to 11 (section 6)."""

HUMAN_GAMES = 8
"""Games behind table 12 (section 6.2.1): its caption says 100, but the text says 8, and all its rates are eighths."""

Row = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A table of the thesis."""

    number: int
    page: int
    title: str
    values: Mapping[str, Mapping[str, Row]]
    """Numbers by variant, player and measure."""
    games: int = GAMES

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures it reports, in its order."""
        first = next(iter(self.values.values()))
        return tuple(next(iter(first.values())))


def _rows(measures: tuple[str, ...], **rows: tuple[float, ...]) -> dict[str, Row]:
    return {player: dict(zip(measures, row, strict=True)) for player, row in rows.items()}


_HEURISTIC = (TIED_WIN_RATE, POINTS, MEDIAN, COMPLETED, GAINED)
_DUEL = (TIED_WIN_RATE, POINTS, COMPLETED, GAINED)
_WHOLE = (WIN_RATE, POINTS, COMPLETED, TICKET_POINTS)
_SHORT = (WIN_RATE, POINTS, COMPLETED)
_BRIEF = (WIN_RATE, POINTS)

TABLE_5 = PublishedTable(5, 35, "Four heuristics of the search player against each other", {
    "usa": _rows(
        _HEURISTIC,
        IncludeCards=(0.34, 35.78, 35, 0.24, 25.62),
        CollectAtFirst=(0.29, 39.97, 36.5, 0.6, 24.97),
        DestinationProgress=(0.24, 37.79, 38.5, 0.48, 24.09),
        OnlyScore=(0.22, 34.46, 31, 0.24, 25.32),
    ),
})  # fmt: skip

TABLE_6 = PublishedTable(6, 37, "Two heuristics, with rollouts of 34 actions and without", {
    "usa": _rows(
        _DUEL,
        IncludeCards_34=(0.35, 46.68, 0.28, 26.27),
        IncludeCards_0=(0.29, 42.41, 0.24, 24.89),
        CollectAtFirst_0=(0.24, 35.81, 0.18, 24.35),
        CollectAtFirst_34=(0.22, 35.94, 0.24, 24.51),
    ),
})  # fmt: skip

TABLE_7 = PublishedTable(7, 38, "The players in the base game", {
    "usa": _rows(
        _WHOLE,
        HoardCards=(0.85, 88.62, 0, -18.96),
        Evaluation=(0.14, 44.31, 0.8, -8.5),
        MCTS=(0.01, 33.49, 0.35, -17.11),
        RuleBased=(0, 32.03, 1.51, -2.17),
    ),
})  # fmt: skip

TABLE_8 = PublishedTable(8, 38, "The players on Europe and Germany", {
    "europe": _rows(
        _WHOLE,
        HoardCards=(0.79, 74.67, 0.02, -15.36),
        RuleBased=(0.1, 47.59, 2.49, 9.55),
        Evaluation=(0.08, 37.87, 1, -6.43),
        MCTS=(0.03, 39.37, 0.3, -16.48),
    ),
    "germany": _rows(
        _WHOLE,
        HoardCards=(0.8, 82.19, 0.1, -14.64),
        RuleBased=(0.09, 49.51, 2.11, 8.61),
        Evaluation=(0.1, 35.53, 0.96, -8.23),
        MCTS=(0.01, 34.51, 0.47, -14.77),
    ),
})  # fmt: skip

TABLE_9 = PublishedTable(9, 39, "The players with the ticket decks of the 1910 expansion", {
    "1910": _rows(
        _SHORT,
        HoardCards=(0.86, 90.42, 0.01),
        Evaluation=(0.13, 48.27, 1.04),
        RuleBased=(0.01, 49.3, 2.01),
        MCTS=(0, 36.12, 0.51),
    ),
    "mega": _rows(
        _SHORT,
        HoardCards=(0.82, 84.97, 0.01),
        Evaluation=(0.08, 28.97, 0.58),
        RuleBased=(0.04, 27.91, 1.31),
        MCTS=(0.06, 42.22, 0.6),
    ),
    "big-cities": _rows(
        _SHORT,
        HoardCards=(0.75, 87.95, 0),
        Evaluation=(0.19, 50.52, 0.97),
        RuleBased=(0.06, 49.13, 1.97),
        MCTS=(0, 37.7, 0.42),
    ),
})  # fmt: skip

TABLE_10 = PublishedTable(10, 39, "The players with 4.5 points per space of a route", {
    "linear": _rows(
        _BRIEF,
        HoardCards=(0.98, 185.24),
        Evaluation=(0.02, 111.79),
        MCTS=(0, 111.89),
        RuleBased=(0, 113.06),
    ),
})  # fmt: skip

TABLE_11 = PublishedTable(11, 40, "Without the card-hoarding player", {
    "usa": _rows(
        _SHORT, Evaluation=(0.49, 84.72, 1.68), RuleBased=(0.25, 72.48, 2.23), MCTS=(0.09, 16.19, 0.43),
    ),
    "europe": _rows(
        _SHORT, Evaluation=(0.35, 66.86, 1.71), RuleBased=(0.2, 65.9, 2.76), MCTS=(0.29, 21.55, 0.48),
    ),
    "germany": _rows(
        _SHORT, Evaluation=(0.32, 78.4, 1.9), RuleBased=(0.45, 86.62, 2.96), MCTS=(0.07, 10.9, 0.9),
    ),
})  # fmt: skip

TABLE_12 = PublishedTable(12, 41, "Three of the players and a human", {
    "usa": _rows(
        _WHOLE,
        HoardCards=(0.75, 92.13, 0, -16.5),
        Human=(0.25, 62.38, 2, 7.25),
        Evaluation=(0, 55.25, 1.5, 6.38),
        RuleBased=(0, 31.13, 1.38, -3.13),
    ),
}, HUMAN_GAMES)  # fmt: skip

TABLES = {table.number: table for table in (
    TABLE_5, TABLE_6, TABLE_7, TABLE_8, TABLE_9, TABLE_10, TABLE_11, TABLE_12,
)}  # fmt: skip

LOWEST_HOARD_WIN_RATE = 0.75
"""Share of the games that the card-hoarding player won at least in every variant (section 8)."""

BEST_SEARCH = (1.361, 34)
"""K and rollout length with the highest win rate of figure 10 (section 6.1.1)."""

ODD_SEARCH = (0.32, 33, 0.2)
"""K, rollout length and win rate of the only point of figure 10 for which the text gives a rate (section 6.1.1)."""

SEARCH_GAMES = 20
"""Games for each point of figure 10 (section 6.1.1)."""

FIGURE_PAGES = {2: 14, 3: 15, 4: 16, 5: 17, 6: 18, 10: 34, 11: 36}
