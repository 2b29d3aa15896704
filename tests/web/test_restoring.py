"""A backup is restored while people play: the server changes to it, and their pages connect again."""

from __future__ import annotations

from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from cli.commands import run
from waiting import HANG_SECONDS
from web.serving import Page, Server


def first_choice(server: Server, game: str, key: str) -> None:
    """Take the first legal action."""
    state = server.look(game, key)
    answer = server.act(game, key, state["me"]["legal"][0]["action"], state["version"])
    assert answer.status_code == 200, answer.text


def test_a_running_server_changes_to_a_backup(tmp_path: Path) -> None:
    data, backup = tmp_path / "data", tmp_path / "backup.sqlite"
    server = Server(data)
    try:
        game, keys = server.new_game(["human", "human"])
        assert keys[0] is not None
        first_choice(server, game, keys[0])
        before = server.look(game, keys[0])
        run("games", "backup", str(backup), "--data", str(data))
        other, _ = server.new_game(["human", "human"])
        with server.page(game, keys[0]) as page:
            page.wait_until(lambda state: state["steps"] == before["steps"])
            done = run("games", "restore", str(backup), "--force", "--data", str(data))
            assert "now has 1 game " in done.stdout
            assert "games.before-restore.sqlite" in done.stdout
            with pytest.raises(ConnectionClosed):
                page.wait_until(lambda state: False)
        answer = server.http.get(f"/api/games/{other}")
        while answer.status_code == 503:  # until the backup is open
            answer = server.http.get(f"/api/games/{other}")
        assert answer.status_code == 404
        assert server.look(game, keys[0]) == {**before, "present": []}
        with server.socket(game) as line:
            again = Page(line, keys[0])
            again.wait_until(lambda state: state["steps"] == before["steps"], HANG_SECONDS)
    finally:
        server.stop()
