"""The options of ``railwright optimum``, and the choice of the question they ask."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from railwright.cli.kit.compiling import prepare_engine
from railwright.cli.kit.options import DEFAULT_BOARD, AsJson, BoardIfGiven, ReplaceFiles, Rules, Tickets
from railwright.cli.kit.output import again
from railwright.cli.kit.setups import find_setup
from railwright.cli.kit.targets import DRAWING, check_target
from railwright.cli.optimum.tickets import find_tickets
from railwright.errors import OptionError

EXAMPLE = "Example: railwright optimum --board usa --trains 45 --svg best.svg"

METHODS = ("fast", "flow")
SECONDS = 600.0
MAX_TRAINS = 300
OPTIMA = 1000


def optimum(
    board: BoardIfGiven = None,
    tickets: Tickets = None,
    ruleset: Rules = None,
    trains: int = typer.Option(None, help="Number of trains; by default as many as the rules give."),
    hold: list[str] = typer.Option([], help='Hold only these tickets, such as "Denver - El Paso"; may be repeated.'),
    without: list[str] = typer.Option([], help="Remove a ticket from the deck; may be repeated."),
    bonuses: bool = typer.Option(False, "--bonuses", help="Add longest path and Globetrotter, for a single player."),
    method: str = typer.Option("fast", help="fast, or flow: the published integer program (slow)."),
    sensitivity: bool = typer.Option(False, "--sensitivity", help="Also show what each ticket and route contributes."),
    every: bool = typer.Option(False, "--all", help=f"Also list every other optimal solution, up to {OPTIMA}."),
    sweep: str = typer.Option(None, help="Instead, solve for every number of trains in a range, such as 1:50."),
    csv: Path = typer.Option(None, help="With --sweep: write the scores to FILE.csv."),
    plot: Path = typer.Option(None, help="With --sweep: draw the scores to FILE.svg."),
    record: Path = typer.Option(None, help="Instead, find the best score a seat can still reach in this game record."),
    game: int = typer.Option(1, help="With --record: number of the game in the file, from 1.", min=1),
    seat: int = typer.Option(None, help="With --record: the seat, from 0; by default seat 0."),
    at: int = typer.Option(None, help="With --record: after this many actions; by default at its end.", min=0),
    stations: bool = typer.Option(
        False, "--stations", help="With --record: count the tracks that stations lend, and unused stations."
    ),
    seconds: float = typer.Option(SECONDS, help="Time limit in seconds; then show the best so far and a bound.", min=0),
    svg: Path = typer.Option(None, help="Draw the best solution to FILE.svg."),
    force: ReplaceFiles = False,
    as_json: AsJson = False,
) -> None:
    """Find the best possible score exactly: for a board, for a range of trains, or for a game in progress."""
    for target, kinds in ((svg, DRAWING), (csv, {".csv": "a table"}), (plot, DRAWING)):
        if target is not None:
            check_target(target, kinds, force=force)
    if method not in METHODS:
        raise OptionError(f"--method {method}: must be one of {', '.join(METHODS)}")
    if trains is not None and not 0 <= trains <= MAX_TRAINS:
        raise OptionError(f"--trains {trains}: must be from 0 to {MAX_TRAINS}")
    alone = {"--hold": hold, "--without": without, "--bonuses": bonuses, "--trains": trains}
    extra = {"--sensitivity": sensitivity, "--all": every}
    if record is not None:
        _refuse(
            alone | extra | {"--sweep": sweep, "--board": board, "--tickets": tickets, "--ruleset": ruleset}, "--record"
        )
        prepare_engine()
        from railwright.cli.optimum.game import answer_game  # needs the compiled engine

        answer_game(record, game, seat or 0, at, stations=stations, seconds=seconds, svg=svg, as_json=as_json)
        return
    _refuse({"--at": at, "--seat": seat, "--stations": stations}, "a board alone; add --record")
    setup = find_setup(board or DEFAULT_BOARD, tickets, ruleset)
    command = again("railwright", "optimum", board=board or DEFAULT_BOARD, tickets=tickets, ruleset=ruleset)
    held, away = find_tickets(setup, hold), find_tickets(setup, without)
    if held:
        _refuse({"--without": without}, "--hold, which leaves out all others")
    if sweep is not None:
        _refuse({"--hold": hold, "--trains": trains, "--sensitivity": sensitivity, "--svg": svg}, "--sweep")
        budgets = _budgets(sweep)
        prepare_engine()
        from railwright.cli.optimum.sweep import answer_sweep  # needs the compiled engine

        optima = OPTIMA if every else 0
        answer_sweep(
            setup, budgets, away, command=command, optima=optima, seconds=seconds, csv=csv, plot=plot, as_json=as_json
        )
        return
    _refuse({"--csv": csv, "--plot": plot}, "a single number of trains; add --sweep")
    prepare_engine()
    from railwright.cli.optimum.board import Wanted, answer_board  # needs the compiled engine

    budget = setup.ruleset.trains if trains is None else trains
    wanted = Wanted(budget, tuple(held), tuple(away), method, seconds, bonuses, sensitivity, OPTIMA if every else 0)
    answer_board(setup, wanted, command=command, svg=svg, as_json=as_json)


def _refuse(options: Mapping[str, Any], because: str) -> None:
    """Refuse options that have no meaning for this question."""
    given = [name for name, value in options.items() if value is not None and value is not False and value != []]
    if given:
        raise OptionError(f"{', '.join(given)}: not allowed with {because}")


def _budgets(text: str) -> range:
    first, colon, last = text.partition(":")
    if not (first.isdigit() and last.isdigit() and colon) or not int(first) <= int(last) <= MAX_TRAINS:
        raise OptionError(f"--sweep {text}: must be a range of trains up to {MAX_TRAINS}, such as 1:50")
    return range(int(first), int(last) + 1)
