"""The results of a tournament in words and tables."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from railwright.arena.standings import HEADINGS, Standings, cross_cell, standing_cells
from railwright.arena.tournament import TournamentPlan
from railwright.cli.kit.output import print_table


def describe_plan(plan: TournamentPlan) -> dict[str, Any]:
    """What was played, as a part of a JSON object."""
    return {
        **plan.setup.names,
        "seats": plan.seats,
        "tables": len(plan.tables),
        "games": plan.games * len(plan.tables),
        "seed": plan.seed,
    }


def print_standings(standings: Standings) -> None:
    """Print the ratings, and who finished ahead of whom."""
    table = Table(title="Ratings (Plackett-Luce)")
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for row in standings.rows:
        table.add_row(*standing_cells(row))
    print_table(table)
    cross = Table("", title="How often the row's player finished ahead of the column's player")
    for row in standings.rows:
        cross.add_column(f"{row.rank}", justify="right")
    for row, rates in zip(standings.rows, standings.cross, strict=True):
        cross.add_row(f"{row.rank} {row.player}", *map(cross_cell, rates))
    print_table(cross)
