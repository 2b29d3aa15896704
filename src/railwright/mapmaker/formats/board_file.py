"""Writes our own board files: JSON with one city, track or ticket per line, like the built-in boards."""

from __future__ import annotations

import json
from typing import Any

from railwright.game.board import Board


def write_board(board: Board) -> str:
    """A board as the text of a board file."""
    parts = [f" {json.dumps(key)}: {_value(value)}" for key, value in board.to_dict().items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _value(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(f"  {json.dumps(item, ensure_ascii=False)}" for item in value) + "\n ]"
    return json.dumps(value, ensure_ascii=False)
