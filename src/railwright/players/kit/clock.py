"""A clock for compiled code, for time budgets and for measuring players. The rules never read it."""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np
from numba import types

from railwright.compiled.kernel import kernel
from railwright.compiled.numba_settings import INTERPRETED

MILLISECOND = 1_000_000
"""A millisecond, in nanoseconds."""

_types: Any = types  # Numba's annotations do not know signatures without arguments
_INT64 = _types.int64()

if INTERPRETED:
    nanoseconds: Any = time.perf_counter_ns
elif sys.platform == "win32":
    _clock = types.ExternalFunction("clock", _types.int32())  # on Windows, milliseconds of wall-clock time

    @kernel(signature=_INT64)
    def nanoseconds() -> int:
        """Nanoseconds of wall-clock time since an arbitrary moment."""
        return MILLISECOND * np.int64(_clock())

else:
    _MONOTONIC = np.int32(time.CLOCK_MONOTONIC)
    _clock_gettime: Any = types.ExternalFunction("clock_gettime", types.int32(types.int32, types.intp))

    @kernel(signature=_INT64)
    def nanoseconds() -> int:
        """Nanoseconds of wall-clock time since an arbitrary moment."""
        now = np.empty(2, np.int64)
        _clock_gettime(_MONOTONIC, now.ctypes.data)
        return 1_000_000_000 * now[0] + now[1]
