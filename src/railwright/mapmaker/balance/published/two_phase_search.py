"""A complete search by the published method: phase one, then phase two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from railwright.mapmaker.balance.problem.design import Design, DesignCanvas
from railwright.mapmaker.balance.problem.design_space import DesignSpace
from railwright.mapmaker.balance.problem.distance import Target
from railwright.mapmaker.balance.problem.judge import Judge
from railwright.mapmaker.balance.published.assignments import Choices
from railwright.mapmaker.balance.published.evaluator import Evaluator, evaluate
from railwright.mapmaker.balance.published.phase_progress import Log, PhaseProgress
from railwright.mapmaker.balance.published.phases import THRESHOLD_TWO, phase_one, phase_two

PHASE_ONE, PHASE_TWO, SETTLED = "values and doubles", "lengths and colours", "settled"
"""Names of the phases in reports; the last one is used if there is nothing to choose."""


class PublishedSearch:
    """Searches a space for a design whose win shares are near a target, as Smith and Anton (2022) did."""

    def __init__(self, canvas: DesignCanvas, space: DesignSpace, target: Target, judge: Judge, *, seed: int) -> None:
        self._choices = Choices.of_space(space)
        self._canvas = canvas
        self._evaluator = Evaluator(target, judge, Random(f"{seed} published deals"))
        self._rng = Random(f"{seed} published")

    def run(self) -> Iterator[PhaseProgress]:
        """Search to the end; the last report holds the result."""
        return optimise(self._evaluator, self._canvas, self._choices, self._rng)


def optimise(
    evaluator: Evaluator, canvas: DesignCanvas, choices: Choices, rng: Random, *, stage: str = ""
) -> Iterator[PhaseProgress]:
    """Run both phases on the open variables; ``stage`` is a prefix of the phase names in their reports."""
    one, two = Log(evaluator, stage + PHASE_ONE), Log(evaluator, stage + PHASE_TWO)
    yield from phase_one(evaluator, canvas, choices, rng, one)
    if one.best is not None:
        choices = with_phase_one(choices, one.found())
    yield from phase_two(evaluator, canvas, choices, rng, two)
    if one.steps + two.steps == 0:
        log = Log(evaluator, stage + SETTLED)
        log.note(evaluate(evaluator, [(canvas, choices.complete(rng))], THRESHOLD_TWO))
        yield log.report()


def with_phase_one(choices: Choices, design: Design) -> Choices:
    """The same choices with the ticket values and numbers of tracks of a design settled."""
    return replace(
        choices,
        values=tuple((value,) for value in design.values),
        tracks=tuple((len(own),) for own in design.colors),
    )
