"""What a process that works for strangers may use. Systems without these limits rely on the deadline alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

if sys.platform != "win32":
    import resource

MEMORY_BYTES = 3 << 30
"""Address space. All code takes about half a gigabyte of it, compiling one gigabyte."""

NICENESS = 3
"""The server itself goes first: what it does is short. More would leave little on a machine that does other work."""


def restrict_process() -> None:
    """Bound the memory of this process and let others go before it."""
    if sys.platform == "win32":
        return
    os.nice(NICENESS)
    with suppress(ValueError, OSError):  # the system allows less already, or has no such limit
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def call_afresh(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function without the limit on processor time that an earlier job of this process has set."""
    if sys.platform != "win32":
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
    return function(*arguments)


def allow_seconds(seconds: int) -> None:
    """End this process when it has computed for so long from now on. Waiting for the processor does not count."""
    if sys.platform == "win32":
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    soft = int(used.ru_utime + used.ru_stime) + 1 + seconds
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.getrlimit(resource.RLIMIT_CPU)[1]))
