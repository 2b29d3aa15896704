"""Places the names of cities on a sheet of characters: beside their cities, off each other, and off the tracks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from railwright.cli.terminal.canvas import Cell

SWEEPS = 6
BEST_PLACES = 80
"""The search looks at so many places for each name."""
FAR_COST = 1.5
"""For each cell between a name and its city."""
OTHER_ROW_COST = 0.5
"""For a name above or below its city rather than beside it."""
TRACK_COST = 12.0
"""For hiding a whole track; a part of it costs as much less."""
CUT_COST = 3.0
"""For each letter that is left out."""
PARTS = (1.0, 0.75, 0.5)
"""How much of a name may be written."""
NEVER = 1000.0
"""For each letter on another name or on another city."""


@dataclass(frozen=True, slots=True)
class Nameplate:
    """Where a name is written."""

    cell: Cell
    """Of its first letter."""
    width: int
    before: bool
    """Whether it stands to the left of its city."""

    def fit(self, name: str) -> tuple[Cell, str]:
        """As much of the name as there is room for, and where it begins: a shorter one stays next to the city."""
        text = name if len(name) <= self.width else f"{name[: self.width - 1]}."
        return (self.cell[0] + (self.width - len(text) if self.before else 0), self.cell[1]), text

    @property
    def cells(self) -> list[Cell]:
        """The cells of all its letters."""
        return [(self.cell[0] + i, self.cell[1]) for i in range(self.width)]


def place_names(
    names: Sequence[str], cities: Sequence[Cell], tracks: Sequence[Sequence[Cell]], *, columns: int, rows: int
) -> tuple[Nameplate, ...]:
    """A place for each city's name: the cheapest one for each in turn, several times over."""
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
    """The cells of a plate and one more on each side, so that names do not run into each other."""
    x, y = plate.cell
    return [(x - 1, y), *plate.cells, (x + plate.width, y)]


def _places(name: str, city: Cell, columns: int, rows: int) -> Iterator[tuple[Nameplate, float]]:
    """The places that a name could have, and what each costs by itself."""
    x, y = city
    for width in dict.fromkeys(max(1, round(part * len(name))) for part in PARTS):
        for row in range(max(0, y - 2), min(rows, y + 3)):
            for start in range(max(0, x - width - 3), min(columns - width, x + 4) + 1):
                gap = max(start - x - 1, x - start - width, 0) + 2 * max(abs(row - y) - 1, 0)
                cost = CUT_COST * (len(name) - width) + FAR_COST * gap
                if row != y:
                    cost += OTHER_ROW_COST + abs(start + width / 2 - x) / width
                yield Nameplate((start, row), width, start + width <= x), cost
