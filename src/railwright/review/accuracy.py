"""The accuracy of decisions: one number for what they cost."""

from __future__ import annotations

from math import exp


def accuracy(loss: float, seats: int) -> float:
    """From 100 for no loss towards 0.

    The loss is in units of 2 / seats, so that games with different numbers of seats can be compared.

    >>> [round(accuracy(loss, 2)) for loss in (0, 0.1, 0.5, 1)]
    [100, 90, 61, 37]
    """
    return 100 * exp(-loss * seats / 2)
