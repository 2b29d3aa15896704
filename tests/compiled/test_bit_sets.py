"""Sets as the bits of numbers."""

from __future__ import annotations

import numpy as np

from railwright.compiled.bit_sets import elements
from railwright.compiled.bits import BIT, members


def test_the_elements_of_a_bit_set_come_in_ascending_order() -> None:
    assert elements(0) == []
    assert elements(1 << 200 | 0b101001) == [0, 3, 5, 200]


def test_the_members_of_several_words_include_their_sign_bits() -> None:
    assert members(np.array([BIT[63] | BIT[2], 0, BIT[0] | BIT[63]])) == [2, 63, 128, 191]
