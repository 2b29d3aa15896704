"""The journal: what is whole in it counts, a torn end is as if it had never been, and a changed line is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from railwright.arena.journal import Journal
from railwright.errors import FileError
from railwright.maps.load import load_setup
from railwright.matches.match import play_games
from railwright.matches.results import Block
from railwright.players.registry import load_player
from railwright.workers.growing_file import GrowingFile

BLOCKS = [
    play_games(load_setup("usa"), [load_player("random")] * 2, seed=1, first=first, games=3) for first in (0, 3, 6)
]


def written(path: Path) -> bytes:
    with Journal(path) as journal:
        for table, block in enumerate(BLOCKS):
            journal.append(table, block)
    return path.read_bytes()


def read(path: Path) -> list[tuple[int, Block]]:
    with Journal(path) as journal:
        return list(journal.blocks())


def test_blocks_come_back_as_they_were(tmp_path: Path) -> None:
    written(tmp_path / "j")
    found = read(tmp_path / "j")
    assert [table for table, _ in found] == [0, 1, 2]
    for (_, block), before in zip(found, BLOCKS, strict=True):
        assert (block.first, block.seats, len(block)) == (before.first, before.seats, len(before))
        assert (block.results == before.results).all()
        assert (block.game_stats == before.game_stats).all()
        assert (block.seeds == before.seeds).all()


def test_cut_anywhere_it_keeps_all_whole_blocks_and_can_be_continued(tmp_path: Path) -> None:
    whole = written(tmp_path / "j")
    ends = [i + 1 for i, byte in enumerate(whole) if byte == 10]
    for cut in sorted({0, 1, *ends, *(end - 1 for end in ends), *range(7, len(whole), 211)}):
        path = tmp_path / f"cut{cut}"
        path.write_bytes(whole[:cut])
        kept = sum(end <= cut for end in ends)
        with Journal(path) as journal:
            assert len(list(journal.blocks())) == kept
            journal.append(9, BLOCKS[0])
        assert [table for table, _ in read(path)] == [*range(kept), 9]


def test_a_damaged_line_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    first, second, third = written(tmp_path / "j").splitlines(keepends=True)
    spoilt = bytearray(second)
    spoilt[len(spoilt) // 2] ^= 1
    (tmp_path / "j").write_bytes(first + bytes(spoilt) + third)
    before = (tmp_path / "j").read_bytes()
    with pytest.raises(FileError, match="line 2 does not match its checksum"):
        Journal(tmp_path / "j")
    assert (tmp_path / "j").read_bytes() == before


def test_entries_that_are_no_games_are_refused(tmp_path: Path) -> None:
    with GrowingFile(tmp_path / "j") as file:
        file.append('{"table": 0}')
    with pytest.raises(FileError, match="line 1 holds no games of a tournament"):
        read(tmp_path / "j")


def test_two_processes_cannot_write_at_once(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with Journal(tmp_path / "j"), pytest.raises(FileError, match="in use by another process"):
        Journal(tmp_path / "j")
    with Journal(tmp_path / "j"):
        pass


def test_a_journal_that_cannot_be_opened_is_answered_clearly(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be opened"):
        Journal(tmp_path / "missing" / "j")
