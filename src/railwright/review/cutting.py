"""Cuts a game into pieces that are reviewed independently.

Kept free of engine imports, so that the server can use it.
"""

from __future__ import annotations

SIZE = 4
"""Number of actions in a piece, which takes about a second."""


def cut(actions: int) -> list[tuple[int, int]]:
    """The pieces of a game, each as the index of its first action and its exclusive end.

    >>> cut(10)
    [(0, 4), (4, 8), (8, 10)]
    """
    return [(first, min(first + SIZE, actions)) for first in range(0, actions, SIZE)]
