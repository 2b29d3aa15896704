"""Paper sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from railwright.errors import OptionError


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, in millimetres."""

    title: str
    width: float
    height: float
    margin: float = 7.5
    """Margin on all sides: most printers leave 4 to 6 mm blank, and marks and notes need some room too."""

    @property
    def inner_width(self) -> float:
        """Width between the margins."""
        return self.width - 2 * self.margin

    @property
    def inner_height(self) -> float:
        """Height between the margins."""
        return self.height - 2 * self.margin

    @property
    def turned(self) -> Paper:
        """The same sheet in the other orientation."""
        return replace(self, width=self.height, height=self.width)


PAPERS: Mapping[str, Paper] = {
    "a4": Paper("A4", 210.0, 297.0),
    "a3": Paper("A3", 297.0, 420.0),
    "letter": Paper("Letter", 215.9, 279.4),
    "tabloid": Paper("Tabloid", 279.4, 431.8),
}
"""Paper sizes of ISO 216, and of ANSI/ASME Y14.1: letter (ANSI A, 8.5 x 11 in) and tabloid (ANSI B, 11 x 17 in)."""
POSTER = "poster"
"""Name for printing the whole board on one page of its own size."""


def check_paper(name: str) -> None:
    """Raise OptionError for an unknown paper size."""
    if name not in (*PAPERS, POSTER):
        raise OptionError(f"there is no paper {name[:60]!r}; choose one of {', '.join((*PAPERS, POSTER))}")


def paper_of_cards(name: str | None, board_paper: str) -> Paper:
    """The paper of the cards, by default that of the board's sheets, or A4 with a poster."""
    if name is None:
        name = "a4" if board_paper == POSTER else board_paper
    if name not in PAPERS:
        raise OptionError(f"cards cannot be printed on paper {name[:60]!r}; choose one of {', '.join(PAPERS)}")
    return PAPERS[name]
