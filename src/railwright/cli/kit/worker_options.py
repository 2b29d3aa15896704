"""The options for worker processes and clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from railwright.errors import OptionError

if TYPE_CHECKING:
    from railwright.workers.pool import WorkerPool

WORKERS: Any = typer.Option(None, help="Worker processes, by default 1; the result does not depend on it.")

WORKERS_BY_CORES: Any = typer.Option(
    None, help="Worker processes, by default one per core; the result does not depend on it."
)

CLUSTER: Any = typer.Option(
    None,
    metavar="ADDRESS",
    help="Instead of --workers: the address of a Dask scheduler, for example tcp://192.0.2.7:8786.",
)


def check_worker_options(workers: int | None, cluster: str | None) -> None:
    """Refuse options that exclude each other and invalid numbers, before any work is done."""
    from railwright.workers.worker_count import check_workers

    if workers is not None and cluster is not None:
        raise OptionError("give either --workers or --cluster, not both")
    if workers is not None:
        check_workers(workers)


def open_pool(workers: int | None, cluster: str | None, *, default: int = 1) -> WorkerPool:
    """Open the pool of workers that the options ask for. Call it once the engine is compiled."""
    from railwright.workers.pool import WorkerPool

    check_worker_options(workers, cluster)
    return WorkerPool(default if workers is None else workers, cluster=cluster)
