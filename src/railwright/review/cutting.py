"""Cuts a game into pieces that are reviewed independently. A server does so, too, without the engine."""

from __future__ import annotations

SIZE = 4
"""Actions of a piece: about a second."""


def cut(actions: int) -> list[tuple[int, int]]:
    """The pieces of a game: for each the numbers of its first action and of that after its last.

    >>> cut(10)
    [(0, 4), (4, 8), (8, 10)]
    """
    return [(first, min(first + SIZE, actions)) for first in range(0, actions, SIZE)]
