"""First-class functions in memory, so that kernels that are called often need not receive them as arguments.

To Numba, a function among the arguments of a kernel is an object to be looked up at every call, which takes more
than a hundred microseconds. Here its address is written into an array once, and read from there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from railwright.compiled.kernel import kernel
from railwright.compiled.numba_settings import INTERPRETED

FUNCTION_WORDS = 3
"""Words of memory that a function takes: Numba keeps three addresses."""


def pointer_array(count: int) -> Any:
    """Room for some functions: one row for each. Interpreted kernels keep the functions themselves."""
    return np.zeros((count, FUNCTION_WORDS), object if INTERPRETED else np.int64)


def _element(context: Any, builder: Any, array_type: Any, array: Any, llvm_type: Any) -> Any:
    """The data of an array as a pointer to one value of another type."""
    data = context.make_array(array_type)(context, builder, value=array).data
    return builder.bitcast(data, llvm_type.as_pointer())


def _store(typing_context: Any, function: Any, row: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value, array = arguments
        if context.get_abi_sizeof(value.type) != 8 * FUNCTION_WORDS:
            raise NotImplementedError("this version of Numba keeps functions in another number of words")
        builder.store(value, _element(context, builder, signature.args[1], array, value.type))
        return context.get_dummy_value()

    return types.void(function, row), build


def function_reader(function_type: Any) -> Any:
    """The kernel function that reads a function of this type from a row of a pointer array."""

    def read(typing_context: Any, row: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            llvm_type = context.get_value_type(function_type)
            return builder.load(_element(context, builder, signature.args[0], arguments[0], llvm_type))

        return function_type(row), build

    return (lambda row: row[0]) if INTERPRETED else intrinsic(read)


def _put(function: Any, row: Any) -> None:
    row[0] = function


_store_function: Any = _put if INTERPRETED else intrinsic(_store)


def function_writer(function_type: Any) -> Any:
    """The kernel that writes a function of this type into a row of a pointer array. The function must stay alive."""

    def write(function: Any, row: Any) -> None:
        _store_function(function, row)

    write.__module__ = __name__
    return kernel(signature=types.void(function_type, types.int64[::1]))(write)
