"""Open the pool of workers that the options ask for."""

from __future__ import annotations

from railwright.cli.kit.worker_options import check_worker_options
from railwright.workers.pool import WorkerPool


def open_pool(workers: int | None, cluster: str | None, *, default: int = 1) -> WorkerPool:
    """Open the pool of workers that the options ask for. Call it once the engine is compiled."""
    check_worker_options(workers, cluster)
    return WorkerPool(default if workers is None else workers, cluster=cluster)
