"""Measure the environments for learning on one core: random steps per second of CPU time, sizes, memory per game.

    python benchmarks/rl.py             # the whole table, about a minute
    python benchmarks/rl.py --quick     # rougher figures

A step is one action of one game, chosen uniformly from the legal ones; choosing is included, and so are the scoring
and dealing of games that end.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any

from railwright.rl.speed import batch_figures
from railwright.tables import text_table

HEADINGS = ("environment", "steps/s", "observation", "actions", "bytes/game")
Row = tuple[str, dict[str, Any]]


def batches(part: float) -> Iterator[Row]:
    """Batches of games without opponents: the reference first, then other sizes, observations, boards and seats."""
    for games in (256, 1, 16, 4096):
        yield f"usa, 4 seats, K={games}, raw", batch_figures("usa", 4, games=games, part=part)
    for observation in ("planner", "history", "planner+history"):
        figures = batch_figures("usa", 4, games=256, observation=observation, part=part)
        yield f"usa, 4 seats, K=256, {observation}", figures
    for board in ("usa", "europe", "germany"):
        for seats in (2, 5):
            yield f"{board}, {seats} seats, K=256, raw", batch_figures(board, seats, games=256, part=part)


def opponents(part: float) -> Iterator[Row]:
    """Batches with a learner against players of ours. Only the learner's steps count."""
    for name in ("random", "path", "hoard", "rule", "express:iterations=0"):
        figures = batch_figures("usa", 2, games=256, players=[None, name], part=part)
        yield f"usa, learner against {name}", figures


TABLES: dict[str, Callable[[float], Iterator[Row]]] = {"batches": batches, "opponents": opponents}
"""What can be measured, by name."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", choices=[[], *TABLES], help="which tables; all without a name")
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    options = parser.parse_args()
    rows = []
    for name in options.tables or TABLES:
        for words, figures in TABLES[name](0.1 if options.quick else 1.0):
            rows.append([words, *(f"{value:,}" for value in figures.values())])
    print(text_table(HEADINGS, rows))


if __name__ == "__main__":
    main()
