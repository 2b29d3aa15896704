from __future__ import annotations

from typing import Annotated

import numpy as np
import pytest

from railwright.compiled.layout import Ints, dtype_of, words_before, words_of


class Inner:
    number: Annotated[int, np.int64]


class Outer:
    first: Annotated[int, np.int64]
    inner: Inner
    rest: Annotated[Ints, np.int64, 3]


class Unaligned:
    small: Annotated[Ints, np.uint8, 3]
    inner: Inner


def test_words_count_what_a_record_holds_and_what_precedes_a_field() -> None:
    record = dtype_of(Outer)
    assert words_of(record) == 5
    assert [words_before(record, field) for field in ("first", "inner", "rest")] == [0, 1, 2]


def test_a_nested_record_after_smaller_fields_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Unaligned\.inner is not aligned"):
        dtype_of(Unaligned)
