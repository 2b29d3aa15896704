"""The limit on worker processes. A module of its own, so that commands can check it before the engine is loaded."""

from __future__ import annotations

import os

from railwright.errors import OptionError

WORKERS_PER_CORE = 4


def check_workers(workers: int) -> None:
    """Raise OptionError for a number of workers that this machine cannot use."""
    limit = WORKERS_PER_CORE * (os.cpu_count() or 1)
    if not 1 <= workers <= limit:
        raise OptionError(f"the number of workers must be from 1 to {limit}, not {workers}")
