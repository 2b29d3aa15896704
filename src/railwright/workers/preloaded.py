"""What the fork server loads, so that the workers that it starts need not: the compiled engine, if it is in the cache.

On a machine where it still has to be compiled, workers load it when they first need it.
"""

from __future__ import annotations

from contextlib import suppress

from railwright.compiled.cache_folders import is_warm
from railwright.compiled.lazy_kernel import load_kernels
from railwright.workers.start_method import ENGINE

GAMES = "railwright.game.game"
"""The module for single games."""

with suppress(Exception):  # whatever is wrong, a worker that needs the engine says so
    if is_warm(ENGINE):
        for module in (ENGINE, GAMES):
            load_kernels(module)
