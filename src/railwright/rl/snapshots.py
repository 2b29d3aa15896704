"""Batches as bytes: all that a batch needs to resume as if it had never stopped."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.errors import OptionError
from railwright.rl.batch_arrays import BatchArrays

_KEPT = ("settings", "games", "events", "memories", "reward", "done", "truncated", "points")
"""What is kept. Observations and masks follow from the games."""
_SAME = ("books", "layouts", "numbers", "spans")
_PLAYERS = "players"
"""What must be the same in the batch that goes on: these arrays, and the identity of the players inside it."""


def write_snapshot(arrays: BatchArrays, players: NDArray[np.int64]) -> bytes:
    """A batch as bytes, in NumPy's format ``npz``."""
    file = io.BytesIO()
    parts: dict[str, Any] = {name: _bytes(getattr(arrays, name)) for name in _KEPT + _SAME}
    parts[_PLAYERS] = _bytes(players)
    np.savez(file, **parts)
    return file.getvalue()


def read_snapshot(arrays: BatchArrays, players: NDArray[np.int64], snapshot: bytes) -> None:
    """Put a snapshot into the arrays of a batch; OptionError if it is of another one."""
    try:
        with np.load(io.BytesIO(snapshot)) as file:
            found = {name: file[name] for name in (*_KEPT, *_SAME, _PLAYERS)}
    except (EOFError, KeyError, OSError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise OptionError("the snapshot cannot be read; it must be what Batch.save returned") from error
    fits = all(found[name].shape == _bytes(getattr(arrays, name)).shape for name in _KEPT)
    same = {name: getattr(arrays, name) for name in _SAME} | {_PLAYERS: players}
    if not fits or not all(_is_same(found[name], array) for name, array in same.items()):
        raise OptionError("the snapshot is of another batch: board, rules, seats, games or players differ")
    if other := _other_options(arrays, found):
        raise OptionError(f"the snapshot is of a batch with another {other}; make this one in the same way")
    for name in _KEPT:
        _bytes(getattr(arrays, name))[:] = found[name]


def _other_options(arrays: BatchArrays, found: dict[str, NDArray[np.uint8]]) -> str:
    """The first option in which a snapshot differs; empty if there is none. The seed may differ: it is taken over."""
    settings, games = (found[name].view(getattr(arrays, name).dtype) for name in ("settings", "games"))
    for option in ("reward", "longest", "autoreset"):
        if settings[option][0] != arrays.settings[option][0]:
            return option
    return "" if np.array_equal(games["index"], arrays.games["index"]) else "first"


def _is_same(found: NDArray[np.uint8], array: NDArray[Any]) -> bool:
    """Whether bytes are those of an array. Between the fields of records there can be anything."""
    return found.shape == _bytes(array).shape and bool(np.all(found.view(array.dtype) == array.reshape(-1)))


def _bytes(array: NDArray[Any]) -> NDArray[np.uint8]:
    """The memory of an array."""
    return array.reshape(-1).view(np.uint8)
