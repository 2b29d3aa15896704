"""A table of a board's quality, compared with the usa board and the published maps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from railwright.mapmaker.classic_size import CLASSIC_EDGES, CLASSIC_SEGMENTS, CLASSIC_STATIONS, PAPER_SEGMENTS
from railwright.mapmaker.criteria import LONGEST, PUBLISHED, Quality, measure
from railwright.maps.load import load_board

HEADINGS = ("criterion", "this board", "usa", "published maps")


@dataclass(frozen=True, slots=True)
class CriterionRow:
    """One criterion, with its values for the board, the usa board and the published maps."""

    criterion: str
    board: str
    usa: str
    published: str

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """The cells in the order of HEADINGS."""
        return self.criterion, self.board, self.usa, self.published


@cache
def usa_quality() -> Quality:
    """The quality of the usa board, for comparison."""
    return measure(load_board("usa"))


def quality_numbers(quality: Quality) -> dict[str, Any]:
    """The quality of a board, the usa board and the published maps, as a JSON object."""
    return {"quality": quality.to_dict(), "usa": usa_quality().to_dict(), "published": asdict(PUBLISHED)}


def quality_rows(quality: Quality) -> list[CriterionRow]:
    """All criteria. The published numbers are the paper's targets, or medians over its maps of 78 routes."""
    usa = usa_quality()

    def row(criterion: str, show: Callable[[Quality], str], published: str = "") -> CriterionRow:
        return CriterionRow(criterion, show(quality), show(usa), published)

    return [
        row("Q.1 connected parts", lambda q: str(q.parts), "1"),
        row("Q.2 stations", lambda q: str(q.stations), str(CLASSIC_STATIONS)),
        row("Q.2 edges", lambda q: str(q.edges), str(CLASSIC_EDGES)),
        row("Q.2 segments", lambda q: str(q.segments), f"{PAPER_SEGMENTS} (actually {CLASSIC_SEGMENTS})"),
        row("Q.3 spread (1: even)", lambda q: f"{q.spread:.2f}", f"{PUBLISHED.spread:.2f}"),
        row("Q.3 nearest cities vary by", lambda q: f"{q.evenness:.2f}"),
        row("Q.4 crossings, web map", lambda q: str(q.crossings_mercator), "0"),
        row("Q.4 crossings, our map", lambda q: str(q.crossings_drawn)),
        row("Q.5 smallest angle, web map", lambda q: f"{q.smallest_angle:.0f}°", f"{PUBLISHED.smallest_angle:.0f}°"),
        row("Q.5 smallest angle, our map", lambda q: f"{q.smallest_angle_drawn:.0f}°"),
        row("Q.6 routes of length 1, 2, ...", lambda q: _counts(q.lengths)),
        row("Q.6 single, double, ... routes", lambda q: _counts(q.tracks)),
        row(f"Q.6 longer than {LONGEST} or triple", lambda q: str(q.odd_routes), "0"),
        row("Q.7 length per segment varies by", lambda q: f"{q.length_variation:.3f}", f"{PUBLISHED.length_variation}"),
        row("Q.7 the same, our map", lambda q: f"{q.length_variation_drawn:.3f}"),
        row("Q.8 repeated names", lambda q: str(q.repeated_names), "0"),
    ]


def quality_text(quality: Quality) -> str:
    """The table as plain text."""
    cells = [HEADINGS, *(row.cells for row in quality_rows(quality))]
    widths = [max(len(line[i]) for line in cells) for i in range(len(HEADINGS))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in cells)
    return "\n".join(line.rstrip() for line in lines)


def _counts(numbers: Mapping[int, int]) -> str:
    return " ".join(str(numbers.get(n, 0)) for n in range(1, max(numbers) + 1))
