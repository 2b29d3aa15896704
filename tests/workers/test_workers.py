"""Workers: they change no game, their deaths lose and double nothing, and they never outlive who started them."""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from elsewhere import end_process
from railwright.arena.stats import summarise
from railwright.errors import OptionError, PlayerError, WorkerError
from railwright.maps.load import load_setup
from railwright.matches.results import Block
from railwright.workers.batch_cutting import BLOCK_GAMES, GROWTH, Pace
from railwright.workers.pool import WorkerPool, play_match
from railwright.workers.tasks import Call, GameBatch
from waiting import HANG_SECONDS, wait_for_file, wait_until

SETUP = load_setup("usa")
PAIR = ("random", "random")

MORTAL = '''
import os, signal, time
from pathlib import Path
from railwright.players.kit.interface import Player

class Mortal(Player):
    """Dies {deaths} times, then plays on."""
    name = "mortal"
    def choose(self, view, legal):
        marks = Path(r"{folder}")
        if view.table.turn == 20 and len(list(marks.iterdir())) < {deaths}:
            (marks / str(time.time_ns())).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return legal[0]
'''


def joined(blocks: list[Block]) -> dict[str, Any]:
    """The games of some blocks as one, without the times."""
    games = {
        name: np.concatenate([block.results[name] for block in blocks]) for name in blocks[0].results.dtype.fields or ()
    }
    for name in ("actions", "turns", "tracks", "trains", "ended_by"):
        games[f"game stats {name}"] = np.concatenate([block.game_stats[name] for block in blocks])
    games["seeds"] = np.concatenate([block.seeds for block in blocks])
    return games


def assert_same(one: list[Block], other: list[Block]) -> None:
    assert [block.first for block in one] == list(np.cumsum([0, *map(len, one)])[:-1]), "in order, without gaps"
    found, expected = joined(one), joined(other)
    for name, values in expected.items():
        assert (found[name] == values).all(), name


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    with WorkerPool(workers=2) as pool:
        yield pool


def test_the_number_of_workers_changes_nothing(pool: WorkerPool) -> None:
    setup = load_setup("europe")
    task = GameBatch(setup, ("random",) * 3, seed=2, games=1203)
    one = list(play_match(setup, task.names, games=1203, seed=2))
    two = [block for _, block in pool.play([task])]
    assert_same(two, one)
    assert summarise(setup, task.names, one) == summarise(setup, task.names, two)


def test_a_crew_serves_for_many_matches_in_order(pool: WorkerPool) -> None:
    tasks = [GameBatch(load_setup(board), ("random",) * seats, seed=seats, games=30, first=7)
             for board in ("usa", "germany") for seats in (2, 3)]  # fmt: skip
    found: dict[int, list[Block]] = {}
    order = []
    for number, block in pool.play(tasks):
        order.append(number)
        found.setdefault(number, []).append(block)
    assert order == sorted(order)
    for number, task in enumerate(tasks):
        with WorkerPool() as alone:
            expected = [block for _, block in alone.play([task])]
        assert found[number][0].first == 7
        assert {name: values.tolist() for name, values in joined(found[number]).items()} == {
            name: values.tolist() for name, values in joined(expected).items()
        }


def test_blocks_as_they_are_finished_hold_the_same_games(pool: WorkerPool) -> None:
    task = GameBatch(SETUP, PAIR, seed=3, games=500)
    blocks = sorted((block for _, block in pool.play([task, task], in_order=False)), key=lambda block: block.first)
    assert sum(map(len, blocks)) == 1000
    with WorkerPool() as alone:
        expected = np.concatenate([block.results["scores"] for _, block in alone.play([task])])
    for block in blocks:
        assert (block.results["scores"] == expected[block.first : block.first + len(block)]).all()


def test_fast_games_are_played_in_growing_blocks() -> None:
    sizes = [len(block) for block in play_match(SETUP, PAIR, games=4000, seed=1)]
    assert sizes[0] == 1
    assert all(after <= GROWTH * before for before, after in pairwise(sizes))
    assert max(sizes) <= BLOCK_GAMES
    pace, sizes = Pace(), []
    while pace.games < BLOCK_GAMES:
        sizes.append(pace.games)
        pace.note(pace.games, 1e-4 * pace.games)
    assert sizes == [1, 4, 16, 64, 256]


def test_slow_games_are_played_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "slow.py"
    path.write_text(
        "import time\nfrom railwright.players.kit.interface import Player\n"
        "class Slow(Player):\n"
        "    def choose(self, view, legal):\n        time.sleep(0.003)\n        return legal[0]\n"
    )
    assert [len(block) for block in play_match(SETUP, [f"{path}:Slow", "random"], games=4, seed=1)] == [1] * 4


def test_kept_actions_come_back_from_workers(pool: WorkerPool) -> None:
    here = list(play_match(SETUP, PAIR, games=20, seed=5, keep_actions=True))
    apart = [block for _, block in pool.play([GameBatch(SETUP, PAIR, seed=5, games=20, keep_actions=True)])]
    games: list[list[list[int]]] = []
    for blocks in (here, apart):
        games.append([])
        for block in blocks:
            assert block.actions is not None
            games[-1] += [row[:n].tolist() for row, n in zip(block.actions, block.game_stats["actions"], strict=True)]
    assert games[0] == games[1]


def _children() -> set[int]:
    return {child.pid for child in multiprocessing.active_children() if child.pid}


@pytest.mark.skipif(os.name == "nt", reason="signals are different there")
def test_a_killed_worker_is_replaced_and_nothing_is_lost_or_doubled() -> None:
    expected = list(play_match(SETUP, PAIR, games=30_000, seed=8))
    blocks = []
    spared = _children()  # of other tests
    killed: set[int] = set()
    for block in play_match(SETUP, PAIR, games=30_000, seed=8, workers=2):
        blocks.append(block)
        if block.first > 8000 * (len(killed) + 1):  # so far apart that they do not fall on the same games
            os.kill(worker := (_children() - spared - killed).pop(), signal.SIGKILL)
            killed.add(worker)
    assert len(killed) == 3
    assert_same(blocks, expected)
    assert summarise(SETUP, PAIR, blocks) == summarise(SETUP, PAIR, expected)


@pytest.mark.skipif(os.name == "nt", reason="signals are different there")
def test_a_worker_that_dies_in_a_game_has_its_block_played_again(tmp_path: Path) -> None:
    names = [_mortal(tmp_path, deaths=2), "random"]
    apart = list(play_match(SETUP, names, games=20, seed=1, workers=2))
    assert len(list((tmp_path / "marks").iterdir())) == 2
    assert_same(apart, list(play_match(SETUP, names, games=20, seed=1)))


@pytest.mark.skipif(os.name == "nt", reason="signals are different there")
def test_games_that_kill_every_worker_are_named(tmp_path: Path) -> None:
    names = [_mortal(tmp_path, deaths=1000), "random"]
    with pytest.raises(WorkerError, match=r"^games \d+ to \d+ of .*mortal.py:Mortal,random with seed 1 .*SIGKILL"):
        list(play_match(SETUP, names, games=20, seed=1, workers=2))


def _mortal(folder: Path, *, deaths: int) -> str:
    (folder / "marks").mkdir()
    path = folder / "mortal.py"
    path.write_text(MORTAL.format(deaths=deaths, folder=folder / "marks"))
    return f"{path}:Mortal"


def test_an_error_of_a_player_comes_back_from_the_worker(tmp_path: Path, pool: WorkerPool) -> None:
    path = tmp_path / "bad.py"
    path.write_text(
        "from railwright.players.kit.interface import Player\n"
        "class Bad(Player):\n    name = 'bad'\n    def choose(self, view, legal): return 999\n"
    )
    with pytest.raises(PlayerError, match=rf"the player 'bad' \({path}, line 4\) chose '999'"):
        list(pool.play([GameBatch(SETUP, (f"{path}:Bad", "random"), seed=1, games=5)]))
    assert len(list(pool.play([GameBatch(SETUP, PAIR, seed=1, games=1)]))) == 1, "the pool goes on"


@pytest.mark.parametrize("workers", [1, 2])
def test_functions_are_called_and_their_results_come_with_their_numbers(workers: int) -> None:
    with WorkerPool(workers) as pool:
        found = {number: (value, seconds) for number, value, seconds in pool.call(_roots(9))}
    assert {number: value for number, (value, _) in found.items()} == {i: math.sqrt(i) for i in range(9)}
    assert all(seconds >= 0 for _, seconds in found.values())


def _roots(count: int) -> list[Call]:
    return [Call(f"root {i}", math.sqrt, (i,)) for i in range(count)]


def test_calls_come_as_they_are_finished(pool: WorkerPool, tmp_path: Path) -> None:
    go = tmp_path / "go"
    done = pool.call([Call("long", wait_for_file, (str(go),)), *_roots(2)])
    assert [next(done)[0], next(done)[0]] == [1, 2]
    go.touch()
    assert [number for number, _, _ in done] == [0]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_a_function_comes_back(workers: int) -> None:
    with WorkerPool(workers) as pool:
        with pytest.raises(ValueError, match="math domain error"):
            list(pool.call([Call("no root", math.sqrt, (-1,))]))
        assert len(list(pool.call(_roots(3)))) == 3, "the pool goes on"


def test_a_call_that_ends_every_worker_is_named(pool: WorkerPool) -> None:
    with pytest.raises(WorkerError, match=r"^the end was given up: 3 workers died during it, .*exit code 7"):
        list(pool.call([Call("the end", end_process, (7,))]))
    assert len(list(pool.call(_roots(3)))) == 3, "the pool goes on"


def test_leaving_early_ends_the_play_but_not_the_crew(pool: WorkerPool) -> None:
    playing = pool.play([GameBatch(SETUP, PAIR, seed=1, games=10_000_000)])
    next(playing)
    playing.close()  # type: ignore[attr-defined]
    assert sum(len(block) for _, block in pool.play([GameBatch(SETUP, PAIR, seed=1, games=10)])) == 10


def test_a_match_that_is_left_early_leaves_no_worker_behind() -> None:
    before = multiprocessing.active_children()
    playing = play_match(SETUP, PAIR, games=10_000_000, seed=1, workers=2)
    next(playing)
    during = [child for child in multiprocessing.active_children() if child not in before]
    assert len(during) == 2
    playing.close()  # type: ignore[attr-defined]
    assert not any(child.is_alive() for child in during)


PROGRAM = """
import multiprocessing
from railwright.workers.tasks import GameBatch
from railwright.workers.pool import play_match
from railwright.maps.load import load_setup
if __name__ == "__main__":
    for block in play_match(load_setup("usa"), ["random"] * 2, games=10**7, seed=1, workers=2):
        print(*[child.pid for child in multiprocessing.active_children()], flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are different there")
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_workers_end_with_the_process_that_started_them(sign: signal.Signals, tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    process = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    workers = [int(word) for word in process.stdout.readline().split()]
    assert _running(workers) == workers
    if sign == signal.SIGINT:
        os.killpg(process.pid, sign)  # as a terminal does
    else:
        process.send_signal(sign)
    _, errors = process.communicate(timeout=HANG_SECONDS)
    assert process.returncode == -sign
    wait_until(lambda: not _running(workers))
    assert errors.count("Traceback") == (sign == signal.SIGINT), "the workers are silent"


def _running(pids: list[int]) -> list[int]:
    found = []
    for pid in pids:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            continue
        found.append(pid)
    return found


@pytest.mark.skipif(os.name == "nt", reason="signals are different there")
def test_in_one_process_ctrl_c_keeps_the_block_under_way(tmp_path: Path) -> None:
    path = tmp_path / "nervous.py"
    path.write_text(
        "import os, signal\nfrom railwright.players.kit.interface import Player\n"
        "class Nervous(Player):\n"
        "    calm = True\n"
        "    def choose(self, view, legal):\n"
        "        if view.table.turn >= 30 and self.calm:\n"
        "            self.calm = False\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "        return legal[0]\n"
    )
    kept: list[Block] = []
    with pytest.raises(KeyboardInterrupt):
        _collect(play_match(SETUP, [f"{path}:Nervous", "random"], games=50, seed=1), kept)
    assert [len(block) for block in kept] == [1]


def _collect(blocks: Iterator[Block], kept: list[Block]) -> None:
    for block in blocks:
        kept.append(block)


@pytest.mark.parametrize("workers", [0, -1, 10_000])
def test_a_crew_has_a_sensible_number_of_workers(workers: int) -> None:
    with pytest.raises(OptionError, match="number of workers"):
        WorkerPool(workers)
