"""Makes a small database as version 4 wrote it, for the test of later versions.

    PYTHONPATH=src:tests python tests/store/make_version_4.py FOLDER

Run it only with a program that writes version 4. The files are kept as they are: a later version has to read them.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

from railwright.store.games import GameStore
from web.inside import table
from web.serving import shared_pools
from web.stored import own_board

NAME = "version_4"


def make(folder: Path) -> None:
    """Write the database and what is in it: a game that goes on, a finished one, and a board."""
    with table(folder) as here:
        board = here.http.post("/api/boards", json=own_board("a board of my own")).json()["board"]
        people = [{"player": "human", "name": "Ada"}, {"player": "human", "name": "Bob", "invited": True}]
        made = here.http.post("/api/games", json={"board": "europe", "seats": people}).json()
        open_game, key = made["game"], made["keys"][0]
        for _ in range(2):
            state = here.look(open_game, key)
            if state["me"]["legal"]:
                here.act(open_game, key, state["me"]["legal"][0]["action"], state["version"])
        finished, _ = here.new_game(["rule", "rule"])
        result = here.wait(finished, None, lambda state: state["is_over"])
        seen = {game: here.look(game, seat) for game, seat in ((open_game, key), (finished, None))}
    store = GameStore(folder / "games.sqlite")
    games: dict[str, Any] = {}
    for game, state in seen.items():
        stored = store.find(game)
        assert stored is not None
        games[game] = {
            "actions": list(stored.actions), "awaited": stored.awaited, "version": stored.version,
            "engine": stored.engine, "points": [seat["points"] for seat in state["seats"]], "is_over": state["is_over"],
        }  # fmt: skip
    store.close()
    as_one_file(folder / "games.sqlite", folder / f"{NAME}.sqlite")
    facts = {"key": key, "open": open_game, "finished": finished, "board": board, "games": games}
    (folder / f"{NAME}.json").write_text(json.dumps(facts) + "\n", encoding="utf-8")
    assert result["is_over"]


def as_one_file(path: Path, target: Path) -> None:
    """Copy a database without the log next to it."""
    source, copy = sqlite3.connect(path), sqlite3.connect(target)
    source.backup(copy)
    copy.execute("PRAGMA journal_mode = DELETE")
    copy.close()
    source.close()


if __name__ == "__main__":
    import asyncio

    make(Path(sys.argv[1]))
    asyncio.run(shared_pools().close())
