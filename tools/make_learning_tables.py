"""Write the tables of observations and sizes in docs/learning.md, from the code.

Each table is between two comments, the first of which names it:

    <!-- fields -->
    <!-- end -->

Run it after changing observations or actions: ``python tools/make_learning_tables.py``. A test compares the page with
the code.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from railwright import board_names, load_setup, rl

PAGE = Path(__file__).parent.parent / "docs" / "learning.md"

MARKED = re.compile(r"<!-- (fields|other fields|sizes) -->\n.*?<!-- end -->", re.DOTALL)

BOARD, SEATS = "usa", 4
"""The observation whose fields are listed."""


def rewritten(page: str) -> str:
    """The page with its tables updated."""
    return MARKED.sub(lambda found: f"<!-- {found[1]} -->\n\n{TABLES[found[1]]()}\n\n<!-- end -->", page)


def _fields() -> str:
    return rl.ObservationSpace(load_setup(BOARD), SEATS, "planner+history").markdown()


def _other_fields() -> str:
    """The fields that other boards have and the listed one does not."""
    known = {field.name for field in rl.ObservationSpace(load_setup(BOARD), SEATS, "planner+history").fields}
    lines = ["| board | field | size | values | meaning |", "| --- | --- | --- | --- | --- |"]
    for board in board_names():
        for row in rl.ObservationSpace(load_setup(board), SEATS, "planner").markdown().split("\n")[2:]:
            _, name, rest = (part.strip() for part in row.strip("| ").split("|", 2))
            if name.strip("`") not in known:
                lines.append(f"| {board} | {name} | {rest} |")
    return "\n".join(lines)


def _sizes() -> str:
    lines = [
        "| board | seats | actions | numbers: raw | planner | history | bytes a game, raw |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for board in board_names():
        setup = load_setup(board)
        for seats in range(setup.ruleset.seats[0], setup.ruleset.seats[1] + 1):
            sizes = [rl.ObservationSpace(setup, seats, option).size for option in ("raw", "planner", "history")]
            batch = rl.Batch(setup, seats, games=16, seed=1)
            cells = [batch.actions.size, *sizes, batch.bytes_per_game]
            lines.append(f"| {board} | {seats} | " + " | ".join(f"{cell:,}" for cell in cells) + " |")
    return "\n".join(lines)


TABLES: dict[str, Callable[[], str]] = {"fields": _fields, "other fields": _other_fields, "sizes": _sizes}

if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
