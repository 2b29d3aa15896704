"""Playing designs, and remembering what was seen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from mapmaker.balance.boards import PLAYERS, ring
from railwright.arena.stats import summarise
from railwright.errors import FileError
from railwright.mapmaker.balance.problem.design import to_setup
from railwright.mapmaker.balance.problem.design_space import complete_space
from railwright.mapmaker.balance.problem.judge import CHUNK, DesignTrial, Judge
from railwright.mapmaker.balance.problem.sample import Sample
from railwright.mapmaker.balance.problem.search_file import SearchFile
from railwright.workers.growing_file import GrowingFile
from railwright.workers.pool import WorkerPool, play_match

CANVAS = ring()
DESIGN = complete_space(CANVAS).random(Random(1))


def test_shares_are_those_of_a_match_of_the_same_seed() -> None:
    with WorkerPool(1) as pool:
        (sample,) = Judge(PLAYERS, pool).try_all([DesignTrial(CANVAS, DESIGN, 7, CHUNK + 20)])
    setup = to_setup(CANVAS, DESIGN)
    games = 4 * (CHUNK + 20)
    summaries = summarise(setup, PLAYERS, play_match(setup, PLAYERS, games=games, seed=7))
    assert sample.games == games
    assert sample.mean == pytest.approx([summary.win_rate for summary in summaries])


@pytest.mark.parametrize("players", [2, 3, 5])
def test_any_number_of_players_is_judged(players: int) -> None:
    names = ("rule", "path", "one-step", "hungry", "random")[:players]
    with WorkerPool(1) as pool:
        (sample,) = Judge(names, pool).try_all([DesignTrial(CANVAS, DESIGN, 7, 10)])
    assert sample.games == 10 * players
    assert sample.mean.sum() == pytest.approx(1)


def test_samples_add_up_and_come_back_from_a_file_exactly() -> None:
    rng = np.random.default_rng(1)
    shares = rng.dirichlet([1, 1, 1], size=30)
    whole, parts = Sample.of(shares), Sample.of(shares[:10]) + Sample.of(shares[10:])
    assert parts.mean == pytest.approx(whole.mean)
    assert whole.covariance_of_mean == pytest.approx(np.cov(shares.T) / 30)
    again = Sample.from_dict(whole.to_dict())
    assert (again.totals == whole.totals).all()
    assert (again.products == whole.products).all()


def test_what_was_seen_is_not_played_again(tmp_path: Path) -> None:
    trials = [DesignTrial(CANVAS, DESIGN, seed, 5) for seed in (1, 2)]
    with WorkerPool(1) as pool:
        with SearchFile(tmp_path / "seen") as memory:
            first = Judge(PLAYERS, pool, memory).try_all(trials)
        with open(tmp_path / "seen", "ab") as file:
            file.write(b'[{"rounds": 5, "tot')  # a line that was cut off
        with SearchFile(tmp_path / "seen") as memory:
            judge = Judge(PLAYERS, pool, memory)
            judge._play = None  # type: ignore[method-assign, assignment]  # playing would fail
            again = judge.try_all(trials)
            assert judge.games == 40
    assert [sample.to_dict() for sample in again] == [sample.to_dict() for sample in first]


def test_a_memory_of_another_search_is_refused(tmp_path: Path) -> None:
    with GrowingFile(tmp_path / "seen") as file:
        file.append("[]")
    with SearchFile(tmp_path / "seen") as memory, pytest.raises(FileError, match="line 1 is not from this search, but"):
        memory.recall("a question")


@pytest.mark.parametrize(
    "other",
    [DesignTrial(CANVAS, DESIGN, 2, 5), DesignTrial(CANVAS, DESIGN, 1, 6), DesignTrial(CANVAS, DESIGN, 1, 5, first=5),
     DesignTrial(CANVAS, replace(DESIGN, lengths=(*DESIGN.lengths[:-1], DESIGN.lengths[-1] + 1)), 1, 5)],
)  # fmt: skip
def test_an_answer_is_never_taken_for_that_to_another_question(tmp_path: Path, other: DesignTrial) -> None:
    with WorkerPool(1) as pool:
        with SearchFile(tmp_path / "seen") as memory:
            Judge(PLAYERS, pool, memory).try_all([DesignTrial(CANVAS, DESIGN, 1, 5)])
        with SearchFile(tmp_path / "seen") as memory, pytest.raises(FileError, match="another version of Railwright"):
            Judge(PLAYERS, pool, memory).try_all([other])


def test_a_changed_digit_is_refused(tmp_path: Path) -> None:
    with SearchFile(tmp_path / "seen") as memory:
        for rounds in (3, 4):
            memory.keep("a question", [Sample.of(np.full((rounds, 3), 1 / 3))])
    text = (tmp_path / "seen").read_text(encoding="utf-8")
    (tmp_path / "seen").write_text(text.replace('"rounds": 4', '"rounds": 5'), encoding="utf-8")
    with pytest.raises(FileError, match="line 2 does not match its checksum"):
        SearchFile(tmp_path / "seen")
