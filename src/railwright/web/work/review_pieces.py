"""Jobs that review a finished game, some actions at a time.

The compiled code of reviews is imported inside the functions, and what they find out travels as bytes: only the process
that reviews needs that code, and the server must not wait until it is compiled.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping, Sequence
from typing import Any

from railwright.review.effort import ReviewEffort
from railwright.table.seats import Seats
from railwright.web.work.portable import PackedGame, record_to_replay, unpack_game

CODE = "railwright.review.review"
"""The module that these jobs need."""

SEED = 1
"""Every review of a game finds the same."""

Players = tuple[Mapping[str, Any], ...]


def review_piece(packed: PackedGame, players: Players, first: int, last: int, effort: ReviewEffort) -> bytes:
    """Estimate chances and judge decisions from one action up to another; returns the pickled piece."""
    from railwright.review.pieces import compute_piece

    record, names = record_to_replay(unpack_game(packed), players), Seats.of(players).names
    return pickle.dumps(compute_piece(record, names, first, last, seed=SEED, effort=effort))


def put_together(packed: PackedGame, players: Players, pieces: Sequence[bytes], effort: ReviewEffort) -> str:
    """The whole review as JSON."""
    from railwright.review.review import assemble

    record = record_to_replay(unpack_game(packed), players)
    review = assemble(record, map(pickle.loads, pieces), seed=SEED, effort=effort)
    return json.dumps(review.to_dict(), ensure_ascii=False)
