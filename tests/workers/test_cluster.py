"""A Dask cluster changes no result, loses nothing when a worker is killed, and says in a line why it cannot be used."""

from __future__ import annotations

import math
import os
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cli.commands import begin, run, run_json
from elsewhere import end_process
from mapmaker.balance.boards import PLAYERS, ring
from railwright.errors import ClusterError, FileError, PlayerError, WorkerError
from railwright.mapmaker.balance.problem.board_style import Style
from railwright.mapmaker.balance.problem.design import Design
from railwright.mapmaker.balance.problem.design_space import complete_space
from railwright.mapmaker.balance.problem.distance import Target
from railwright.mapmaker.balance.problem.judge import Judge
from railwright.mapmaker.balance.search.climbing import SearchProblem
from railwright.mapmaker.balance.search.racing_search import RacingSearch
from railwright.mapmaker.balance.search.rival_searches import best_of
from railwright.maps.load import load_setup
from railwright.matches.results import Block
from railwright.studies.computation import Computation
from railwright.studies.friedsam_rupp2024.subjects import File
from railwright.workers import cluster_executor as cluster_module
from railwright.workers import pool as pool_module
from railwright.workers.pool import WorkerPool
from railwright.workers.tasks import Call, GameBatch
from waiting import HANG_SECONDS, wait_until
from workers.dask_cluster import LocalCluster, known_tasks, meet, name_of, root_when_told, slow_root, who

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are different there")

SETUP = load_setup("usa")
FAST = ("one-step", "path", "random")

OWN = """
from railwright.players.kit.interface import Player, compiled

class Careful(Player):
    name = "careful"
    def choose(self, view, legal): return legal[{choice}]

@compiled
def eager(book, table, mine, legal, count, memory, source):
    return legal[count - 1]
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    """Two workers to begin with. A test that kills one adds another."""
    with LocalCluster(tmp_path_factory.mktemp("cluster")) as cluster:
        cluster.add_worker()
        cluster.add_worker()
        yield cluster


@pytest.fixture(scope="module")
def pool(cluster: LocalCluster) -> Iterator[WorkerPool]:
    with WorkerPool(cluster=cluster.address) as pool:
        wait_for_workers(pool, 2)
        yield pool


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    """A scheduler without workers, which gives up work at the first death. Each test has workers of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")
        cluster = LocalCluster(tmp_path_factory.mktemp("bare"))
    with cluster:
        yield cluster


@pytest.fixture
def bare_crew(bare: LocalCluster) -> Iterator[WorkerPool]:
    with WorkerPool(cluster=bare.address) as pool:
        yield pool
        while bare.workers:
            bare.kill_worker()
        wait_for_workers(pool, 0)


def wait_for_workers(pool: WorkerPool, count: int) -> None:
    """Wait until a cluster has so many threads."""
    executor: Any = pool._executor

    def has_come() -> bool:
        executor._look_around()
        return bool(sum(executor._threads.values()) == count)

    wait_until(has_come)


def played(pool: WorkerPool, tasks: list[GameBatch]) -> list[bytes]:
    """Everything about the games of each task but their times."""
    blocks: list[list[Block]] = [[] for _ in tasks]
    for number, block in pool.play(tasks):
        blocks[number].append(block)
    return [fingerprint(some) for some in blocks]


def fingerprint(blocks: list[Block]) -> bytes:
    results = np.concatenate([block.results for block in blocks])
    game_stats = np.concatenate([block.game_stats for block in blocks])
    parts = [np.concatenate([block.seeds for block in blocks])]
    parts += [
        results[name] for name in results.dtype.names or ()
    ]  # between its fields a record has bytes of no meaning
    parts += [game_stats[name] for name in ("actions", "turns", "tracks", "trains", "ended_by")]
    return b"".join(part.tobytes() for part in parts)


def alone(tasks: list[GameBatch]) -> list[bytes]:
    with WorkerPool() as pool:
        return played(pool, tasks)


def test_a_killed_worker_changes_nothing_and_a_new_one_takes_part(
    cluster: LocalCluster, pool: WorkerPool, tmp_path: Path
) -> None:
    tasks = [GameBatch(SETUP, FAST, seed=seed, games=1500) for seed in (1, 2)]
    blocks: list[list[Block]] = [[], []]
    killed = False
    for number, block in pool.play(tasks):
        blocks[number].append(block)
        if not killed and block.first > 0:
            cluster.kill_worker()
            killed = True
    assert killed
    assert [fingerprint(some) for some in blocks] == alone(tasks)
    cluster.add_worker()
    wait_for_workers(pool, 2)
    assert len({pid for _, pid, _ in pool.call([Call("meet", meet, (str(tmp_path), 2))] * 2)}) == 2


def test_a_killed_worker_has_its_calls_done_again(cluster: LocalCluster, pool: WorkerPool) -> None:
    calls = [Call(f"root {i}", slow_root, (i, 0.2)) for i in range(10)]
    found: dict[int, float] = {}
    for number, value, _ in pool.call(calls):
        if not found:
            cluster.kill_worker()
        assert number not in found, "none comes twice"
        found[number] = value
    assert found == {i: math.sqrt(i) for i in range(10)}
    cluster.add_worker()
    wait_for_workers(pool, 2)


def test_a_setup_is_sent_once_and_blocks_are_small(pool: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    executor: Any = pool._executor
    sent: list[bytes] = []
    submit = executor._client.submit

    def note(function: Any, words: str, parcel: dict[str, bytes], **options: Any) -> Any:
        sent.append(parcel["sent"])
        return submit(function, words, parcel, **options)

    monkeypatch.setattr(executor._client, "submit", note)
    europe = load_setup("europe")
    list(pool.play([GameBatch(europe, ("random",) * 3, seed=1, games=12_000)]))
    assert len(sent) > 12
    whole = [parcel for parcel in sent if len(parcel) > 1000]
    assert 1 <= len(whole) <= 4, "two workers, each of which may have had to ask for it"


def test_players_from_files_go_along_and_an_edit_is_noticed(
    pool: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = []
    for choice, name in ((0, "first.py"), (-1, "second.py")):
        Path(name).write_text(OWN.format(choice=choice))
        tasks = [GameBatch(SETUP, (f"./{name}:Careful", f"{name}:eager", "random"), seed=1, games=6)]
        found.append(played(pool, tasks))
        assert found[-1] == alone(tasks)
    assert found[0] != found[1]


def test_the_file_of_a_player_goes_alone(pool: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sister_of_bold.py").write_text("CHOICE = 0\n")
    bold = tmp_path / "bold.py"
    bold.write_text(
        "from sister_of_bold import CHOICE\nfrom railwright.players.kit.interface import Player\n"
        "class Bold(Player):\n    def choose(self, view, legal): return legal[CHOICE]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    task = GameBatch(SETUP, (f"{bold}:Bold", "random"), seed=1, games=2)
    assert alone([task])
    problem = rf"^{bold}, line 1: cannot be loaded .*sister_of_bold.*; only this file is sent"
    with pytest.raises(PlayerError, match=problem):
        played(pool, [task])


def test_errors_come_back_and_the_crew_goes_on(pool: WorkerPool, tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text(
        "from railwright.players.kit.interface import Player\n"
        "class Bad(Player):\n    name = 'bad'\n    def choose(self, view, legal): return 999\n"
    )
    with pytest.raises(PlayerError, match=rf"the player 'bad' \({bad}, line 4\) chose '999'"):
        played(pool, [GameBatch(SETUP, (f"{bad}:Bad", "random"), seed=1, games=5)])
    with pytest.raises(ValueError, match="math domain error"):
        list(pool.call([Call("no root", math.sqrt, (-1,))]))
    with pytest.raises(PlayerError, match=r"gone\.py: cannot be read"):
        played(pool, [GameBatch(SETUP, ("gone.py:Gone", "random"), seed=1, games=5)])
    assert len(list(pool.call([Call("root", math.sqrt, (4,))]))) == 1


def test_a_computation_refuses_files_that_are_not_the_same_there(
    pool: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "belgium.map").write_text("text")
    monkeypatch.chdir(tmp_path)
    for path, is_found in ((tmp_path / "belgium.map", True), (Path("belgium.map"), False)):
        computation = Computation(name="belgium", compute=name_of, subject=File(path))
        running = Computation.run_all([computation], seed=1, pool=pool, done=lambda count: None)
        if is_found:
            assert [outcome.result for _, outcome in running] == [{"name": "belgium.map"}]
        else:
            with pytest.raises(FileError, match=r"^belgium: the files on a worker differ from those here"):
                list(running)


def test_work_that_somebody_else_cancels_is_done_again(pool: WorkerPool, tmp_path: Path) -> None:
    executor: Any = pool._executor
    go = tmp_path / "go"

    def cancel() -> None:
        wait_until(lambda: len(executor._orders) == 2)
        executor._client.cancel([order.future for order in executor._orders.values()], force=True)
        go.touch()

    canceller = threading.Thread(target=cancel)
    canceller.start()
    calls = [Call(f"root {i}", root_when_told, (i, str(go))) for i in range(3)]
    assert sorted(value for _, value, _ in pool.call(calls)) == [math.sqrt(i) for i in range(3)]
    canceller.join()


def test_leaving_early_cancels_what_is_under_way(cluster: LocalCluster, pool: WorkerPool) -> None:
    playing = pool.play([GameBatch(SETUP, FAST, seed=1, games=10_000_000)])
    next(playing)
    playing.close()  # type: ignore[attr-defined]
    executor: Any = pool._executor
    wait_until(lambda: not _tasks(executor))


def test_the_cluster_forgets_what_is_done_though_somebody_here_remembers_it(
    cluster: LocalCluster, pool: WorkerPool
) -> None:
    executor: Any = pool._executor
    order = executor.give(Call("root", slow_root, (4, 0.0)))
    ((done, _),) = executor.wait()
    assert done is order
    wait_until(lambda: not _tasks(executor))


def _tasks(executor: Any) -> list[str]:
    """The work of ours that the scheduler still knows."""
    known: list[str] = executor._client.run_on_scheduler(known_tasks)
    return known


def test_commands_give_the_same_on_a_cluster(cluster: LocalCluster, pool: WorkerPool, tmp_path: Path) -> None:
    players = ("--players", "hoard,path,random", "--games", "12")
    on = ("--cluster", cluster.address)
    here, there = (run_json("simulate", *players, *where) for where in ((), on))
    for each in (here, there):
        del each["timing"], each["games_per_second"]
    assert here == there
    for folder, where in (("here", ()), ("there", on)):
        run("tournament", *players, "--save", str(tmp_path / folder), *where)
    assert (tmp_path / "here" / "results.parquet").read_bytes() == (tmp_path / "there" / "results.parquet").read_bytes()


def test_ctrl_c_on_a_command_cancels_its_work(cluster: LocalCluster, pool: WorkerPool) -> None:
    executor: Any = pool._executor
    process = begin("simulate", "--players", "path,path", "--games", "10000000", "--cluster", cluster.address)
    seen: set[str] = set()

    def has_played_some() -> bool:
        assert process.poll() is None, process.communicate()
        seen.update(_tasks(executor))
        return len(seen) > 4

    wait_until(has_played_some)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=HANG_SECONDS)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert "distributed" not in errors
    wait_until(lambda: not _tasks(executor))
    assert pool.size == 2, "the workers are still there"


def test_threads_of_one_worker_change_nothing(bare: LocalCluster, bare_crew: WorkerPool, tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(OWN.format(choice=0))
    tasks = [GameBatch(SETUP, FAST, seed=1, games=900), GameBatch(SETUP, (f"{own}:Careful", "random"), seed=2, games=6)]
    bare.add_worker(threads=4)
    wait_for_workers(bare_crew, 4)
    assert played(bare_crew, tasks) == alone(tasks)
    visits = [visit for _, visit, _ in bare_crew.call([Call("who", who, (0.1,)) for _ in range(4)])]
    assert len({pid for pid, _, _ in visits}) == 1
    times = sorted((began, ended) for _, began, ended in visits)
    assert all(ended <= began for (_, ended), (began, _) in pairwise(times)), "a call has the process to itself"


def test_a_worker_with_other_programs_is_refused(bare: LocalCluster, bare_crew: WorkerPool, tmp_path: Path) -> None:
    package = Path(cluster_module.__file__).parents[1]
    shutil.copytree(package, tmp_path / package.name, ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / package.name / "errors.py").open("a") as file:
        file.write("\n# other\n")
    bare.add_worker(path=str(tmp_path))
    versions = r"railwright is \S+ \(\w+\), here it is \S+ \(\w+\);"
    with pytest.raises(ClusterError, match=rf"^the worker tcp://\S+ has other versions: {versions}"):
        list(bare_crew.call([Call("root", math.sqrt, (4,))]))


def test_a_worker_without_railwright_is_refused_and_lives_on(
    bare: LocalCluster, bare_crew: WorkerPool, tmp_path: Path
) -> None:
    (tmp_path / "railwright").mkdir()
    (tmp_path / "railwright" / "__init__.py").write_text("raise ModuleNotFoundError('not here')\n")
    bare.add_worker(path=str(tmp_path))
    with pytest.raises(ClusterError, match=r"^a worker of the cluster at \S+ cannot do the work .*same Railwright"):
        list(bare_crew.call([Call("root", math.sqrt, (4,))]))
    assert bare.workers[0].poll() is None
    wait_for_workers(bare_crew, 1)


def test_work_that_kills_every_worker_is_named_and_an_empty_cluster_is_given_up(
    bare: LocalCluster, bare_crew: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "MAX_DEATHS", 2)
    bare.add_worker()
    bare.add_worker()
    wait_for_workers(bare_crew, 2)
    with pytest.raises(WorkerError, match=r"^the end was given up: 2 workers died during it, the last at tcp://"):
        list(bare_crew.call([Call("the end", end_process, (7,))]))
    monkeypatch.setattr(cluster_module, "PATIENCE_SECONDS", 2)
    with pytest.raises(ClusterError, match=rf"^the cluster at {bare.address} has had no workers for 2 s; start"):
        list(bare_crew.call([Call("root", math.sqrt, (4,))]))


def test_a_cluster_that_goes_away_is_an_error_and_no_hang(tmp_path: Path) -> None:
    with LocalCluster(tmp_path) as cluster, WorkerPool(cluster=cluster.address) as pool:

        def kill_when_busy() -> None:
            wait_until(lambda: pool._busy)
            cluster.scheduler.kill()

        threading.Thread(target=kill_when_busy).start()
        with pytest.raises(ClusterError, match=rf"^the cluster at {cluster.address} was lost"):
            list(pool.call([Call("wait", time.sleep, (60,))]))


def test_a_search_for_a_balanced_board_is_the_same_though_a_worker_is_killed(
    cluster: LocalCluster, pool: WorkerPool
) -> None:
    canvas = ring()
    slope = SearchProblem(canvas, complete_space(canvas), Style(), Target.even(4))

    def search(pool: WorkerPool, done: Callable[[int], None]) -> list[tuple[int, Design, tuple[float, ...]]]:
        judge = Judge(PLAYERS, pool, done=done)
        steps = best_of([RacingSearch(slope, judge, games=5_000, seed=5)], judge, 5_000)
        return [(step.games, step.best, step.shares) for step in steps]

    batches = []
    killer = threading.Timer(0.05, cluster.kill_worker)

    def kill_once(games: int) -> None:
        batches.append(games)
        if len(batches) == 2:
            killer.start()  # while the next games are played

    with WorkerPool(1) as alone:
        serial = search(alone, lambda games: None)
    assert search(pool, kill_once) == serial
    assert len(batches) > 3
    killer.join()
    cluster.add_worker()
    wait_for_workers(pool, 2)
