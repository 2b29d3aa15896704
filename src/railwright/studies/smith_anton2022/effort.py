"""The size of the study: games of the searches and of the evaluations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from railwright.mapmaker.balance.problem.board_style import FREE
from railwright.mapmaker.balance.problem.brief import RACING
from railwright.studies.smith_anton2022.cases import CASES, Case
from railwright.studies.smith_anton2022.published import COMPLETE, GAMES
from railwright.studies.study_effort import StudyEffort


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort(StudyEffort):
    """The size of the study."""

    cases: tuple[Case, ...]
    search_games: int
    """Games of a search by our method. The published one takes as many as it needs."""
    evaluation_games: int
    """Games of the final evaluation of every board, on deals that no search saw."""
    printed_games: int = GAMES
    """Games of a further evaluation with as many games as in the paper."""

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for the settings of a folder."""
        return {
            "cases": [case.name for case in self.cases], "search_games": self.search_games,
            "evaluation_games": self.evaluation_games, "printed_games": self.printed_games,
        }  # fmt: skip


FULL = Effort(name="full", is_full=True, cases=CASES, search_games=600_000, evaluation_games=10_000)

QUICK = Effort(
    name="quick",
    is_full=False,
    cases=tuple(case for case in CASES if case.graph == COMPLETE or (case.method, case.style) == (RACING, FREE)),
    search_games=10_000,
    evaluation_games=1000,
    printed_games=200,
)
"""The published method cannot be shortened, so it makes only one board; ours searches with few games for each."""
