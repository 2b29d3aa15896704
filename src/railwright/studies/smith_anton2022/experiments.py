"""The computations of the study, and how their results are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from railwright.mapmaker.balance.problem.brief import PUBLISHED_GAMES, PUBLISHED_PLAYERS, RACING
from railwright.studies.computation import Computation, ComputationOutcomes, Subject
from railwright.studies.smith_anton2022.cases import MAX_CHANGE, SUBJECTS, Case
from railwright.studies.smith_anton2022.computations import try_method
from railwright.studies.smith_anton2022.effort import Effort
from railwright.studies.smith_anton2022.findings import MadeBoard
from railwright.studies.smith_anton2022.published import RESTRICTED

GAMES_PER_SECOND = 2000


@dataclass(frozen=True, slots=True)
class Experiments:
    """The computations of an effort."""

    effort: Effort
    seed: int
    subjects: Mapping[str, Subject] = field(default_factory=lambda: SUBJECTS)
    """The graphs by name."""

    def of_case(self, case: Case) -> Computation:
        """Make and evaluate the board of a case."""
        effort = self.effort
        options = {
            "players": list(PUBLISHED_PLAYERS), "method": case.method, "style": case.style,
            "restrict_lengths": MAX_CHANGE if case.graph == RESTRICTED else None,
            "search_games": effort.search_games, "evaluation_games": effort.evaluation_games,
            "printed_games": effort.printed_games, "seed": self.seed,
        }  # fmt: skip
        games = effort.search_games if case.method == RACING else PUBLISHED_GAMES
        return Computation(
            name=case.name, compute=try_method, subject=self.subjects[case.graph], options=options,
            seconds=games / GAMES_PER_SECOND,
        )  # fmt: skip

    def on(self, graphs: Sequence[str]) -> tuple[Computation, ...]:
        """All computations on some graphs."""
        return tuple(self.of_case(case) for case in self.effort.cases if case.graph in graphs)

    def read(self, outcomes: ComputationOutcomes) -> list[MadeBoard]:
        """The boards that have outcomes, in the order of the cases."""
        return [MadeBoard.read(case, outcomes[case.name].result) for case in self.effort.cases if case.name in outcomes]
