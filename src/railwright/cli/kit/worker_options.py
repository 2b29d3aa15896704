"""The check of the options --workers and --cluster."""

from __future__ import annotations

from railwright.errors import OptionError
from railwright.workers.worker_count import check_workers


def check_worker_options(workers: int | None, cluster: str | None) -> None:
    """Refuse options that exclude each other and invalid numbers, before any work is done."""
    if workers is not None and cluster is not None:
        raise OptionError("give either --workers or --cluster, not both")
    if workers is not None:
        check_workers(workers)
