"""Progress of a search by the published method, reported after each step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from railwright.errors import OptionError
from railwright.mapmaker.balance.problem.design import Design, DesignCanvas
from railwright.mapmaker.balance.problem.progress import Progress
from railwright.mapmaker.balance.published.evaluator import Evaluator, Verdict


@dataclass(frozen=True, slots=True)
class PhaseProgress(Progress):
    """Progress after a step of a phase. The best design is the best complete assignment that the phase has explored."""

    phase: str
    step: int
    """Number of the step within the phase, from 1."""
    canvas: DesignCanvas
    """Canvas of the best design."""
    accepted: bool
    """Whether the phase ended below its threshold."""


class Log:
    """Keeps the best verdict of a phase and makes its progress reports."""

    def __init__(self, evaluator: Evaluator, phase: str) -> None:
        self._evaluator, self._phase = evaluator, phase
        self.steps = 0
        """Number of steps reported."""
        self.best: Verdict | None = None

    def note(self, verdicts: Iterable[Verdict]) -> None:
        """Keep the best verdict: accepted before not accepted, then by the distance over all games."""
        for verdict in verdicts:
            if self.best is None or (verdict.accepted, -verdict.total) > (self.best.accepted, -self.best.total):
                self.best = verdict

    @property
    def accepted(self) -> bool:
        """Whether an assignment was consistently below the threshold, which ends the search."""
        return self.best is not None and self.best.accepted

    def found(self) -> Design:
        """The best design; OptionError if none can be played."""
        return self._playable().draft[1]

    def report(self) -> PhaseProgress:
        """Report a step."""
        best = self._playable()
        self.steps += 1
        return PhaseProgress(
            self._evaluator.judge.games, best.draft[1], tuple(map(float, best.sample.mean)), best.total,
            best.sample.rounds, self._phase, self.steps, best.draft[0], best.accepted,
        )  # fmt: skip

    def _playable(self) -> Verdict:
        if self.best is None or not self.best.sample.rounds:
            raise OptionError(
                "no board of these choices can be played: each has no tickets or too many tracks; allow other choices"
            )
        return self.best
