"""Numbers in the cells of tables."""

from __future__ import annotations


def number(value: float | None) -> str:
    """A number, or a dash if there is none."""
    return "-" if value is None else f"{value:g}"


def signed(value: float | None) -> str:
    """A change with its sign, or a dash if there is none."""
    return "-" if value is None else f"{value:+g}" if value else "0"


def span(low: float, high: float) -> str:
    """A range, or a number if it is only one."""
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"


def yes(value: bool | None) -> str:
    """An answer, or a dash if there is none."""
    return "-" if value is None else "yes" if value else "no"
