"""The best score for every number of trains in a range."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import typer
from rich.table import Table

from railwright.cli.kit.exit_codes import INTERRUPTED
from railwright.cli.kit.output import note, print_json, print_table, progress, suggest
from railwright.cli.kit.setups import setup_words
from railwright.game.setup import Setup
from railwright.optimum.board_instance import board_instance
from railwright.optimum.instance import Instance
from railwright.optimum.solution import in_points
from railwright.optimum.sweep import COLUMNS, Budget, cell_of, sweep
from railwright.whole_files import write_whole


def answer_sweep(
    setup: Setup,
    budgets: range,
    away: Collection[int],
    *,
    command: str,
    optima: int,
    seconds: float,
    csv: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Solve for every number of trains; print, write and draw the table.

    ``command`` is the command line for the same board; ``seconds`` is the time limit for each number of trains.
    """
    instance = board_instance(setup, tickets=[i for i in range(len(setup.tickets)) if i not in away])
    rows: list[dict[str, Any]] = []
    interrupted = False
    with progress("budgets", len(budgets)) as done:
        try:
            for budget in sweep(instance, budgets, most_optima=optima, seconds_each=seconds):
                rows.append(_row(setup, instance, budget))
                done(1)
        except KeyboardInterrupt:
            interrupted = True
    if interrupted and not rows:
        raise KeyboardInterrupt
    if csv is not None:
        lines = [",".join(COLUMNS), *(",".join(cell_of(row[column]) for column in COLUMNS) for row in rows)]
        write_whole(csv, "\n".join(lines) + "\n")
    if plot is not None:
        from railwright.report.figures import Line, draw_lines  # needs Matplotlib

        line = Line("best score", [row["trains"] for row in rows], [row["score"] for row in rows])
        tickets = Line("from tickets", line.x, [row["ticket_points"] for row in rows])
        write_whole(plot, draw_lines("sweep", [line, tickets], xlabel="trains", ylabel="points"))
    if interrupted:
        note("Stopped. The results are for the numbers of trains that were finished.")
    if as_json:
        print_json({**setup.names, "stations_counted": False, "budgets": rows})
    else:
        _print(setup, rows)
        suggest(f"{command} --trains N shows the solution for N trains")
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _row(setup: Setup, instance: Instance, budget: Budget) -> dict[str, Any]:
    best = budget.best
    reached = instance.reached(best.chosen)
    routes = sum(instance.links[i].points for i in best.chosen)
    return {
        "trains": budget.trains,
        "score": in_points(setup, best.score),
        "route_points": in_points(setup, routes),
        "ticket_points": in_points(setup, best.score - routes),
        "tickets": len(reached),
        "trains_used": instance.trains_of(best.chosen),
        "optima": None if budget.optima is None or not budget.optima.is_complete else len(budget.optima.choices),
        "proven": best.is_proven,
        "seconds": round(best.seconds, 3),
    }


def _print(setup: Setup, rows: list[dict[str, Any]]) -> None:
    table = Table(title=f"{setup_words(setup)}: best score by number of trains")
    shown = [column for column in COLUMNS if any(row[column] is not None for row in rows)]
    for column in shown:
        table.add_column(column.replace("_", " "), justify="right")
    for row in rows:
        table.add_row(*(cell_of(row[column]) for column in shown))
    print_table(table)
