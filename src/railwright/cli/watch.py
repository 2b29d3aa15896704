"""``railwright watch``: a game between computer players at the terminal, turn by turn."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Option

from railwright.cli.kit.output import (
    INTERRUPTED,
    RECORD,
    again,
    any_seed,
    check_target,
    note,
    print_json,
    suggest,
    write_whole,
)
from railwright.words import count

if TYPE_CHECKING:
    from railwright.table.game_history import GameHistory
    from railwright.table.seats import Seats

EXAMPLE = "Example: railwright watch --board europe --players random,random,random --delay 0.5"

_PLAYERS = "random,random,random,random"
_DELAY = 1.0


def watch(
    board: Annotated[str, Option(help="A built-in board (usa, europe, germany) or a board file.")] = "usa",
    tickets: Annotated[str | None, Option(help="The ticket deck; by default the board's first.")] = None,
    ruleset: Annotated[str | None, Option(help="The rules; by default the board's own.")] = None,
    players: Annotated[
        str, Option(help="Players in seat order, separated by commas; FILE.py:NAME for your own.")
    ] = _PLAYERS,
    seed: Annotated[int | None, Option(help="The same seed gives the same game; by default random.")] = None,
    delay: Annotated[
        float | None, Option(help=f"Seconds between turns; {_DELAY:g} by default.", min=0, max=3600)
    ] = None,
    step: Annotated[bool, Option("--step", help="Wait for Enter after every turn.")] = False,
    open_cards: Annotated[bool, Option("--open", help="Show everybody's cards and tickets.")] = False,
    save: Annotated[Path | None, Option(help="Save the game to FILE.json, for railwright replay.")] = None,
    force: Annotated[bool, Option("--force", help="Replace the file if it exists.")] = False,
    no_color: Annotated[
        bool, Option("--no-color", help="Print without colours (as does the environment variable NO_COLOR).")
    ] = False,
    as_json: Annotated[
        bool, Option("--json", help="Show nothing; print the game's record as one JSON object.")
    ] = False,
) -> None:
    """Watch a game between computer players. Enter shows the next turn, space pauses, q stops."""
    from railwright.errors import OptionError, PlayerError
    from railwright.players.registry import HUMAN, find_entry, split_names

    if step and delay is not None:
        raise OptionError("give either --step or --delay, not both")
    names = split_names(players)
    if HUMAN in names:
        raise OptionError("railwright watch takes only computer players; to play, use railwright play")
    for name in names:
        find_entry(name)
    if save is not None:
        check_target(save, RECORD, force=force)
    from railwright.cli.kit.compiling import prepare_engine

    prepare_engine(names)
    from railwright.maps.load import load_setup
    from railwright.table.game_history import GameHistory
    from railwright.table.seats import Seats, seat_players

    setup = load_setup(board, tickets=tickets, ruleset=ruleset)
    seats = Seats.of(seat_players(names, []))
    history = GameHistory(setup, seats=len(names), seed=any_seed() if seed is None else seed)
    pause = None if step else _DELAY if delay is None else delay
    try:
        finished = _play(history, seats) if as_json else _show(history, seats, pause, open_cards, no_color)
    except KeyboardInterrupt:
        _finish(history, seats, save, as_json, finished=False)
        raise typer.Exit(INTERRUPTED) from None
    except PlayerError:
        if save is not None:
            _keep(history, seats, save)
        raise
    _finish(history, seats, save, as_json, finished=finished)


def _play(history: GameHistory, seats: Seats) -> bool:
    """Play the game without showing it."""
    from railwright.table.seated_players import make_seated_players

    minds = make_seated_players(history.game, seats)
    while not history.game.is_over:
        history.play(minds[history.game.seat].choose(history.game, history.game.legal()))
    return True


def _show(history: GameHistory, seats: Seats, delay: float | None, open_cards: bool, no_color: bool) -> bool:
    """Show the game turn by turn; False if the user stopped it."""
    from railwright.cli.terminal.console import make_console
    from railwright.cli.terminal.keys import KeyPresses
    from railwright.cli.terminal.watching import Watch
    from railwright.table.seated_players import make_seated_players

    console = make_console(no_color=no_color)
    setup = history.game.setup
    console.print(f"{setup.board.title}, rules {setup.ruleset.name}, tickets {setup.deck}, seed {history.game.seed}.")
    minds = make_seated_players(history.game, seats)
    with ExitStack() as stack:
        keys = stack.enter_context(KeyPresses()) if console.is_terminal and sys.stdin.isatty() else None
        shown = Watch(history, seats, minds, console=console, keys=keys, delay=delay, open_cards=open_cards)
        return shown.run()


def _finish(history: GameHistory, seats: Seats, save: Path | None, as_json: bool, *, finished: bool) -> None:
    """Save the game, and say what can be done with it."""
    if save is not None:
        _keep(history, seats, save)
    if as_json:
        print_json(_record(history, seats))
        return
    if not finished:
        note(f"\nStopped after {count(len(history.game.actions), 'action')}.")
    if save is not None:
        suggest(f"{again('railwright', 'replay', save)} narrates it again")
    else:
        same = f"railwright watch --seed {history.game.seed} with the same players shows the same game"
        suggest(f"{same}; --save FILE saves it")


def _keep(history: GameHistory, seats: Seats, save: Path) -> None:
    write_whole(save, json.dumps(_record(history, seats), ensure_ascii=False) + "\n")


def _record(history: GameHistory, seats: Seats) -> dict[str, Any]:
    from railwright.game.record import Record
    from railwright.maps.load import LIBRARY

    return Record.of(history.game, seats.players).to_dict(LIBRARY)
