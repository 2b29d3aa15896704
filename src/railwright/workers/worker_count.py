"""How many worker processes there may be. Here, so that a command can refuse a number before the engine is loaded."""

from __future__ import annotations

import os

from railwright.errors import OptionError

WORKERS_PER_CORE = 4


def check_workers(workers: int) -> None:
    """Refuse a number of workers that this machine cannot use."""
    most = WORKERS_PER_CORE * (os.cpu_count() or 1)
    if not 1 <= workers <= most:
        raise OptionError(f"the number of workers must be from 1 to {most}, not {workers}")
