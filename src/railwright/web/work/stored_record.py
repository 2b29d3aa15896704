"""Stored games as records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from railwright.game.record import Library, Record
from railwright.store.rows import UNKNOWN_ENGINE, StoredGame


def record_of(stored: StoredGame, library: Library) -> Record:
    """The record of a stored game, whose actions are not yet checked."""
    record = Record.from_dict({**_head(stored), "actions": [], "result": None}, library)
    return replace(record, actions=tuple(stored.actions))


def record_words(stored: StoredGame, *, result: Mapping[str, Any] | None) -> dict[str, Any]:
    """The record of a stored game as a JSON object, without replaying it."""
    engine = {} if stored.engine == UNKNOWN_ENGINE else {"engine": stored.engine}
    return {**_head(stored), **engine, "actions": list(stored.actions), "result": result}


def _head(stored: StoredGame) -> dict[str, Any]:
    """Everything of a record but its actions."""
    return {key: value for key, value in stored.head.items() if key != "table"}
