"""Paper sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from railwright.errors import OptionError


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, in millimetres."""

    width: float
    height: float
    margin: float = 11.0
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


PAPERS: Mapping[str, Paper] = {"a4": Paper(210.0, 297.0), "a3": Paper(297.0, 420.0)}
"""Paper sizes of ISO 216."""
POSTER = "poster"
"""Name for printing the whole board on one page of its own size."""


def check_paper(name: str) -> None:
    """Raise OptionError for an unknown paper size."""
    if name not in (*PAPERS, POSTER):
        raise OptionError(f"there is no paper {name[:60]!r}; choose one of {', '.join((*PAPERS, POSTER))}")
