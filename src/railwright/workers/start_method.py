"""How worker processes are started.

On Linux a fork server starts them: a process that has loaded the engine once and does nothing but fork. So a worker is
there at once, and workers share the memory of the code. Elsewhere, where system libraries need not survive a fork, each
worker is a new interpreter that loads everything itself.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext, SpawnContext

ENGINE = "railwright.matches.match"
"""The module that imports the whole engine."""

PRELOADED: tuple[str, ...] = ("railwright.workers.preloaded",)
"""Modules that the fork server loads."""

_starting = threading.Lock()


def worker_context() -> ForkServerContext | SpawnContext:
    """The context of multiprocessing for workers. Starts the fork server if it is not running."""
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    forkserver.set_forkserver_preload(list(PRELOADED))
    try:
        with _starting, _safe_path():
            forkserver.ensure_running()
    except OSError:  # its socket needs a temporary folder with some space and a short name
        return multiprocessing.get_context("spawn")
    return multiprocessing.get_context("forkserver")


@contextmanager
def _safe_path() -> Iterator[None]:
    """Let a process that is started not import from the working folder, where another copy of the package may be."""
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before
