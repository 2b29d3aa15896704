"""Boards to upload, and games as they lie in the database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from railwright.maps.load import load_board
from railwright.store.games import GameStore, StoredGame


def own_board(name: str, **more: Any) -> dict[str, Any]:
    return {**load_board("usa").to_dict(), "name": name, **more}


def stored_game(folder: Path, game: str) -> StoredGame:
    store = GameStore(folder / "games.sqlite")
    found = store.find(game)
    store.close()
    assert found is not None
    return found
