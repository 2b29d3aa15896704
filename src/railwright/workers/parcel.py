"""The payload that is sent to the workers of a cluster and back: bytes, so that Dask does not unpickle it.

The *luggage* of a task is what many tasks share: the setup, and the files of players that are not built in. A worker
receives it once and keeps it; later blocks of the same games only name it.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple

_COMPRESSION = 1
"""The fastest level of zlib. Results are mostly small numbers, which any level shrinks several times."""


class Parcel(NamedTuple):
    """The payload for one task or call."""

    versions: Mapping[str, str]
    """The software versions of the sender."""
    work: bytes
    """A packed call, or the packed parts of a task that are not in its luggage."""
    luggage: str = ""
    """The name of a task's luggage; empty for a call."""
    contents: bytes | None = None
    """The packed luggage itself; None if the worker should have it already."""


def pack(dumped: bytes) -> bytes:
    """Compress pickled bytes."""
    return zlib.compress(dumped, _COMPRESSION)


def unpack(packed: bytes) -> Any:
    """Decompress and unpickle."""
    return pickle.loads(zlib.decompress(packed))
