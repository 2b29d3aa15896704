"""Arrays by their addresses, for compiled code that shares large data without receiving it as an argument.

The caller that passes an address on must keep the array alive.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numba
from numba import types
from numba.extending import intrinsic

from railwright.compiled.numba_settings import INTERPRETED


def _from_address(typing_context: Any, address: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(types.voidptr))

    return types.voidptr(types.int64), build


def _plain_pointer(address: int) -> ctypes.c_void_p:
    return ctypes.c_void_p(int(address))


pointer_to: Any = _plain_pointer if INTERPRETED else intrinsic(_from_address)
"""The pointer with an address, for ``array_at``."""

_numba: Any = numba
array_at: Any = _numba.carray
"""The array at a pointer: ``array_at(pointer_to(address), shape, dtype)``."""
