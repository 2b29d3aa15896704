"""The options of ``railwright optimum``, and which question they ask."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from railwright.cli.kit.output import DRAWING, again, check_target
from railwright.errors import OptionError

EXAMPLE = "Example: railwright optimum --board usa --trains 45 --svg best.svg"

METHODS = ("fast", "flow")
SECONDS = 600.0
MOST_TRAINS = 300
OPTIMA = 1000


def optimum(
    board: str = typer.Option(None, help="A built-in board (usa, europe, germany) or a board file; by default usa."),
    tickets: str = typer.Option(None, help="The ticket deck; by default the board's first."),
    ruleset: str = typer.Option(None, help="The rules; by default the board's own."),
    trains: int = typer.Option(None, help="How many trains there are; by default as many as the rules give."),
    hold: list[str] = typer.Option([], help='Hold just these tickets, such as "Denver - El Paso"; may be repeated.'),
    without: list[str] = typer.Option([], help="Leave a ticket out of the deck; may be repeated."),
    bonuses: bool = typer.Option(False, "--bonuses", help="Add longest path and Globetrotter, for one player alone."),
    method: str = typer.Option("fast", help="fast, or flow: the published integer program (slow)."),
    sensitivity: bool = typer.Option(False, "--sensitivity", help="Also what each ticket and route is worth to it."),
    every: bool = typer.Option(False, "--all", help=f"Also every other best choice, up to {OPTIMA}."),
    sweep: str = typer.Option(None, help="Instead, every budget of a range, such as 1:50."),
    csv: Path = typer.Option(None, help="With --sweep: write the scores to FILE.csv."),
    plot: Path = typer.Option(None, help="With --sweep: draw the scores to FILE.svg."),
    record: Path = typer.Option(None, help="Instead, a game record: the best that a seat can still score."),
    game: int = typer.Option(1, help="Which game of the record, from 1.", min=1),
    seat: int = typer.Option(0, help="Whose score, from 0."),
    at: int = typer.Option(None, help="After so many actions of the record; by default at its end.", min=0),
    stations: bool = typer.Option(False, "--stations", help="Count stations: what they lend, and the unused ones."),
    seconds: float = typer.Option(SECONDS, help="Stop after so long, with the best found and its bound.", min=0),
    svg: Path = typer.Option(None, help="Draw the best choice to FILE.svg."),
    force: bool = typer.Option(False, "--force", help="Replace files that exist."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Find the best possible score exactly: for a board, for a range of budgets, or for a game in progress."""
    for target, kinds in ((svg, DRAWING), (csv, {".csv": "a table"}), (plot, DRAWING)):
        if target is not None:
            check_target(target, kinds, force=force)
    if method not in METHODS:
        raise OptionError(f"--method is one of {', '.join(METHODS)}, not {method!r}")
    if trains is not None and not 0 <= trains <= MOST_TRAINS:
        raise OptionError(f"--trains is from 0 to {MOST_TRAINS}, not {trains}")
    alone = {"--hold": hold, "--without": without, "--bonuses": bonuses, "--trains": trains}
    extra = {"--sensitivity": sensitivity, "--all": every}
    if record is not None:
        _refuse(
            alone | extra | {"--sweep": sweep, "--board": board, "--tickets": tickets, "--ruleset": ruleset}, "--record"
        )
        from railwright.cli.optimum.game import answer_game

        answer_game(record, game, seat, at, stations=stations, seconds=seconds, svg=svg, as_json=as_json)
        return
    _refuse({"--at": at, "--seat": seat, "--stations": stations}, "a board alone; they need --record")
    from railwright.cli.optimum.words import find_tickets
    from railwright.maps.load import load_setup

    setup = load_setup(board or "usa", tickets=tickets, ruleset=ruleset)
    command = again("railwright", "optimum", board=board or "usa", tickets=tickets, ruleset=ruleset)
    held, away = find_tickets(setup, hold), find_tickets(setup, without)
    if held:
        _refuse({"--without": without}, "--hold, which leaves out all others")
    if sweep is not None:
        _refuse({"--hold": hold, "--trains": trains, "--sensitivity": sensitivity, "--svg": svg}, "--sweep")
        from railwright.cli.optimum.sweep import answer_sweep

        optima = OPTIMA if every else 0
        budgets = _budgets(sweep)
        answer_sweep(
            setup, budgets, away, command=command, optima=optima, seconds=seconds, csv=csv, plot=plot, as_json=as_json
        )
        return
    _refuse({"--csv": csv, "--plot": plot}, "one budget; they need --sweep")
    from railwright.cli.optimum.board import Wanted, answer_board

    budget = setup.ruleset.trains if trains is None else trains
    wanted = Wanted(budget, tuple(held), tuple(away), method, seconds, bonuses, sensitivity, OPTIMA if every else 0)
    answer_board(setup, wanted, command=command, svg=svg, as_json=as_json)


def _refuse(options: Mapping[str, Any], because: str) -> None:
    """Say so if options are given that mean nothing here."""
    given = [name for name, value in options.items() if value not in (None, False, [], 0)]
    if given:
        raise OptionError(f"{', '.join(given)}: means nothing with {because}")


def _budgets(text: str) -> range:
    first, colon, last = text.partition(":")
    if not (first.isdigit() and last.isdigit() and colon) or not int(first) <= int(last) <= MOST_TRAINS:
        raise OptionError(f"--sweep is a range of trains up to {MOST_TRAINS} such as 1:50, not {text!r}")
    return range(int(first), int(last) + 1)
