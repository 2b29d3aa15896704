"""Resource limits of the worker processes. Systems without such limits rely on deadlines alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

if sys.platform != "win32":
    import resource

MEMORY_BYTES = 3 << 30
"""Limit on address space. Loaded code takes about half a gigabyte, compiling a gigabyte."""

NICENESS = 3
"""Niceness of the workers, so that the server goes first. A higher value would starve them on a busy machine."""

BACKGROUND_NICENESS = 15
"""Niceness of workers that take what nobody else needs: a tenth of a core, or less, while somebody plays."""


def restrict_process(niceness: int) -> None:
    """Limit the memory of this process and lower its priority."""
    if sys.platform == "win32":
        return
    os.nice(niceness)
    with suppress(ValueError, OSError):  # the limit is already lower, or not supported
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def call_within(processor_seconds: int | None, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function with a limit on CPU time, or None. Exceeding it kills the process; waiting does not count.

    The limit of an earlier job of this process is lifted.
    """
    if sys.platform != "win32":
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        used = resource.getrusage(resource.RUSAGE_SELF)
        so_far = int(used.ru_utime + used.ru_stime) + 1
        soft = hard if processor_seconds is None else so_far + processor_seconds
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))
    return function(*arguments)
