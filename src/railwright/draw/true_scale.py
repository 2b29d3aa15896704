"""A layout in millimetres for printed boards: every train space has its true size, and no two touch."""

from __future__ import annotations

from dataclasses import dataclass

from railwright.draw.board_layout import Draft, Layout, finish_draft, make_draft
from railwright.draw.sizes import MM, PAPER
from railwright.draw.touching import find_touching, with_room
from railwright.draw.train_spaces import find_routes
from railwright.game.board import Board

ROUNDS = 24
"""Maximum number of layouts tried, each with more room where spaces touch."""
GROWTH = 1.03
"""Growth of the whole board per round, so that cities stay close to their true places."""
APART = 0.7
"""Minimum gap between spaces of different tracks, in layout units (about half a millimetre)."""


@dataclass(frozen=True, slots=True, eq=False)
class TrueScale:
    """A layout in millimetres."""

    layout: Layout
    touching: tuple[tuple[int, int], ...]
    """Pairs of tracks whose spaces still touch, such as tracks that cross."""


def place_true_scale(board: Board) -> TrueScale:
    """Lay out a board in millimetres, as large as its train spaces require."""
    routes = find_routes(board, PAPER.comfortable_pitch)
    growth = 1.0
    best: tuple[int, Draft, list[tuple[int, int]]] | None = None
    for _ in range(ROUNDS):
        draft = make_draft(board, routes, proportions=PAPER, growth=growth)
        touching = find_touching(draft.tracks, draft.points, apart=APART)
        if best is None or len(touching) < best[0]:
            best = (len(touching), draft, touching)
        if not touching:
            break
        routes = with_room(routes, touching)
        growth *= GROWTH
    assert best is not None
    layout = finish_draft(board, best[1], unit=MM, names=PAPER.names)
    return TrueScale(layout, tuple(best[2]))
