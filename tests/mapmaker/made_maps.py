"""Maps like the published ones: of many sizes, in many scripts, some with the faults that people make."""

from __future__ import annotations

import random

NAMES = ("Ahausen", "Žabí Hôrka", "Нижний Лес", "Sainte-Ève-sur-Lys", "Ősi Kút", "北の町", "St. Mary's", "Łąka")
FAULTS = ("none", "zero length", "too long", "loop", "twice", "island", "narrow blank")
"""What the web version lets pass but no board can have; all but the first are repaired, each with a remark."""


def made_map(seed: int, *, fault: str = "none") -> str:
    """The text of a map: cities on a lattice of triangles that is not quite regular."""
    rng = random.Random(seed)
    columns, rows = rng.choice([(4, 4), (5, 5), (6, 6), (9, 4)])
    south, west = rng.uniform(-40, 60), rng.uniform(-170, 170)
    cities = {(x, y): f"{NAMES[(x + y) % len(NAMES)]} {x}{y}" for y in range(rows) for x in range(columns)}
    lines = [
        "-- made by a test", f"map-center: {south + rows / 2:.4f} {west + columns / 2:.4f}",
        f"map-zoom: {rng.choice([4, 5, 6])}", "long-ticket-min-points: 12", "short-tickets-points: 4-11", "",
    ]  # fmt: skip
    for (x, y), name in cities.items():
        latitude, longitude = south + 0.87 * y + rng.uniform(-0.1, 0.1), west + x + 0.5 * (y % 2)
        spelt = name.replace(" ", "\u2009", 1) if fault == "narrow blank" and (x, y) == (1, 1) else name
        lines.append(f"{spelt}; {latitude:.6f}; {longitude + rng.uniform(-0.1, 0.1):.6f}")
        for other in ((x + 1, y), (x + y % 2, y + 1), (x + y % 2 - 1, y + 1)):
            if other in cities and (rng.random() < 0.8 or other[1] == y or other[0] == 0):
                target = cities[other]
                if fault == "narrow blank" and other == (1, 1):
                    target = target.replace(" ", "\u2009", 1)
                length = rng.randint(1, 6)
                bars = "||" if length <= 4 and rng.random() < 0.25 else "|"
                lines.append(f"{bars} {target}; {length}")
    lines += _faulty_lines(fault, cities[1, 0], cities[0, 0])
    return "\n".join(lines) + "\n"


def _faulty_lines(fault: str, one: str, other: str) -> list[str]:
    """Lines after the block of the last city, with a city of their own where that is needed."""
    new = ["New Town; 10.5; 20.25"]
    return {
        "zero length": [*new, f"| {one}; 3", f"| {other}; 0"],
        "too long": [*new, f"| {one}; 3", f"| {other}; 8"],
        "loop": [*new, f"| {one}; 3", "| New Town; 2"],
        "twice": [*new, f"| {one}; 3", f"| {other}; 2", f"| {one}; 3"],
        "island": [*new, "| Far Town; 2", "Far Town; 11.5; 20.25"],
    }.get(fault, [])
