"""Changes of a design, one at a time, towards a target."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mapmaker.balance.boards import ring
from railwright.mapmaker.balance.problem.board_style import Style
from railwright.mapmaker.balance.problem.design_space import complete_space
from railwright.mapmaker.balance.problem.distance import Target
from railwright.mapmaker.balance.search.climbing import SearchProblem, climb
from railwright.mapmaker.balance.search.description import FIRST_ROUTE, PER_ROUTE, describe, differences
from railwright.mapmaker.balance.search.model import Model

CANVAS = ring()
SPACE = complete_space(CANVAS)
TARGET = Target.even(4)
DEAD_END = np.array([0.27, 0.23, 0.25, 0.25])
"""Two players' shares are right."""


def model_of_pairs(size: int) -> Model:
    """A space more on a route takes wins from the first player or gives some to the second, and always disturbs the
    others more than that; two such changes together disturb nobody."""
    effects = np.zeros((size, 4))
    for route in range(len(CANVAS.graph.routes)):
        effects[FIRST_ROUTE + PER_ROUTE * route] = (
            (-0.004, 0, 0.005, -0.001) if route % 2 else (0, 0.004, -0.005, 0.001)
        )
    return Model(np.zeros(size), np.zeros(4), effects, ())


def test_it_finds_changes_that_are_good_only_together() -> None:
    design = SPACE.random(Random(1))
    model = model_of_pairs(len(describe(design)))
    rng = Random(2)
    changes = [SPACE.change(design, rng) for _ in range(500)]
    reached = [TARGET.distance(DEAD_END + model.shift(differences(design, one))) for one in changes if one != design]
    before = TARGET.distance(DEAD_END)
    assert min(reached) >= before - 1e-12, "no change alone leads nearer"
    found = climb(SearchProblem(CANVAS, SPACE, Style(), TARGET), design, DEAD_END, model, seed=3)
    shares = DEAD_END + model.predict(describe(found)[None])[0] - model.predict(describe(design)[None])[0]
    assert TARGET.distance(shares) < before / 3


def test_the_squared_error_is_zero_only_at_the_target() -> None:
    assert TARGET.squared_error(np.full(4, 0.25)) == 0
    assert TARGET.squared_error(DEAD_END) == pytest.approx(0.0008)
