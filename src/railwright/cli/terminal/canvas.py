"""A grid of characters to draw on: styled letters, and thin lines made of the dots of Braille characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

from rich.text import Text

Cell = tuple[int, int]
"""Column and row."""

DOTS_ACROSS, DOTS_DOWN = 2, 4
"""Columns and rows of dots in a Braille character."""

_BRAILLE = 0x2800
_DOT_BITS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bit of each dot, by column and row."""

Dots = Mapping[Cell, int]
"""The bits of the dots in each cell."""


def dots_of(points: Iterable[Any]) -> Dots:
    """The dots of a thin line. The middle of the cell in column 3 and row 5 is the point (3.5, 5.5)."""
    dots: dict[Cell, int] = {}
    for x, y in points:
        cell = (int(x), int(y))
        across, down = int((x - cell[0]) * DOTS_ACROSS), int((y - cell[1]) * DOTS_DOWN)
        dots[cell] = dots.get(cell, 0) | _DOT_BITS[across][down]
    return dots


class Canvas:
    """Characters in columns and rows. Letters cover dots, and later drawing covers earlier drawing."""

    def __init__(self, columns: int, rows: int, *, plain: bool = False) -> None:
        self.columns = columns
        self.rows = rows
        self.plain = plain
        """Whether only ASCII characters may be used."""
        self._letters: dict[Cell, tuple[str, str]] = {}
        self._dots: dict[Cell, int] = {}
        self._inks: dict[Cell, str] = {}

    def dots(self, dots: Dots, style: str) -> None:
        """Draw a thin line."""
        for cell, bits in dots.items():
            self._dots[cell] = self._dots.get(cell, 0) | bits
            self._inks[cell] = style

    def put(self, cell: Cell, letter: str, style: str = "") -> None:
        """Draw one character."""
        self._letters[cell] = letter, style

    def write(self, cell: Cell, text: str, style: str = "") -> None:
        """Draw a text from left to right."""
        for i, letter in enumerate(text):
            self.put((cell[0] + i, cell[1]), letter, style)

    def lines(self) -> list[Text]:
        """The canvas, row by row."""
        lines = []
        for row in range(self.rows):
            runs = groupby(self._row(row), key=itemgetter(1))  # time grows with the number of styled runs
            words = [("".join(letter for letter, _ in run), style) for style, run in runs]
            line = Text.assemble(*words, no_wrap=True, overflow="crop")
            line.rstrip()
            lines.append(line)
        return lines

    def _row(self, row: int) -> Iterator[tuple[str, str]]:
        for column in range(self.columns):
            cell = (column, row)
            if cell in self._letters:
                yield self._letters[cell]
            elif cell in self._dots:
                yield "." if self.plain else chr(_BRAILLE + self._dots[cell]), self._inks[cell]
            else:
                yield " ", ""
