"""Changes of a design that bring it nearer to a target, as a model sees it."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from random import Random

from railwright.mapmaker.balance.problem.design import Canvas, Design
from railwright.mapmaker.balance.problem.distance import Target
from railwright.mapmaker.balance.problem.space import Space
from railwright.mapmaker.balance.problem.style import Style
from railwright.mapmaker.balance.search.description import Vector, differences
from railwright.mapmaker.balance.search.model import Model

TRIES = 4000
"""Random changes that are looked at. Near the bounds of a style few are allowed and for the better: so many bring a
design nearer there by a quarter than 800 do, as the model sees it."""
MEAN_CHANGES = 100
"""How many of them are made at most, on average."""
NEAR_ENOUGH = 0.001
"""Nothing is changed any more at so small an expected distance: each change adds to what the model is wrong by."""


@dataclass(frozen=True, slots=True)
class SearchProblem:
    """Where designs are looked for."""

    canvas: Canvas
    space: Space
    style: Style
    target: Target


def climb(problem: SearchProblem, design: Design, shares: Vector, model: Model, seed: int) -> Design:
    """Change a design that is expected to have these shares, step by step, each for a smaller squared error.

    By the distance itself, a design whose shares are right but for two players' would be at a dead end: hardly a change
    moves these two alone.
    """
    rng = Random(seed)
    error = problem.target.squared_error(shares)
    left = 1 + int(log(1 - rng.random()) / log(1 - 1 / MEAN_CHANGES))
    for _ in range(TRIES):
        changed = problem.space.change(design, rng)
        if changed is design:  # nothing can be changed
            break
        expected = shares + model.shift(differences(design, changed))
        less = problem.target.squared_error(expected)
        if less < error and problem.style.allows(problem.canvas, changed):
            design, shares, error = changed, expected, less
            left -= 1
            if left == 0 or problem.target.distance(shares) <= NEAR_ENOUGH:
                break
    return design
