"""Ranges of numbers, used as bounds on the features of a board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor

from railwright.errors import OptionError

DIGITS = 3
"""Significant digits of a range in text."""

ROUNDING = 1e-9
"""Tolerance at both ends, for means and shares."""


@dataclass(frozen=True, slots=True)
class Range:
    """The closed interval from ``low`` to ``high``."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not self.low <= self.high:
            raise OptionError(f"the range {self} is empty; put the smaller number first, as in 4-22")

    def __str__(self) -> str:
        return f"{_short(self.low)}-{_short(self.high)}"

    @property
    def whole(self) -> str:
        """The whole numbers in the range, as text."""
        low, high = ceil(self.low - ROUNDING), floor(self.high + ROUNDING)
        return str(self) if low > high else str(low) if low == high else f"{low} to {high}"

    def miss(self, number: float) -> float:
        """How far a number lies outside, in tenths of the nearer end; 0 inside."""
        if self.low - ROUNDING <= number <= self.high + ROUNDING:
            return 0.0
        end = self.low if number < self.low else self.high
        return 10 * abs(number - end) / max(abs(end), 1.0)

    @staticmethod
    def about(middle: float, part: float, *, least: float = 0.0) -> Range:
        """The range around a number, to each side by a fraction of it but at least by ``least``."""
        leeway = max(abs(middle) * part, least)
        return Range(middle - leeway, middle + leeway)

    def widened(self, part: float) -> Range:
        """The range with both ends moved outwards by a fraction of themselves."""
        return Range(self.low * (1 - part), self.high * (1 + part))

    def times(self, factor: float) -> Range:
        """The range multiplied by a factor."""
        return Range(self.low * factor, self.high * factor)

    @staticmethod
    def over(numbers: Iterable[float]) -> Range:
        """The range from the smallest to the largest of some numbers."""
        found = list(numbers)
        return Range(min(found), max(found))


def _short(number: float) -> str:
    """A number with few digits; whole numbers keep all of theirs."""
    return f"{number:.0f}" if abs(number) >= 10**DIGITS or number == round(number) else f"{number:.{DIGITS}g}"
