"""Remarks about the flaws of a printed board."""

from __future__ import annotations

from railwright.mapmaker.print.pdf_document import Printed
from railwright.words import count

SHOWN = 3
"""Number of names or pairs of tracks shown as examples."""


def print_remarks(printed: Printed) -> list[str]:
    """The flaws of a printed board, one line each."""
    remarks, unprintable, touching = [], printed.unprintable, printed.touching
    if unprintable:
        more = ", ..." if len(unprintable) > SHOWN else ""
        remarks.append(
            f"The font lacks letters of {count(len(unprintable), 'name')} ({', '.join(unprintable[:SHOWN])}{more}); "
            "these are printed without the letters, or as numbers."
        )
    if touching:
        pairs = ", ".join(f"{one} and {two}" for one, two in touching[:SHOWN])
        more = ", ..." if len(touching) > SHOWN else ""
        remarks.append(
            f"Spaces of {count(len(touching), 'pair')} of tracks touch, because the tracks cross: {pairs}{more}."
        )
    return remarks
