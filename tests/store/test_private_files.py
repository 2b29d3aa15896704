"""The files of a database can be read by nobody else."""

from __future__ import annotations

import os
from pathlib import Path

from railwright.store.games import GameStore, StoredGame
from store.old import make_version_3
from waiting import HANG_SECONDS

OLD = {
    "id": "old", "created": 5.0, "head": {"board": "usa", "seed": 1}, "keys": ["aa", ""], "version": 4,
    "awaited": "person", "invitations": ["", "ii"], "actions": list(range(30)),
}  # fmt: skip


def test_all_files_are_private_from_the_beginning(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        store = GameStore(tmp_path / "data" / "games.sqlite")
        store.create(StoredGame("g1", 1.0, {}, ())).result(HANG_SECONDS)
        names = {entry.name: entry.stat().st_mode & 0o777 for entry in (tmp_path / "data").iterdir()}
        store.close()
    finally:
        os.umask(before)
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    assert set(names) >= {"games.sqlite", "games.sqlite-wal", "games.sqlite-shm", "games.lock", "games.key"}
    assert set(names.values()) == {0o600}


def test_files_of_an_older_version_are_made_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    path = folder / "games.sqlite"
    make_version_3(path, [OLD], {})
    for entry in (path, folder / "games.lock"):
        entry.touch()
        entry.chmod(0o644)
    GameStore(path).close()
    assert {entry.stat().st_mode & 0o077 for entry in folder.iterdir()} == {0}
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_folder_in_which_other_things_lie_stays_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    (folder / "letter.txt").touch()
    GameStore(folder / "games.sqlite").close()
    assert folder.stat().st_mode & 0o777 == 0o755
    assert (folder / "games.sqlite").stat().st_mode & 0o077 == 0
