"""The serrated edges of tunnels."""

from __future__ import annotations

import numpy as np

from railwright.draw.projection import Points
from railwright.draw.train_spaces import Space

TOOTH = 0.36
"""Usual distance between two teeth, relative to the width of a space."""
DEPTH, BORDER = 0.24, 0.08
"""How far the teeth reach into the space, and their border out of it, relative to its width."""


def teeth(space: Space) -> tuple[Points, Points]:
    """The dark edges along both sides of a tunnel's space, as rings: straight outside, saw-toothed inside."""
    count = max(2, round(space.length / (TOOTH * space.width)))
    along = np.linspace(-space.length / 2, space.length / 2, 2 * count + 1)
    inner = np.where(np.arange(2 * count + 1) % 2, space.width * (0.5 - DEPTH), space.width / 2)
    outer = space.width * (0.5 + BORDER)
    edge = np.concatenate([np.column_stack([along, inner]), [(along[-1], outer), (along[0], outer)]])
    angle = np.radians(space.angle)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    one, two = (edge * (1.0, side) @ turn + (space.x, space.y) for side in (-1.0, 1.0))
    return one, two
