"""Damage in SQLite's write-ahead log: SQLite passes over it in silence, the server says so."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from railwright.errors import DamageError
from railwright.store.copies import repair
from railwright.store.games import COMPUTER, PERSON, GameStore, StoredGame
from railwright.store.write_ahead_log import FRAME_HEADER, HEADER, LogState, inspect_log

MOVES = 12
PAGE = 4096
FRAME = FRAME_HEADER.size + PAGE
FLIPS = 120

GAME = StoredGame("game-1", 100.0, {"board": "usa"}, ("", ""), 0, COMPUTER, (1,), ("", ""), 1, "d")


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a server that was killed: its last moves stand in the log alone."""
    path = tmp_path_factory.mktemp("running") / "games.sqlite"
    store = GameStore(path)
    store.create(GAME).result(60)
    for move in range(1, MOVES + 1):
        store.change("game-1", version=move, kept=move, actions=[move], awaited=PERSON).result(60)
    copied = copy(path.parent, tmp_path_factory.mktemp("killed") / "data")
    store.close()
    return copied


def copy(folder: Path, target: Path) -> Path:
    shutil.copytree(folder, target, ignore=shutil.ignore_patterns("*.lock", "*-shm"))
    return target / "games.sqlite"


def log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def flip(path: Path, place: int, bit: int = 0) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 1 << bit
    path.write_bytes(data)


def moves_in(path: Path) -> int:
    """How many moves the server finds."""
    store = GameStore(path)
    try:
        game = store.find("game-1")
        assert game is not None
        return len(game.actions) - 1
    finally:
        store.close()


def test_a_log_in_order_is_read_to_its_end(killed: Path, tmp_path: Path) -> None:
    path = copy(killed.parent, tmp_path / "data")
    frames = (log_of(path).stat().st_size - HEADER.size) // FRAME
    assert inspect_log(log_of(path)) == LogState(frames=frames)
    assert moves_in(path) == MOVES


def test_changes_behind_damage_are_not_dropped_in_silence(killed: Path, tmp_path: Path) -> None:
    path = copy(killed.parent, tmp_path / "data")
    half = (log_of(path).stat().st_size - HEADER.size) // FRAME // 2
    flip(log_of(path), HEADER.size + FRAME * half + FRAME_HEADER.size + 100)
    damaged = log_of(path).read_bytes()
    with pytest.raises(DamageError, match=r"games\.sqlite-wal: is damaged, and \d+ pages .*games repair") as caught:
        GameStore(path)
    assert "\n" not in str(caught.value)
    assert log_of(path).read_bytes() == damaged
    aside, rebuilt = repair(path)
    assert log_of(aside).read_bytes() == damaged
    assert rebuilt.games == 1
    assert moves_in(path) < MOVES


def test_a_change_that_was_never_finished_is_left_out(
    killed: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = copy(killed.parent, tmp_path / "data")
    size = log_of(path).stat().st_size
    flip(log_of(path), size - 1)
    assert moves_in(path) == MOVES - 1
    assert "the last change is incomplete" in caplog.text


def test_a_log_that_was_begun_anew_is_read_up_to_what_is_new(killed: Path, tmp_path: Path) -> None:
    """After a checkpoint SQLite writes from the start again and leaves older frames, with other salts, behind."""
    path = copy(killed.parent, tmp_path / "data")
    store = GameStore(path)
    store._reader.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
    store.change("game-1", version=MOVES + 1, kept=MOVES + 1, actions=[9], awaited=PERSON).result(60)
    again = copy(path.parent, tmp_path / "again")
    store.close()
    state = inspect_log(log_of(again))
    assert 0 < state.frames < (log_of(again).stat().st_size - HEADER.size) // FRAME
    assert (state.lost_frames, state.is_cut_off) == (0, False)
    assert moves_in(again) == MOVES + 1


def test_any_flipped_bit_is_harmless_told_or_refused(
    killed: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    rng = random.Random(7)
    size = log_of(killed).stat().st_size
    last = size - FRAME
    places = [rng.randrange(HEADER.size + FRAME_HEADER.size) for _ in range(FLIPS // 4)]
    places += [rng.randrange(size) for _ in range(FLIPS - len(places))]
    refused = 0
    for number, place in enumerate(places):
        path = copy(killed.parent, tmp_path / str(number))
        flip(log_of(path), place, rng.randrange(8))
        caplog.clear()
        try:
            found = moves_in(path)
        except DamageError:
            refused += 1
        else:
            told = "the last change is incomplete" in caplog.text
            assert found == MOVES or (told and place >= last - FRAME * 4), place
        shutil.rmtree(path.parent)
    assert refused > FLIPS // 2
