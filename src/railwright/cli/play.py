"""``railwright play``: a game at the terminal, against computer players or between people sharing a screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from railwright.cli.kit.output import any_seed

if TYPE_CHECKING:
    from rich.console import Console

    from railwright.cli.terminal.session import Session
    from railwright.game.setup import Setup

EXAMPLE = "Example: railwright play --board europe --players human,random,random --name Ada"

_PLAYERS = "human,express,long-route"


def play(
    terminal: Annotated[bool, Option("--terminal", help="Play at this terminal (the default).")] = False,
    board: Annotated[
        str | None, Option(help="A built-in board (usa, europe, germany) or a board file; usa by default.")
    ] = None,
    tickets: Annotated[str | None, Option(help="The ticket deck; by default the board's first.")] = None,
    ruleset: Annotated[str | None, Option(help="The rules; by default the board's own.")] = None,
    players: Annotated[
        str | None, Option(help=f"Players in seat order, separated by commas; by default {_PLAYERS}.")
    ] = None,
    seed: Annotated[int | None, Option(help="The same seed gives the same cards; by default random.")] = None,
    name: Annotated[str | None, Option(help="Your name; for several people, names separated by commas.")] = None,
    save: Annotated[Path | None, Option(help="Save the game to FILE.json when you stop and when it is over.")] = None,
    resume: Annotated[Path | None, Option(help="Resume the saved game in this file.")] = None,
    no_color: Annotated[
        bool, Option("--no-color", help="Print without colours (as does the environment variable NO_COLOR).")
    ] = False,
) -> None:
    """Play a game at the terminal. People who share the screen take turns, and their cards stay hidden."""
    from railwright.cli.kit.compiling import prepare_engine
    from railwright.errors import OptionError
    from railwright.players.registry import HUMAN, find_entry, split_names

    names = split_names(players or _PLAYERS)
    computers = [name for name in names if name != HUMAN]
    for computer in computers:
        find_entry(computer)
    if save is not None:
        from railwright.cli.terminal.saving import check_save

        check_save(save, resume)
    prepare_engine(computers)
    from railwright.cli.terminal.console import make_console
    from railwright.maps.load import load_setup

    console = make_console(no_color=no_color)
    if resume is not None:
        given = {"board": board, "tickets": tickets, "ruleset": ruleset, "players": players, "seed": seed, "name": name}
        extra = [f"--{option}" for option, value in given.items() if value is not None]
        if extra:
            raise OptionError(f"a saved game keeps its settings; leave out {', '.join(extra)} with --resume")
        session = _resumed(resume, save, console)
    else:
        chosen = any_seed() if seed is None else seed
        setup = load_setup(board or "usa", tickets=tickets, ruleset=ruleset)
        session = _new(setup, names, chosen, name or "", save, console)
    session.run()


def _new(setup: Setup, players: list[str], seed: int, name: str, save: Path | None, console: Console) -> Session:
    from railwright.cli.terminal.keyboard import Keyboard
    from railwright.cli.terminal.saving import Shelf
    from railwright.cli.terminal.session import Session
    from railwright.cli.terminal.window import Window
    from railwright.table.game_history import GameHistory
    from railwright.table.seats import Seats, seat_players, split_people

    seats = Seats.of(seat_players(players, split_people(name)))
    history = GameHistory(setup, seats=len(seats.players), seed=seed)
    return Session(Window(history, seats, console=console, reader=Keyboard(), shelf=Shelf(target=save)))


def _resumed(path: Path, save: Path | None, console: Console) -> Session:
    from railwright.cli.kit.compiling import prepare_engine
    from railwright.cli.terminal.keyboard import Keyboard
    from railwright.cli.terminal.saving import Shelf, read_game
    from railwright.cli.terminal.session import Session
    from railwright.cli.terminal.window import Window
    from railwright.table.game_history import GameHistory
    from railwright.table.seats import Seats

    record = read_game(path)
    seats = Seats.of(record.seats)
    prepare_engine(str(player["player"]) for player in record.seats)
    history = GameHistory.of(record)
    shelf = Shelf(target=save, resumed=path)
    return Session(Window(history, seats, console=console, reader=Keyboard(), shelf=shelf, unknown=record.unknown))
