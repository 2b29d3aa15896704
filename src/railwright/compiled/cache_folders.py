"""The folders in which compiled code is cached.

Numba's cache does not notice edits in imported files. So the compiled code of each module is cached in a folder named
after a hash of the module, of everything it imports from this package, and of the versions of Python, NumPy and Numba.
An edit gives new folders to the edited module and to those that import it, and to no others.
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
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

import numba
import numpy as np

from railwright.compiled.numba_settings import INTERPRETED, numba_config
from railwright.errors import FileError

CACHE_VARIABLE = "RAILWRIGHT_CACHE"
"""Environment variable that overrides the cache folder."""

_PACKAGE = Path(__file__).parent.parent
_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]*(\([^)]*\)|.*)|import[ \t]+(.*))", re.MULTILINE)
_WORD, _DOTTED = re.compile(r"\w+"), re.compile(r"[\w.]+")

_WARM = "warm"
_STALE_AFTER_DAYS = 30


def _versions() -> str:
    return f"{sys.version_info[:3]} {np.__version__} {numba.__version__} {numba_config.BOUNDSCHECK}"


def _digest(paths: Iterable[Path]) -> str:
    """A hash of some files of the package and of the versions that compiled code depends on."""
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
    """The files of this package that a file imports, at top level or inside functions.

    The text is searched with a regular expression: parsing it would add an eighth to the start-up time of a process.
    """
    files = []
    for module, names, plain in _IMPORT.findall(path.read_text(encoding="utf-8")):
        modules = [module, *(f"{module}.{name}" for name in _WORD.findall(names)), *_DOTTED.findall(plain)]
        files += [file for name in modules if (file := file_of(name)) is not None]
    return tuple(files)


def file_of(module: str) -> Path | None:
    """The file of a module of this package; None for any other name."""
    package, *parts = module.split(".")
    if package != _PACKAGE.name:
        return None
    base = _PACKAGE.joinpath(*parts)
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)


def sources_of(module: str) -> set[Path]:
    """The files of this package that a module depends on: its own and all that it imports, directly or indirectly."""
    pending = [file_of(module)]
    files: set[Path] = set()
    while pending:
        path = pending.pop()
        if path is not None and path not in files:
            files.add(path)
            pending += _imports(path)
    return files


@cache
def cache_folder(module: str = "") -> Path:
    """The cache folder of a module, created if needed. A module outside the package depends on the whole package."""
    root = os.environ.get(CACHE_VARIABLE) or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "railwright"
    )
    name = _digest(sources_of(module)) if file_of(module) else source_hash()
    folder = Path(root) / "kernels" / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        with tempfile.TemporaryFile(dir=folder):  # Numba's own test of a folder; it would fall back to others
            return folder
    except OSError:
        return _temporary_folder(root)


@cache
def _temporary_folder(root: str) -> Path:
    print(f"railwright: cannot write to {root}; compiled code is kept for this run only", file=sys.stderr)
    try:
        folder = Path(tempfile.mkdtemp(prefix="railwright-kernels-"))
    except OSError as error:
        raise FileError(
            f"no folder for compiled code can be written ({error.strerror}); set {CACHE_VARIABLE} to a writable folder"
        ) from error
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def is_warm(module: str) -> bool:
    """Whether the compiled code of a module, and of what it imports, is already in the cache."""
    return INTERPRETED or (cache_folder(module) / _WARM).exists()


def mark_warm(module: str) -> None:
    """Record that the compiled code of a module is in the cache."""
    with suppress(OSError):  # without the mark, the cache is merely checked again
        (cache_folder(module) / _WARM).touch()


def remove_stale() -> int:
    """Delete cache folders that have not been used for a month; returns how many."""
    oldest = time.time() - _STALE_AFTER_DAYS * 86400
    stale = [path for path in cache_folder().parent.iterdir() if path.is_dir() and path.stat().st_mtime < oldest]
    for path in stale:
        shutil.rmtree(path, ignore_errors=True)
    return len(stale)
