"""Damage in SQLite's write-ahead log: SQLite passes over it in silence, the server says so."""

from __future__ import annotations

import random
import shutil
from collections.abc import Collection
from itertools import product
from pathlib import Path

import pytest

from railwright.errors import DamageError, FileError
from railwright.store.copies import back_up, look, repair, restore
from railwright.store.games import COMPUTER, PERSON, GameStore, StoredGame
from railwright.store.write_ahead_log import FRAME_HEADER, HEADER, LogState, inspect_log
from waiting import HANG_SECONDS

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
    store.create(GAME).result(HANG_SECONDS)
    for move in range(1, MOVES + 1):
        store.change("game-1", version=move, kept=move, actions=[move], awaited=PERSON).result(HANG_SECONDS)
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


def flip_in_the_middle(path: Path) -> None:
    """Damage a page of the log that many finished changes follow."""
    half = (log_of(path).stat().st_size - HEADER.size) // FRAME // 2
    flip(log_of(path), HEADER.size + FRAME * half + FRAME_HEADER.size + 100)


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
    flip_in_the_middle(path)
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
    store.change("game-1", version=MOVES + 1, kept=MOVES + 1, actions=[9], awaited=PERSON).result(HANG_SECONDS)
    again = copy(path.parent, tmp_path / "again")
    store.close()
    state = inspect_log(log_of(again))
    assert 0 < state.frames < (log_of(again).stat().st_size - HEADER.size) // FRAME
    assert (state.lost_frames, state.is_cut_off) == (0, False)
    assert moves_in(again) == MOVES + 1


def dirty_blocks(before: bytes, after: bytes) -> list[int]:
    return [at for at in range(0, len(after), PAGE) if after[at : at + PAGE] != before[at : at + PAGE]]


def torn(before: bytes, after: bytes, missing: Collection[int]) -> bytes:
    """A log whose last commit reached the disk but for some blocks."""
    data = bytearray(after)
    for at in missing:
        data[at : at + PAGE] = before[at : at + PAGE].ljust(PAGE if at + PAGE <= len(after) else len(after) - at, b"\0")
    return bytes(data)


@pytest.mark.parametrize("restarted", [False, True])
def test_a_power_failure_never_keeps_the_server_from_starting(tmp_path: Path, restarted: bool) -> None:
    """Any blocks of the last commit may have reached the disk; nobody was told of it yet."""
    path = tmp_path / "running" / "games.sqlite"
    store = GameStore(path)
    store.create(GAME).result(HANG_SECONDS)
    for move in range(1, MOVES):
        store.change("game-1", version=move, kept=move, actions=[move], awaited=PERSON).result(HANG_SECONDS)
    if restarted:  # the first commit of a log that is restarted overwrites older frames
        store._reader.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
    before, database = log_of(path).read_bytes(), path.read_bytes()
    store.change("game-1", version=MOVES, kept=MOVES, actions=[MOVES], awaited=PERSON).result(HANG_SECONDS)
    after = log_of(path).read_bytes()
    store.close()
    blocks = dirty_blocks(before, after)
    assert len(blocks) > 2
    for number, arrived in enumerate(product([False, True], repeat=len(blocks))):
        again = tmp_path / str(number) / "games.sqlite"
        again.parent.mkdir()
        again.write_bytes(database)
        missing = [at for at, has_arrived in zip(blocks, arrived, strict=True) if not has_arrived]
        log_of(again).write_bytes(torn(before, after, missing))
        assert moves_in(again) in (MOVES - 1, MOVES), arrived


@pytest.mark.parametrize("kind", ["inside a frame", "inside a change", "zeros"])
def test_a_log_that_lost_its_end_is_told(
    killed: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    path = copy(killed.parent, tmp_path / "data")
    data = log_of(path).read_bytes()
    half = HEADER.size + FRAME * ((len(data) - HEADER.size) // FRAME // 2)
    ends = {
        "inside a frame": data[: half + 500],
        "inside a change": data[: len(data) - FRAME],
        "zeros": data[:half] + bytes(len(data) - half),
    }
    log_of(path).write_bytes(ends[kind])
    assert moves_in(path) < MOVES
    assert "the last change is incomplete" in caplog.text


def test_commands_do_not_pass_over_a_damaged_log(killed: Path, tmp_path: Path) -> None:
    path = copy(killed.parent, tmp_path / "data")
    flip_in_the_middle(path)
    assert "is damaged" in look(path)[2]
    with pytest.raises(DamageError, match="is damaged"):
        back_up(path, tmp_path / "backup.sqlite")
    assert not (tmp_path / "backup.sqlite").exists()
    with pytest.raises(DamageError, match="is damaged"):
        restore(tmp_path / "other" / "games.sqlite", path)


def test_repair_applies_the_log_although_the_first_page_is_damaged(killed: Path, tmp_path: Path) -> None:
    path = copy(killed.parent, tmp_path / "data")
    path.write_bytes(bytes(PAGE) + path.read_bytes()[PAGE:])
    repair(path)
    assert moves_in(path) == MOVES


def test_a_log_that_was_left_behind_is_not_applied_to_what_is_kept(killed: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.sqlite"
    path = copy(killed.parent, tmp_path / "data")
    back_up(path, backup)
    first, _ = restore(path, backup, force=True)
    assert first is not None
    first.unlink()
    log_of(first).write_bytes(log_of(killed).read_bytes())
    second, _ = restore(path, backup, force=True)
    assert second is not None
    assert not log_of(second).exists()
    assert moves_in(second) == MOVES


def test_a_restore_that_is_killed_loses_no_move(killed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = copy(killed.parent, tmp_path / "data")
    back_up(path, tmp_path / "backup.sqlite")

    def kill(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("railwright.store.database_files.os.replace", kill)
    with pytest.raises(KeyboardInterrupt):
        restore(path, tmp_path / "backup.sqlite", force=True)
    monkeypatch.undo()
    assert moves_in(path) == MOVES


def test_a_link_to_the_database_is_the_database(killed: Path, tmp_path: Path) -> None:
    path = copy(killed.parent, tmp_path / "data")
    link = tmp_path / "elsewhere" / "games.sqlite"
    link.parent.mkdir()
    link.symlink_to(path)
    flip_in_the_middle(path)
    with pytest.raises(DamageError, match="is damaged"):
        GameStore(link)
    repair(link)
    assert link.is_symlink()
    store = GameStore(link)
    with pytest.raises(FileError, match="another server"):
        GameStore(path)
    store.close()


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
            assert found == MOVES or (told and place >= last - FRAME * 8), place
        shutil.rmtree(path.parent)
    assert refused > FLIPS // 2
