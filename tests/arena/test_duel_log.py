"""The log of a duel: a duel goes on from it as if it had never stopped, and no other duel is mistaken for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from railwright.arena.duel import Duel, DuelRound
from railwright.arena.duel_log import DuelLog
from railwright.errors import FileError
from railwright.maps.load import load_setup
from railwright.workers.growing_file import GrowingFile
from railwright.workers.pool import WorkerPool

DUEL = Duel(setup=load_setup("usa"), a="path", b="random", seats=3, seed=4)
ROUNDS = [DuelRound(0.5, (3, 4), (50, 60)), DuelRound(1.0, (0, 0), (0, 0))]


def test_rounds_come_back_as_they_were(tmp_path: Path) -> None:
    with DuelLog(tmp_path / "log", DUEL) as log:
        assert log.rounds == []
        for played in ROUNDS:
            log.append(played)
    with DuelLog(tmp_path / "log", DUEL) as log:
        assert log.rounds == ROUNDS


@pytest.mark.parametrize("stop", [1, 4, 8])
def test_a_duel_goes_on_with_the_games_that_it_would_have_played(stop: int) -> None:
    with WorkerPool() as pool:
        scores = [played.score for played in DUEL.play(pool, 8)]
        before = [played.score for played in DUEL.play(pool, stop)]
        after = [played.score for played in DUEL.play(pool, 8, first=stop)]
    assert len(scores) == 8
    assert before + after == scores


@pytest.mark.parametrize(
    "other",
    [
        replace(DUEL, a="random", b="path"), replace(DUEL, seats=2), replace(DUEL, is_alone=True),
        replace(DUEL, seed=5),
        replace(DUEL, setup=load_setup("usa", tickets="mega")), replace(DUEL, setup=load_setup("europe")),
    ],
)  # fmt: skip
def test_the_log_of_another_duel_is_refused_and_kept(other: Duel, tmp_path: Path) -> None:
    with DuelLog(tmp_path / "log", DUEL) as log:
        log.append(ROUNDS[0])
    before = (tmp_path / "log").read_bytes()
    with pytest.raises(FileError, match="another test"):
        DuelLog(tmp_path / "log", other)
    assert (tmp_path / "log").read_bytes() == before


def test_a_player_that_has_changed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("# the first version\n")
    duel = replace(DUEL, a=f"{path}:Mine")
    with DuelLog(tmp_path / "log", duel) as log:
        log.append(ROUNDS[0])
    path.write_text("# the second version\n")
    with pytest.raises(FileError, match=r"the player .*mine\.py:Mine has changed since this test began"):
        DuelLog(tmp_path / "log", duel)


@pytest.mark.parametrize("entry", ["[]", "{}", '"text"', "7"])
def test_a_file_of_something_else_is_refused(entry: str, tmp_path: Path) -> None:
    with GrowingFile(tmp_path / "log") as file:
        file.append(entry)
    with pytest.raises(FileError, match="is not the log of a test"):
        DuelLog(tmp_path / "log", DUEL)


def test_a_round_that_is_none_is_refused(tmp_path: Path) -> None:
    with DuelLog(tmp_path / "log", DUEL):
        pass
    with GrowingFile(tmp_path / "log") as file:
        file.append('{"score": "much"}')
    with pytest.raises(FileError, match="is not the log of a test"):
        DuelLog(tmp_path / "log", DUEL)
