"""What is not as it should be in a printed board, in sentences."""

from __future__ import annotations

from railwright.mapmaker.print.document import Printed
from railwright.words import count

SHOWN = 3
"""How many names or pairs of tracks are given as examples."""


def print_remarks(printed: Printed) -> list[str]:
    """What is not as it should be, in a line each."""
    remarks, unprintable, touching = [], printed.unprintable, printed.touching
    if unprintable:
        more = ", ..." if len(unprintable) > SHOWN else ""
        remarks.append(
            f"The font lacks letters of {count(len(unprintable), 'name')} ({', '.join(unprintable[:SHOWN])}{more}); "
            "they are printed without them, or as numbers."
        )
    if touching:
        pairs = ", ".join(f"{one} and {two}" for one, two in touching[:SHOWN])
        more = ", ..." if len(touching) > SHOWN else ""
        remarks.append(
            f"Spaces of {count(len(touching), 'pair')} of tracks touch, because the tracks cross: {pairs}{more}."
        )
    return remarks
