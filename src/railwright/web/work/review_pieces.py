"""Jobs that review a finished game, some actions at a time.

The compiled code of reviews is imported inside the functions, and what they find out travels as bytes: only the process
that reviews needs that code, and the server must not wait until it is compiled.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping, Sequence
from typing import Any

from railwright.game.record import Record
from railwright.review.effort import ReviewEffort
from railwright.table.seats import Seats
from railwright.web.work.portable import PackedGame, unpack_game

CODE = "railwright.review.review"
"""The module that these jobs need."""

SEED = 1
"""Every review of a game finds the same."""

Players = tuple[Mapping[str, Any], ...]


def review_piece(packed: PackedGame, players: Players, first: int, last: int, effort: ReviewEffort) -> bytes:
    """Estimate chances and judge decisions from one action up to another; returns the pickled piece."""
    from railwright.review.pieces import compute_piece

    names = Seats.of(players).names
    return pickle.dumps(compute_piece(_record(packed, players), names, first, last, seed=SEED, effort=effort))


def put_together(packed: PackedGame, players: Players, pieces: Sequence[bytes], effort: ReviewEffort) -> str:
    """The whole review as JSON."""
    from railwright.review.review import assemble

    return json.dumps(
        assemble(_record(packed, players), map(pickle.loads, pieces), seed=SEED, effort=effort).to_dict(),
        ensure_ascii=False,
    )


def _record(packed: PackedGame, players: Players) -> Record:
    game = unpack_game(packed)
    return Record(game.setup, players, game.seed, tuple(game.actions), renewals=game.renewals)
