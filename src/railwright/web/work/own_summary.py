"""The job that says how a finished game ended, from the stored game alone: it need not be open."""

from __future__ import annotations

import json
from typing import Any

from railwright.errors import RecordError
from railwright.maps.load import LIBRARY
from railwright.store.digest import state_digest
from railwright.store.rows import StoredGame
from railwright.web.work.stored_record import record_of


def summarise(stored: StoredGame, seat: int, review: str | None, has_stand_in: bool) -> str:
    """How a game ended, as JSON: its result, and how accurately a seat played if there is a review.

    Args:
        stored: The game.
        seat: The seat of the person who asks.
        review: The review of the game as JSON, if it has been made.
        has_stand_in: Whether a computer played for the person.
    """
    game = record_of(stored, LIBRARY).replay()
    if not game.is_over or (stored.digest and state_digest(game) != stored.digest):
        raise RecordError("the game replays differently from how it was played")
    found: dict[str, Any] = {
        "version": stored.version,
        "result": game.result(),
        "accuracy": None if review is None else float(json.loads(review)["seats"][seat]["accuracy"]),
        "has_stand_in": has_stand_in,
    }
    return json.dumps(found)
