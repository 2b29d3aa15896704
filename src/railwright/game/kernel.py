"""The one decorator for compiled code, and where its compiled form is kept.

Numba's cache does not notice edits in another file, so the cache folder is named after a hash of the package's sources
and the versions of Python, NumPy and Numba: an edit makes a new folder. Only the parts that never hold compiled code
are left out of the hash.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, overload

import numba
import numpy as np
from numba.core import config

numba_config: Any = config  # its settings are made at run time

F = TypeVar("F", bound=Callable[..., Any])

CACHE_VARIABLE = "RAILWRIGHT_CACHE"
"""Environment variable that names another cache folder."""

INTERPRETED = bool(numba_config.DISABLE_JIT)
"""True under NUMBA_DISABLE_JIT=1: every kernel runs as ordinary Python."""

# Players are first-class functions, which Numba still calls experimental each time it compiles one.
warnings.filterwarnings("ignore", category=numba.core.errors.NumbaExperimentalFeatureWarning)

if INTERPRETED:
    np.seterr(over="ignore")  # the random generator and the bitsets wrap around on purpose

ZERO: int = np.int64(0)  # type: ignore[assignment]
"""Where compiled counters begin. A literal 0 would compile the functions they are passed to twice."""

UNCOMPILED = ("cli", "draw")
"""Parts of the package in which no kernel may be written."""

_STALE_AFTER_DAYS = 30


def source_hash() -> str:
    """A hash of everything that the compiled code depends on."""
    digest = hashlib.sha256()
    digest.update(f"{sys.version_info[:3]} {np.__version__} {numba.__version__} {numba_config.BOUNDSCHECK}".encode())
    package = Path(__file__).parent.parent
    for path in sorted(package.rglob("*.py")):
        part = path.relative_to(package)
        if part.parts[0] not in UNCOMPILED:
            digest.update(str(part).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """The folder of this version's compiled code, made if needed."""
    root = os.environ.get(CACHE_VARIABLE) or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "railwright"
    )
    folder = Path(root) / "kernels" / source_hash()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="railwright-kernels-"))
        print(f"railwright: cannot write to {root}, compiled code is kept only for this run", file=sys.stderr)
    return folder


def is_warm(part: str = "engine") -> bool:
    """Whether this part of the compiled code is already in the cache."""
    return INTERPRETED or (cache_folder() / f"{part}.warm").exists()


def mark_warm(part: str = "engine") -> None:
    """Note that this part of the compiled code is in the cache."""
    (cache_folder() / f"{part}.warm").touch()


def remove_stale() -> int:
    """Delete caches of other versions that nobody has used for a month; returns how many."""
    folder = cache_folder()
    oldest = time.time() - _STALE_AFTER_DAYS * 86400
    stale = [
        path for path in folder.parent.iterdir() if path != folder and path.is_dir() and path.stat().st_mtime < oldest
    ]
    for path in stale:
        shutil.rmtree(path, ignore_errors=True)
    return len(stale)


@overload
def kernel(function: F, /) -> F: ...


@overload
def kernel(*, signature: Any = None, inline: bool = False) -> Callable[[F], F]: ...


def kernel(function: F | None = None, /, *, signature: Any = None, inline: bool = False) -> F | Callable[[F], F]:
    """Compile a function: cached on disk, without the interpreter lock.

    ``signature`` compiles at once for exactly these types, which first-class functions need. ``inline`` asks LLVM to
    inline the function wherever it is called.
    """
    if function is None:
        return lambda f: _compile(f, signature, inline)
    return _compile(function, signature, inline)


def _compile(function: F, signature: Any, inline: bool) -> F:
    if INTERPRETED:
        return function
    options: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy"}
    if inline:
        options["forceinline"] = True
    before = numba_config.CACHE_DIR
    numba_config.CACHE_DIR = str(cache_folder())
    try:
        arguments = () if signature is None else (signature,)
        compiled: F = numba.njit(*arguments, **options)(function)
        return compiled
    finally:
        numba_config.CACHE_DIR = before
