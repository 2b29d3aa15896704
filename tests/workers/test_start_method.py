"""How workers are started: by a fork server that has loaded the engine, or each as a new interpreter."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from multiprocessing import forkserver
from pathlib import Path

import pytest

from railwright.compiled.cache_folders import is_warm
from railwright.workers.pool import WorkerPool
from railwright.workers.start_method import worker_context
from railwright.workers.tasks import Call
from waiting import HANG_SECONDS

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="there is a fork server only on Linux")
ENGINE = "railwright.matches.match"


def is_loaded(module: str) -> bool:
    return module in sys.modules


def start_folder() -> str:
    return os.getcwd()


@on_linux
def test_workers_come_with_the_engine_and_the_folder_of_their_parent() -> None:
    assert worker_context().get_start_method() == "forkserver"
    assert "PYTHONSAFEPATH" not in os.environ
    with WorkerPool(2) as pool:
        calls = [Call("loaded", is_loaded, (ENGINE,)), Call("folder", start_folder, ())]
        found = {number: value for number, value, _ in pool.call(calls)}
    assert found == {0: is_warm(ENGINE), 1: os.getcwd()}


def test_without_a_fork_server_each_worker_loads_everything_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError("AF_UNIX path too long")

    monkeypatch.setattr(forkserver, "ensure_running", fail)
    assert worker_context().get_start_method() == "spawn"
    with WorkerPool(2) as pool:
        assert [value for _, value, _ in pool.call([Call("root", math.sqrt, (4,))])] == [2.0]


PROGRAM = """
from railwright.workers.pool import play_match
from railwright.maps.load import load_setup
if __name__ == "__main__":
    blocks = list(play_match(load_setup("usa"), ["random"] * 2, games=3, seed=1, workers=2))
    print(sum(len(block) for block in blocks))
"""


def test_nothing_is_loaded_from_the_working_folder(tmp_path: Path) -> None:
    script, folder = tmp_path / "program.py", tmp_path / "folder"
    script.write_text(PROGRAM, encoding="utf-8")
    (folder / "railwright").mkdir(parents=True)
    for fake in (folder / "railwright" / "__init__.py", folder / "numba.py"):
        fake.write_text("raise SystemExit('this is another package')", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], cwd=folder, capture_output=True, text=True, timeout=HANG_SECONDS, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "3\n", "")
