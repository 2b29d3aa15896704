"""How far a published search is: what its runs report after each step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from railwright.errors import OptionError
from railwright.mapmaker.balance.problem.design import Canvas, Design
from railwright.mapmaker.balance.problem.progress import Progress
from railwright.mapmaker.balance.published.evaluation import Evaluator, Verdict


@dataclass(frozen=True, slots=True)
class PhaseProgress(Progress):
    """After a step of a phase. The best design is the best complete assignment that the phase has explored."""

    phase: str
    step: int
    """Of the phase, counted from 1."""
    canvas: Canvas
    """What the best design is made on."""
    accepted: bool
    """Whether the phase ended below its threshold."""


class Log:
    """Keeps the best verdict of a phase and makes its reports."""

    def __init__(self, evaluator: Evaluator, phase: str) -> None:
        self._evaluator, self._phase = evaluator, phase
        self.steps = 0
        """That it has reported."""
        self.best: Verdict | None = None

    def note(self, verdicts: Iterable[Verdict]) -> None:
        """Remember the best: the first accepted one, otherwise the one of the smallest distance over all its games."""
        for verdict in verdicts:
            if self.best is None or (verdict.accepted, -verdict.total) > (self.best.accepted, -self.best.total):
                self.best = verdict

    @property
    def accepted(self) -> bool:
        """Whether the search is over because an assignment was consistently below the threshold."""
        return self.best is not None and self.best.accepted

    def found(self) -> Design:
        """The best design; OptionError if none could be played."""
        return self._playable().draft[1]

    def report(self) -> PhaseProgress:
        """After a step."""
        best = self._playable()
        self.steps += 1
        return PhaseProgress(
            self._evaluator.judge.games, best.draft[1], tuple(map(float, best.sample.mean)), best.total,
            best.sample.rounds, self._phase, self.steps, best.draft[0], best.accepted,
        )  # fmt: skip

    def _playable(self) -> Verdict:
        if self.best is None or not self.best.sample.rounds:
            raise OptionError("no board of these choices can be played: all have no tickets or too many tracks")
        return self.best
