"""Sets of small numbers as the bits of a Python integer. A module of its own, so that it loads without Numba."""

from __future__ import annotations


def elements(bits: int) -> list[int]:
    """The elements of a bit set in ascending order."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found
