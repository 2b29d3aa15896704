"""Checks that a worker has the same software versions, as its results could differ otherwise."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Mapping
from functools import cache
from importlib import metadata
from pathlib import Path

from railwright import __version__

_PACKAGE = Path(__file__).parent.parent

_LIBRARIES = ("numpy", "numba", "highspy", "shapely", "osmium")
"""The libraries whose version can change a result."""


@cache
def own_versions() -> Mapping[str, str]:
    """The versions of everything that results depend on. For Railwright itself also a hash of its files."""
    python = ".".join(platform.python_version_tuple()[:2])
    libraries = {name: metadata.version(name) for name in _LIBRARIES}
    return {"railwright": f"{__version__} ({_package_hash()})", "Python": python, **libraries}


def _package_hash() -> str:
    """A hash of all files of this package, code and data."""
    digest = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(path.relative_to(_PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def describe_difference(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """A description of the versions that differ there; empty if none do."""
    return ", ".join(
        f"{name} is {there.get(name, 'missing')}, here it is {version}"
        for name, version in here.items()
        if there.get(name) != version
    )
