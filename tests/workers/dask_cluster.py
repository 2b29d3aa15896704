"""A real Dask cluster on this machine: a scheduler and workers, each a process of its own."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from waiting import wait_for_file, wait_until

TESTS = Path(__file__).parent.parent


class LocalCluster:
    """A scheduler, and workers that can be added and killed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.workers: list[subprocess.Popen[bytes]] = []
        wait_until(self._is_announced)
        self.address: str = json.loads(self._file.read_text())["address"]

    def _is_announced(self) -> bool:
        """Whether the scheduler has written its file, which is there before it is whole."""
        try:
            return "address" in json.loads(self._file.read_text())
        except (FileNotFoundError, ValueError):
            return False

    def add_worker(self, *, threads: int = 1, path: str = "") -> None:
        """Start a worker, which looks for packages first in ``path``; it takes some seconds until it is there."""
        options = ("--nthreads", str(threads), "--no-nanny", "--no-dashboard", "--local-directory", str(self.folder))
        self.workers.append(self._start("worker", *options, path=path))

    def kill_worker(self) -> None:
        """Kill the oldest worker."""
        worker = self.workers.pop(0)
        worker.send_signal(signal.SIGKILL)
        worker.wait()

    def _start(self, *words: str, path: str = "") -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *words, "--scheduler-file", str(self._file)]
        with (self.folder / f"{words[0]}.log").open("ab") as log:
            environment = {
                "PYTHONPATH": os.pathsep.join(filter(None, [path, str(TESTS), os.environ.get("PYTHONPATH")]))
            }
            return subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, env=os.environ | environment)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


def who(seconds: float) -> tuple[int, float, float]:
    """The number of the process that this runs in, and from when to when it took a while there."""
    began = time.monotonic()
    time.sleep(seconds)
    return os.getpid(), began, time.monotonic()


def meet(folder: str, count: int) -> int:
    """The number of the process that this runs in, once so many processes have come to the same place."""
    (Path(folder) / str(os.getpid())).touch()
    wait_until(lambda: len(list(Path(folder).iterdir())) >= count)
    return os.getpid()


def root_when_told(number: float, path: str) -> float:
    """A square root, once a file is there."""
    wait_for_file(path)
    return math.sqrt(number)


def slow_root(number: float, seconds: float) -> float:
    """A square root, after a while."""
    time.sleep(seconds)
    return math.sqrt(number)


def name_of(path: Path) -> dict[str, str]:
    """A computation of a file."""
    return {"name": path.name}


def known_tasks(dask_scheduler: Any) -> list[str]:
    """What a scheduler has to do; to be run there."""
    return [str(key) for key in dask_scheduler.tasks]
