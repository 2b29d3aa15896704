"""Settings of Numba: whether it compiles at all, and which of its warnings are shown."""

from __future__ import annotations

import warnings
from typing import Any

import numba
import numpy as np
from numba.core import config

numba_config: Any = config  # its attributes are defined at run time

INTERPRETED = bool(numba_config.DISABLE_JIT)
"""True under NUMBA_DISABLE_JIT=1: every kernel runs as ordinary Python."""

# Players are first-class functions, for which Numba prints an "experimental feature" warning at every compilation.
warnings.filterwarnings("ignore", category=numba.core.errors.NumbaExperimentalFeatureWarning)

if INTERPRETED:
    np.seterr(over="ignore")  # the random generator and the bit sets wrap around on purpose
