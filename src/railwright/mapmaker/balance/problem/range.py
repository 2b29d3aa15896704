"""Ranges of numbers, as bounds for what a board is made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor

from railwright.errors import OptionError

DIGITS = 3
"""A range is told with so many significant digits."""

ROUNDING = 1e-9
"""Means and shares may miss a bound by so much, and still be within."""


@dataclass(frozen=True, slots=True)
class Range:
    """From ``low`` to ``high``, both within."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not self.low <= self.high:
            raise OptionError(f"the range {self} is empty: the smaller number comes first, as in 4-22")

    def __str__(self) -> str:
        return f"{_short(self.low)}-{_short(self.high)}"

    @property
    def whole(self) -> str:
        """The whole numbers within, in words."""
        low, high = ceil(self.low - ROUNDING), floor(self.high + ROUNDING)
        return str(self) if low > high else str(low) if low == high else f"{low} to {high}"

    def miss(self, number: float) -> float:
        """How far a number is outside, in tenths of the nearer end; 0 within."""
        if self.low - ROUNDING <= number <= self.high + ROUNDING:
            return 0.0
        end = self.low if number < self.low else self.high
        return 10 * abs(number - end) / max(abs(end), 1.0)

    @staticmethod
    def about(middle: float, part: float, *, least: float = 0.0) -> Range:
        """Around a number, by a part of it, but at least by so much."""
        leeway = max(abs(middle) * part, least)
        return Range(middle - leeway, middle + leeway)

    def widened(self, part: float) -> Range:
        """With both ends further out, by a part of themselves."""
        return Range(self.low * (1 - part), self.high * (1 + part))

    def times(self, factor: float) -> Range:
        """The same for so many times as much."""
        return Range(self.low * factor, self.high * factor)

    @staticmethod
    def over(numbers: Iterable[float]) -> Range:
        """From the least to the most of some numbers."""
        found = list(numbers)
        return Range(min(found), max(found))


def _short(number: float) -> str:
    """With few digits, and whole numbers with all of theirs."""
    return f"{number:.0f}" if abs(number) >= 10**DIGITS or number == round(number) else f"{number:.{DIGITS}g}"
