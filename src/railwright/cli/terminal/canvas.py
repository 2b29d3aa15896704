"""A sheet of characters to draw on: letters in their styles, and thin lines made of the dots of Braille characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rich.text import Text

Cell = tuple[int, int]
"""Column and row."""

DOTS_ACROSS, DOTS_DOWN = 2, 4
"""A Braille character has so many dots."""

_BRAILLE = 0x2800
_DOT_BITS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bit of each dot, by column and row."""


class Canvas:
    """Characters in columns and rows. Letters cover dots, and what is drawn later covers what was there."""

    def __init__(self, columns: int, rows: int, *, plain: bool = False) -> None:
        self.columns = columns
        self.rows = rows
        self.plain = plain
        """Whether only ASCII characters may be used."""
        self._letters: dict[Cell, tuple[str, str]] = {}
        self._dots: dict[Cell, int] = {}
        self._inks: dict[Cell, str] = {}

    def dots(self, points: Iterable[Any], style: str) -> None:
        """The dots of a thin line. The middle of the cell in column 3 and row 5 is the point (3.5, 5.5)."""
        for x, y in points:
            cell = (int(x), int(y))
            across, down = int((x - cell[0]) * DOTS_ACROSS), int((y - cell[1]) * DOTS_DOWN)
            self._dots[cell] = self._dots.get(cell, 0) | _DOT_BITS[across][down]
            self._inks[cell] = style

    def put(self, cell: Cell, letter: str, style: str = "") -> None:
        """One character."""
        self._letters[cell] = letter, style

    def write(self, cell: Cell, text: str, style: str = "") -> None:
        """Characters side by side."""
        for i, letter in enumerate(text):
            self.put((cell[0] + i, cell[1]), letter, style)

    def lines(self) -> list[Text]:
        """The sheet, row by row."""
        lines = []
        for row in range(self.rows):
            line = Text.assemble(*self._row(row), no_wrap=True, overflow="crop")
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
