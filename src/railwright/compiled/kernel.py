"""The one decorator for compiled code, and where its compiled form is kept.

Numba's cache does not notice edits in another file. So every module's compiled code is kept in a folder that is named
after a hash of the module, of all that it imports from this package, and of the versions of Python, NumPy and Numba: an
edit makes new folders for the edited module and for those that build on it, and for no others.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, overload

import numba
import numpy as np
from numba.core import config
from numba.core.typeinfer import register_dispatcher

from railwright.compiled.kernel_cache import KernelCache
from railwright.errors import FileError

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

_PACKAGE = Path(__file__).parent.parent
_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]*(\([^)]*\)|.*)|import[ \t]+(.*))", re.MULTILINE)
_WORD, _DOTTED = re.compile(r"\w+"), re.compile(r"[\w.]+")

_WARM = "warm"
_STALE_AFTER_DAYS = 30


def _versions() -> str:
    return f"{sys.version_info[:3]} {np.__version__} {numba.__version__} {numba_config.BOUNDSCHECK}"


def _digest(paths: Iterable[Path]) -> str:
    """A hash of some files of the package and of everything else that compiled code depends on."""
    digest = hashlib.sha256(_versions().encode())
    for path in sorted(paths):
        digest.update(str(path.relative_to(_PACKAGE)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def source_hash() -> str:
    """A hash of the whole package."""
    return _digest(_PACKAGE.rglob("*.py"))


@cache
def _imports(path: Path) -> tuple[Path, ...]:
    """The files of this package that a file imports, wherever in it.

    The text is searched, not parsed, which would take an eighth of the time in which a process starts.
    """
    found = []
    for module, names, plain in _IMPORT.findall(path.read_text(encoding="utf-8")):
        modules = [module, *(f"{module}.{name}" for name in _WORD.findall(names)), *_DOTTED.findall(plain)]
        found += [file for name in modules if (file := _file_of(name)) is not None]
    return tuple(found)


def _file_of(module: str) -> Path | None:
    """The file of a module of this package; None for any other name."""
    package, *parts = module.split(".")
    if package != _PACKAGE.name:
        return None
    base = _PACKAGE.joinpath(*parts)
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)


def sources_of(module: str) -> set[Path]:
    """The files of this package that a module is made of: its own, and all that it imports, directly or not."""
    waiting = [_file_of(module)]
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path is not None and path not in found:
            found.add(path)
            waiting += _imports(path)
    return found


@cache
def cache_folder(module: str = "") -> Path:
    """The folder of a module's compiled code, made if needed. A module outside the package depends on all of it."""
    root = os.environ.get(CACHE_VARIABLE) or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "railwright"
    )
    name = _digest(sources_of(module)) if _file_of(module) else source_hash()
    folder = Path(root) / "kernels" / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        with tempfile.TemporaryFile(dir=folder):  # as Numba does, which would otherwise look for other places
            return folder
    except OSError:
        return _temporary_folder(root)


@cache
def _temporary_folder(root: str) -> Path:
    print(f"railwright: cannot write to {root}, compiled code is kept only for this run", file=sys.stderr)
    try:
        folder = Path(tempfile.mkdtemp(prefix="railwright-kernels-"))
    except OSError as error:
        raise FileError(
            f"there is no place for compiled code ({error.strerror}); name a folder by {CACHE_VARIABLE}"
        ) from error
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def is_warm(module: str) -> bool:
    """Whether the compiled code of a module, and of what it builds on, is already in the cache."""
    return INTERPRETED or (cache_folder(module) / _WARM).exists()


def mark_warm(module: str) -> None:
    """Note that the compiled code of a module is in the cache."""
    with suppress(OSError):  # without the note, all is only checked again
        (cache_folder(module) / _WARM).touch()


def remove_stale() -> int:
    """Delete caches of other versions that nobody has used for a month; returns how many."""
    oldest = time.time() - _STALE_AFTER_DAYS * 86400
    stale = [path for path in cache_folder().parent.iterdir() if path.is_dir() and path.stat().st_mtime < oldest]
    for path in stale:
        shutil.rmtree(path, ignore_errors=True)
    return len(stale)


@overload
def kernel(function: F, /) -> F: ...


@overload
def kernel(*, signature: Any = None, inline: bool = False) -> Callable[[F], F]: ...


def kernel(function: F | None = None, /, *, signature: Any = None, inline: bool = False) -> F | Callable[[F], F]:
    """Compile a function: cached on disk, without the interpreter lock.

    ``signature``, one or a list, compiles at once for exactly these types, which first-class functions need.
    ``inline`` asks LLVM to inline the function wherever it is called.
    """
    if function is None:
        return lambda f: _compile(f, signature, inline)
    return _compile(function, signature, inline)


def _compile(function: F, signature: Any, inline: bool) -> F:
    if INTERPRETED:
        return function
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
    if inline:
        options["forceinline"] = True
    compiled: Any = numba.njit(**options)(function)
    compiled._cache = _open_cache(function)
    if signature is not None:
        with register_dispatcher(compiled):  # as Numba itself does with signatures
            for one in signature if isinstance(signature, list) else [signature]:
                compiled.compile(one)
            compiled.disable_compile()
    result: F = compiled
    return result


def _open_cache(function: Callable[..., Any]) -> KernelCache:
    """The cache of a function, in the folder of its module."""
    before = numba_config.CACHE_DIR
    numba_config.CACHE_DIR = str(cache_folder(function.__module__))
    try:
        return KernelCache(function)
    finally:
        numba_config.CACHE_DIR = before
