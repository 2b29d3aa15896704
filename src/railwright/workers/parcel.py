"""What goes to a worker of a cluster and what comes back, as bytes, so that Dask opens none of it.

A worker gets the luggage of a task (the setup, and the files of players that are not built in) once and keeps it; every
block of the same games after that only names it.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple

_COMPRESSION = 1
"""The fastest: what comes back are mostly small numbers, which any level makes several times shorter."""


class Parcel(NamedTuple):
    """Work for a worker."""

    versions: Mapping[str, str]
    """Those of who gives the work."""
    work: bytes
    """A call, or what a task has besides its luggage, packed."""
    luggage: str = ""
    """The name of a task's luggage; a call has none."""
    contents: bytes | None = None
    """The luggage itself, packed, where it is not known yet."""


def pack(dumped: bytes) -> bytes:
    """Make something pickled ready to be sent."""
    return zlib.compress(dumped, _COMPRESSION)


def unpack(packed: bytes) -> Any:
    """What was packed."""
    return pickle.loads(zlib.decompress(packed))
