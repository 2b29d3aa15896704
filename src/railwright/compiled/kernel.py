"""The decorator for compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, overload

import numpy as np

from railwright.compiled.cache_folders import cache_folder, file_of
from railwright.compiled.kernel_cache import KernelCache
from railwright.compiled.lazy_kernel import LazyKernel
from railwright.compiled.numba_settings import INTERPRETED, numba_config

F = TypeVar("F", bound=Callable[..., Any])

ZERO: int = np.int64(0)  # type: ignore[assignment]
"""Zero as an int64, for compiled code.

Numba compiles a function once for each combination of argument types, and to Numba the literal 0 has a type of its own,
different from that of an int64 variable. A counter that starts at a literal 0 would therefore compile a second version
of every function it is passed to; one that starts at ZERO does not. In the same way, ``ZERO + x`` widens a small
integer, such as an int8 field of a record, or a literal to int64, so that one compiled version serves all callers.
"""


@overload
def kernel(function: F, /) -> F: ...


@overload
def kernel(*, signature: Any = None, inline: bool = False) -> Callable[[F], F]: ...


def kernel(function: F | None = None, /, *, signature: Any = None, inline: bool = False) -> F | Callable[[F], F]:
    """Compile a function with Numba, cached on disk and running without the interpreter lock.

    With a ``signature``, or a list of them, the function is compiled for these types only, as first-class functions
    need. That happens at once; code that is in the cache is loaded when it is first used.
    ``inline`` asks LLVM to inline the function at every call.
    """
    if function is None:
        return lambda f: _compile(f, signature, inline)
    return _compile(function, signature, inline)


def _compile(function: F, signature: Any, inline: bool) -> F:
    if INTERPRETED:
        return function
    options: dict[str, Any] = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None}
    if inline:
        options["forceinline"] = True
    cache = _open_cache(function)
    compiled: Any = LazyKernel(function, targetoptions=options)
    compiled._cache = cache
    if signature is not None:
        compiled.declare(signature if isinstance(signature, list) else [signature])
        if not cache.has_code:
            compiled.load()
    result: F = compiled
    return result


def _open_cache(function: Callable[..., Any]) -> KernelCache:
    """The cache of a function, in the cache folder of its module."""
    before, folder = numba_config.CACHE_DIR, cache_folder(function.__module__)
    numba_config.CACHE_DIR = str(folder)
    try:
        return KernelCache(function, folder if file_of(function.__module__) else None)
    finally:
        numba_config.CACHE_DIR = before
