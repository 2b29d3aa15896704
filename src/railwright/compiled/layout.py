"""NumPy records (structured array types) declared as classes.

A record is declared once, as a class whose annotations carry the NumPy type and shape. Type checkers use the class;
``dtype_of`` derives the NumPy dtype for compiled code:

    class Table:
        trains: Annotated[Ints, np.int8, 5]
        \"\"\"Trains left, by seat.\"\"\"
"""

from __future__ import annotations

from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from railwright.compiled.numba_settings import INTERPRETED

WORD_BYTES = 8
"""Size of a word of a player's memory, an int64."""

Ints = NDArray[np.int64]
"""Any integer array inside a record; the annotation says how wide its elements are."""


def _width(kind: type[np.generic]) -> type[np.generic]:
    """The element type to use. Interpreted kernels use int64 throughout, as NumPy's small integers would overflow."""
    return np.int64 if INTERPRETED and issubclass(kind, np.signedinteger) else kind


def dtype_of(layout: type) -> np.dtype[Any]:
    """The aligned record dtype of a class with annotated fields. A field may itself be a record."""
    fields: list[tuple[Any, ...]] = []
    for name, hint in get_type_hints(layout, include_extras=True).items():
        if get_origin(hint) is not Annotated:
            fields.append((name, dtype_of(hint)))
            continue
        kind, *shape = get_args(hint)[1:]
        element = np.dtype(_width(kind)) if issubclass(kind, np.generic) else dtype_of(kind)
        fields.append((name, element, tuple(shape)) if shape else (name, element))
    aligned = np.dtype(fields, align=True)
    for name, element, *_ in fields:  # NumPy does not align a record inside a record
        if element.names and _offset(aligned, name) % WORD_BYTES:
            raise TypeError(f"{layout.__name__}.{name} is not aligned: declare nested records before smaller fields")
    return np.dtype((np.record, aligned))


def words_of(record: np.dtype[Any]) -> int:
    """The size of a record in words."""
    return record.itemsize // WORD_BYTES


def words_before(record: np.dtype[Any], field: str) -> int:
    """The size in words of what precedes a field of a record."""
    return _offset(record, field) // WORD_BYTES


def _offset(record: np.dtype[Any], field: str) -> int:
    """The offset of a field in bytes."""
    assert record.fields is not None  # a record has fields
    return record.fields[field][1]
