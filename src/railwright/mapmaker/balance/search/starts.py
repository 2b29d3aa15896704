"""Designs from which a search starts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from railwright.mapmaker.balance.problem.board_style import draw_within
from railwright.mapmaker.balance.problem.brief import Brief
from railwright.mapmaker.balance.problem.design import Design, DesignCanvas
from railwright.mapmaker.balance.problem.design_space import DesignSpace
from railwright.mapmaker.balance.search.climbing import SearchProblem

WALK = 300
"""Length of the random walk from a design within the style to another one."""


@dataclass(frozen=True, slots=True)
class Starts:
    """Designs to start from, all within the space and the style."""

    first: tuple[Design, ...]
    """Designs to try before all others."""
    problem: SearchProblem

    def draw(self, rng: Random) -> Design:
        """A random design."""
        problem = self.problem
        design = problem.space.random(rng)
        if problem.style.allows(problem.canvas, design):
            return design
        design = self.first[0]
        for _ in range(WALK):
            changed = problem.space.change(design, rng)
            if problem.style.allows(problem.canvas, changed):
                design = changed
        return design


def starts_of(brief: Brief, canvas: DesignCanvas, space: DesignSpace, known: Design | None) -> Starts:
    """Where a search starts: at a known design within the style; if points may change, also with points by length."""
    first: list[Design] = []
    if known is not None:
        first = [replace(known, points=points) for points in _points_to_try(space, canvas)]
    style = brief.style_on(canvas)
    allowed = [design for design in first if space.holds(design) and style.allows(canvas, design)]
    if not allowed:
        allowed = [draw_within(canvas, space, style, Random(f"{brief.seed} start"))]
    return Starts(tuple(allowed), SearchProblem(canvas, space, style, brief.target))


def _points_to_try(space: DesignSpace, canvas: DesignCanvas) -> list[tuple[float, ...]]:
    """The points of the ruleset, and 1 to 7 points for each space (after Witter and Lyford 2020)."""
    if not space.points:
        return [()]
    lengths = range(1, len(space.points) + 1)
    printed = tuple(canvas.ruleset.route_points[length] for length in lengths)
    by_length = [tuple(each * length / 2 for length in lengths) for each in range(2, 15)]
    return [printed, *by_length]
