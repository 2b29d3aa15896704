"""Feature vectors of designs, from which a model learns.

Every feature is a sum over routes and tickets. So the difference between two similar designs has few entries, and can
be found without describing both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from railwright.game.colors import COLORS, GRAY
from railwright.game.rulebook import LENGTHS
from railwright.mapmaker.balance.problem.design import OUT, Design

Vector = NDArray[np.float64]
Amount = tuple[int, float]
"""A position in the feature vector, and the amount to add there."""

TRACKS, GRAY_TRACKS, TICKETS, TICKET_POINTS = range(LENGTHS, LENGTHS + 4)
TOTALS = LENGTHS + 4
"""Totals come first: tracks of each length, all tracks, gray tracks, tickets, ticket points."""

SPACES = TOTALS
"""Next come the spaces of each colour."""
FIRST_ROUTE = SPACES + len(COLORS)
PER_ROUTE = 4
"""Next, for each route: its length, its length again if it is double, its tracks, and its gray tracks."""
PER_TICKET = 2
"""Next, for each ticket: its points, and whether it is in the game. The points for tracks come last."""


def describe(design: Design) -> Vector:
    """The feature vector of a design."""
    places, amounts = zip(*_amounts(design, range(len(design.lengths)), range(len(design.values))), strict=True)
    size = _first_ticket(design) + PER_TICKET * len(design.values)
    return np.concatenate([np.bincount(places, weights=amounts, minlength=size), design.points])


def differences(old: Design, new: Design) -> list[Amount]:
    """What to add to the features of one design to get those of another; a position may occur more than once."""
    routes = {*_unlike(old.lengths, new.lengths), *_unlike(old.colors, new.colors)}
    tickets = _unlike(old.values, new.values)
    less = [(place, -amount) for place, amount in _amounts(old, routes, tickets)]
    points = _first_ticket(new) + PER_TICKET * len(new.values)
    more = [(points + number, new.points[number] - old.points[number]) for number in _unlike(old.points, new.points)]
    return [*less, *_amounts(new, routes, tickets), *more]


def _unlike(old: Sequence[object], new: Sequence[object]) -> list[int]:
    """The positions at which two sequences differ."""
    return [] if old is new else [place for place, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]


def _amounts(design: Design, routes: Iterable[int], tickets: Iterable[int]) -> Iterator[Amount]:
    """What some routes and tickets contribute to the features of a design."""
    for number in routes:
        length, colors = design.lengths[number], design.colors[number]
        tracks, gray, own = len(colors), colors.count(GRAY), FIRST_ROUTE + PER_ROUTE * number
        yield from ((length, tracks), (TRACKS, tracks), (GRAY_TRACKS, gray))
        yield from ((own, length), (own + 1, length * (tracks - 1)), (own + 2, tracks), (own + 3, gray))
        yield from ((SPACES + color, length) for color in colors if color != GRAY)
    for number in tickets:
        value = design.values[number]
        if value != OUT:
            own = _first_ticket(design) + PER_TICKET * number
            yield from ((TICKETS, 1), (TICKET_POINTS, value), (own, value), (own + 1, 1))


def _first_ticket(design: Design) -> int:
    return FIRST_ROUTE + PER_ROUTE * len(design.lengths)
