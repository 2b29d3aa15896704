"""Hill climbing: change a design so that it comes nearer to a target, as predicted by a model."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from random import Random

from railwright.mapmaker.balance.problem.board_style import Style
from railwright.mapmaker.balance.problem.design import Design, DesignCanvas
from railwright.mapmaker.balance.problem.design_space import DesignSpace
from railwright.mapmaker.balance.problem.distance import Target
from railwright.mapmaker.balance.search.description import Vector, differences
from railwright.mapmaker.balance.search.model import Model

TRIES = 4000
"""Random changes considered. Near the bounds of a style few changes are both allowed and improvements: there the
predicted distance becomes a quarter smaller than with 800."""
MEAN_CHANGES = 100
"""Mean of the random limit on the number of changes made."""
NEAR_ENOUGH = 0.001
"""Predicted distance at which climbing stops: each further change would add to the error of the prediction."""


@dataclass(frozen=True, slots=True)
class SearchProblem:
    """The canvas, space, style and target of a search."""

    canvas: DesignCanvas
    space: DesignSpace
    style: Style
    target: Target


def climb(problem: SearchProblem, design: Design, shares: Vector, model: Model, seed: int) -> Design:
    """Change a design with these predicted shares step by step; each step reduces the squared error.

    The distance itself would get stuck at a design whose shares are right except for two players: hardly any change
    moves only these two.
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
