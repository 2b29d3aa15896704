"""Damaged databases: what is whole is found again as it was, the rest is refused in one line."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from railwright.errors import DamageError, FileError
from railwright.store.copies import look, repair
from railwright.store.games import COMPUTER, PERSON, GameStore, StoredGame
from waiting import HANG_SECONDS

FLIPS = int(os.environ.get("RAILWRIGHT_BIT_FLIPS", "300"))
"""So many damaged copies are opened; set the variable for a longer run."""


def game(number: int) -> StoredGame:
    head = {"board": "usa", "seed": number, "seats": [{"player": "rule"}, {"player": "human", "name": f"P{number}"}]}
    keys = (f"{number:064x}", "")
    actions = tuple((number * 7 + i) % 1500 for i in range(60 + number))
    return StoredGame(f"game-{number:03}", 100.0 + number, head, keys, 3, COMPUTER, actions, ("", "ab"), 1, "d1")


GAMES = {made.id: made for made in map(game, range(40))}
BOARDS = {f"board-{number}": {"name": f"board-{number}", "cities": list(range(200))} for number in range(5)}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which nothing is wrong."""
    path = tmp_path_factory.mktemp("whole") / "games.sqlite"
    store = GameStore(path)
    changes = [store.create(one) for one in GAMES.values()]
    changes += [store.keep_board(name, board) for name, board in BOARDS.items()]
    for change in changes:
        change.result(HANG_SECONDS)
    store.close()
    return path


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    """A copy of it to be damaged."""
    return Path(shutil.copy(whole, tmp_path / "games.sqlite"))


def ask(path: Path, question: str, *values: object) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    assert connection.execute(question, values).rowcount != 0
    connection.close()


def found(store: GameStore, name: str) -> StoredGame | FileError | None:
    """A game, or why it is refused: in one line."""
    try:
        return store.find(name)
    except FileError as error:
        return error


def check(store: GameStore) -> int:
    """Every game and board is there as it was written, or refused; returns how many are refused."""
    games = {name: found(store, name) for name in GAMES}
    shown = {name: game for name, game in games.items() if not isinstance(game, FileError)}
    assert shown.items() <= GAMES.items()
    assert not any("\n" in str(game) for game in games.values() if isinstance(game, FileError))
    boards = {kept.name: kept.board for kept in store.boards()}
    assert boards.items() <= BOARDS.items()
    return len(GAMES) - len(shown) + len(BOARDS) - len(boards)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games SET actions = x'0100' WHERE id = 'game-007'",
        "UPDATE games SET keys = '[]' WHERE id = 'game-007'",
        "UPDATE games SET version = 4 WHERE id = 'game-007'",
        "UPDATE games SET awaited = 'nobody' WHERE id = 'game-007'",
        "UPDATE games SET checksum = '' WHERE id = 'game-007'",
        "UPDATE heads SET head = '{' WHERE game = (SELECT number FROM games WHERE id = 'game-007')",
        "UPDATE heads SET head = '{}' WHERE game = (SELECT number FROM games WHERE id = 'game-007')",
        "UPDATE heads SET head = CAST(x'ff' AS TEXT) WHERE game = (SELECT number FROM games WHERE id = 'game-007')",
        "UPDATE games SET keys = CAST(x'fffe' AS TEXT) WHERE id = 'game-007'",
        "DELETE FROM heads WHERE game = (SELECT number FROM games WHERE id = 'game-007')",
    ],
)
def test_damage_in_one_game_touches_no_other(path: Path, change: str) -> None:
    ask(path, change)
    store = GameStore(path)
    with pytest.raises(DamageError):
        store.find("game-007")
    assert check(store) == 1
    store.change("game-008", version=4, kept=1, actions=[5], awaited=PERSON).result(HANG_SECONDS)
    store.close()
    games, _, problem = look(path)
    assert [found.id for found in games if found.damage] == ["game-007"]
    assert problem == ""


def test_a_damaged_row_is_never_written_over(path: Path) -> None:
    ask(path, "UPDATE games SET actions = x'0100' WHERE id = 'game-007'")
    store = GameStore(path)
    with pytest.raises(DamageError):
        store.change("game-007", version=4, kept=1, actions=[5], awaited=PERSON).result(HANG_SECONDS)
    store.remove_games(["game-007", "game-008"], before=1e12).result(HANG_SECONDS)
    store.close()
    assert [found.id for found in look(path)[0] if found.id in ("game-007", "game-008")] == ["game-007"]


def test_a_damaged_board_is_left_out_and_named(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    ask(path, "UPDATE boards SET board = '[' WHERE name = 'board-2'")
    store = GameStore(path)
    assert check(store) == 1
    store.close()
    assert "board-2 is damaged" in caplog.text
    assert [found.name for found in look(path)[1] if found.damage] == ["board-2"]


def test_an_empty_file_is_refused_and_left_alone(path: Path) -> None:
    path.write_bytes(b"")
    with pytest.raises(DamageError, match=r"is empty, which a games database never is.*games restore"):
        GameStore(path)
    assert path.read_bytes() == b""


@pytest.mark.parametrize("size", [1, 99, 100, 512, 4095, 4096, 5000, 40_000])
def test_a_file_that_was_cut_off_is_refused(path: Path, size: int) -> None:
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(DamageError) as caught:
        GameStore(path)
    assert "\n" not in str(caught.value)
    assert path.stat().st_size == size


def test_a_missing_file_whose_log_is_there_is_refused(path: Path) -> None:
    path.rename(path.with_name("games.sqlite-wal"))
    with pytest.raises(FileError, match=r"is missing, but games\.sqlite-wal exists"):
        GameStore(path)
    assert not path.exists()


def test_a_damaged_page_is_refused_with_what_can_be_read_and_repaired(path: Path) -> None:
    data = bytearray(path.read_bytes())
    pages = [page for page in range(1, len(data) // 4096) if b"game-020" in data[page * 4096 : (page + 1) * 4096]]
    start = pages[-1] * 4096
    data[start : start + 4096] = random.Random(1).randbytes(4096)
    path.write_bytes(data)
    with pytest.raises(DamageError, match=r"is damaged \(.*\); \d+ games and \d boards are still readable") as caught:
        GameStore(path)
    assert "\n" not in str(caught.value)
    aside, rebuilt = repair(path)
    assert aside.read_bytes() == data
    assert 20 <= rebuilt.games < 40
    store = GameStore(path)
    there = {name: game for name in GAMES if (game := store.find(name)) is not None}
    assert len(there) == rebuilt.games
    assert there.items() <= GAMES.items()
    store.close()


@pytest.mark.parametrize("size", [16, 100, 4096])
def test_a_damaged_first_page_can_be_repaired(path: Path, size: int) -> None:
    damaged = random.Random(2).randbytes(size) + path.read_bytes()[size:]
    path.write_bytes(damaged)
    with pytest.raises(FileError):
        GameStore(path)
    aside, rebuilt = repair(path)
    assert aside.read_bytes() == damaged
    assert (rebuilt.games, rebuilt.boards) == (len(GAMES), len(BOARDS))
    store = GameStore(path)
    assert check(store) == 0
    store.close()
    assert not path.with_name("games.patched.sqlite").exists()


def test_a_file_that_never_was_a_database_cannot_be_repaired(path: Path) -> None:
    for data in (b"", b"Dear diary, " * 5000):
        path.write_bytes(data)
        with pytest.raises(FileError) as caught:
            repair(path)
        assert "\n" not in str(caught.value)
        assert path.read_bytes() == data


def opened(path: Path) -> GameStore | FileError:
    try:
        return GameStore(path)
    except FileError as error:
        return error


def test_any_flipped_bit_is_harmless_or_refused_in_one_line(whole: Path, tmp_path: Path) -> None:
    data = whole.read_bytes()
    rng = random.Random(5)
    refused = harmless = rows = 0
    for number in range(FLIPS):
        path = tmp_path / str(number) / "games.sqlite"
        path.parent.mkdir()
        place = rng.randrange(len(data)) if number % 3 else rng.randrange(100 if number % 2 else 4096)
        damaged = bytearray(data)
        damaged[place] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged)
        store = opened(path)
        if isinstance(store, FileError):
            assert "\n" not in str(store), place
            refused += 1
        else:
            missing = check(store)
            store.close()
            rows += missing > 0
            harmless += missing == 0
        shutil.rmtree(path.parent)
    assert refused, "some bits are in the structure"
    assert rows, "some bits are in rows"
    assert harmless, "some bits mean nothing"


def is_repaired(path: Path) -> bool:
    try:
        repair(path)
    except FileError:
        return False
    return True


def test_whatever_is_repaired_is_as_it_was(whole: Path, tmp_path: Path) -> None:
    rng = random.Random(6)
    saved = []
    for number in range(FLIPS // 10):
        path = tmp_path / str(number) / "games.sqlite"
        path.parent.mkdir()
        damaged = bytearray(whole.read_bytes())
        for _ in range(rng.choice([1, 2, 20])):
            place, size = rng.randrange(len(damaged)), rng.choice([1, 50, 4096])
            damaged[place : place + size] = rng.randbytes(len(damaged[place : place + size]))
        path.write_bytes(damaged)
        if not is_repaired(path):
            assert path.read_bytes() == damaged
            saved.append(0)
            continue
        store = GameStore(path)
        there = {name: game for name in GAMES if (game := store.find(name)) is not None}
        assert there.items() <= GAMES.items(), number
        assert {kept.name: kept.board for kept in store.boards()}.items() <= BOARDS.items(), number
        store.close()
        saved.append(len(there))
    assert max(saved) == len(GAMES)
    assert sum(saved) > len(GAMES) * len(saved) // 4
