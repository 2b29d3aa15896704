"""The arrays that a batch fills: its own, or the caller's, such as shared memory or tensors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.errors import OptionError
from railwright.game.json_reader import brief

_FLAGS = (np.bool_, np.uint8, np.int8)
KINDS: Mapping[str, tuple[type[np.generic], ...]] = {
    "observation": (np.float32,),
    "mask": _FLAGS,
    "seat": (np.int64,),
    "player": (np.int64,),
    "reward": (np.float32,),
    "done": _FLAGS,
    "truncated": _FLAGS,
    "points": (np.float32,),
}
"""The buffers by name, with the types that they can have; the first is the default."""


def open_buffers(given: Mapping[str, Any] | None, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, NDArray[Any]]:
    """The buffers of a batch, all zero: those that the caller gives, checked, and new ones for the rest."""
    given = {} if given is None else given
    if not isinstance(given, Mapping):
        raise OptionError(f"buffers: must be a dictionary from names to arrays, not {brief(given)}")
    for name in given:
        if name not in KINDS:
            raise OptionError(f"buffers: there is no buffer {brief(name)}; there are {', '.join(KINDS)}")
    buffers = {
        name: _checked(name, given[name], shapes[name]) if name in given else np.zeros(shapes[name], kinds[0])
        for name, kinds in KINDS.items()
    }
    own = list(buffers.items())
    for i, (name, array) in enumerate(own):
        for other, another in own[:i]:
            if np.may_share_memory(array, another):
                raise OptionError(f"buffers: {other!r} and {name!r} share memory; each needs its own")
        array.fill(0)
    return buffers


def flags(array: NDArray[Any]) -> NDArray[np.uint8]:
    """An array of zeros and ones as compiled code writes it, in the same memory."""
    return array.view(np.uint8)


def _checked(name: str, buffer: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """The caller's buffer as an array in the same memory."""
    array = _as_array(name, buffer)
    kinds = KINDS[name]
    if array.shape != shape:
        raise OptionError(f"buffers: {name!r} must have the shape {shape}, not {array.shape}")
    if array.dtype not in [np.dtype(kind) for kind in kinds]:
        words = " or ".join(np.dtype(kind).name for kind in kinds)
        raise OptionError(f"buffers: {name!r} must be of type {words}, not {array.dtype}")
    if not array.flags.c_contiguous or not array.flags.aligned:
        raise OptionError(f"buffers: {name!r} must be contiguous, row after row")
    if not array.flags.writeable:
        raise OptionError(f"buffers: {name!r} is read-only")
    return array


def _as_array(name: str, buffer: Any) -> NDArray[Any]:
    """An array over the memory of a buffer, never a copy.

    Tensors of torch have a method ``numpy``; other libraries share their memory by DLPack.
    """
    if isinstance(buffer, np.ndarray):
        return buffer
    try:
        return np.asarray(memoryview(buffer))
    except TypeError:
        pass
    try:
        if callable(getattr(buffer, "numpy", None)):
            return np.asarray(buffer.numpy())
        if hasattr(buffer, "__dlpack__"):
            return np.from_dlpack(buffer)
    except (BufferError, RuntimeError, TypeError, ValueError) as error:
        reason = str(error).strip().split("\n")[0]
        raise OptionError(f"buffers: {name!r} cannot be shared as an array in main memory ({reason})") from error
    raise OptionError(f"buffers: {name!r} must be an array whose memory can be shared, not {brief(buffer)}")
