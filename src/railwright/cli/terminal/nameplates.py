"""Place the names of cities on a canvas: next to their cities, clear of each other and of the tracks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from railwright.cli.terminal.canvas import Cell

SWEEPS = 6
"""Maximum number of passes over all names."""
BEST_PLACES = 80
"""Number of candidate places per name."""
FAR_COST = 1.5
"""Cost of each cell between a name and its city."""
OTHER_ROW_COST = 0.5
"""Cost of a name above or below its city rather than to the left or right."""
TRACK_COST = 12.0
"""Cost of hiding a whole track; hiding a part of it costs proportionally less."""
CUT_COST = 3.0
"""Cost of each letter that is left out."""
PARTS = (1.0, 0.75, 0.5)
"""Shares of a name that may be written."""
NEVER = 1000.0
"""Cost of each letter on another name or on another city."""


@dataclass(frozen=True, slots=True)
class Nameplate:
    """The place of a name on the canvas."""

    cell: Cell
    """The cell of its first letter."""
    width: int
    """The number of its letters."""
    before: bool
    """Whether it stands to the left of its city."""

    def fit(self, name: str) -> tuple[Cell, str]:
        """Where the name begins and as much of it as fits. A shorter name stays next to its city."""
        text = name if len(name) <= self.width else f"{name[: self.width - 1]}."
        return (self.cell[0] + (self.width - len(text) if self.before else 0), self.cell[1]), text

    @property
    def cells(self) -> list[Cell]:
        """The cells of all its letters."""
        return [(self.cell[0] + i, self.cell[1]) for i in range(self.width)]


def place_names(
    names: Sequence[str], cities: Sequence[Cell], tracks: Sequence[Sequence[Cell]], *, columns: int, rows: int
) -> tuple[Nameplate, ...]:
    """Choose a place for each city's name: the cheapest for each in turn, in several passes."""
    hides: defaultdict[Cell, float] = defaultdict(float)
    for cells in tracks:
        for cell in cells:
            hides[cell] += TRACK_COST / len(cells)
    for city in cities:
        hides[city] += NEVER
    options = []
    for name, city in zip(names, cities, strict=True):
        places = [
            (cost + sum(hides[c] for c in plate.cells), plate) for plate, cost in _places(name, city, columns, rows)
        ]
        options.append(sorted(places, key=lambda place: place[0])[:BEST_PLACES])
    chosen = [places[0][1] for places in options]
    for _ in range(SWEEPS):
        before = list(chosen)
        for i, places in enumerate(options):
            taken = Counter(cell for j, plate in enumerate(chosen) if j != i for cell in _with_ends(plate))
            costs = [cost + NEVER * sum(taken[cell] for cell in plate.cells) for cost, plate in places]
            chosen[i] = places[costs.index(min(costs))][1]
        if chosen == before:
            break
    return tuple(chosen)


def _with_ends(plate: Nameplate) -> list[Cell]:
    """The cells of a plate and one more on each side, to keep names apart."""
    x, y = plate.cell
    return [(x - 1, y), *plate.cells, (x + plate.width, y)]


def _places(name: str, city: Cell, columns: int, rows: int) -> Iterator[tuple[Nameplate, float]]:
    """The candidate places of a name, each with its own cost."""
    x, y = city
    for width in dict.fromkeys(max(1, round(part * len(name))) for part in PARTS):
        for row in range(max(0, y - 2), min(rows, y + 3)):
            for start in range(max(0, x - width - 3), min(columns - width, x + 4) + 1):
                gap = max(start - x - 1, x - start - width, 0) + 2 * max(abs(row - y) - 1, 0)
                cost = CUT_COST * (len(name) - width) + FAR_COST * gap
                if row != y:
                    cost += OTHER_ROW_COST + abs(start + width / 2 - x) / width
                yield Nameplate((start, row), width, start + width <= x), cost
