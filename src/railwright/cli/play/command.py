"""``railwright play``: a game at the terminal, against computer players or between people sharing a screen."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from railwright.cli.kit.compiling import prepare_engine
from railwright.cli.kit.options import DEFAULT_BOARD, BoardIfGiven, NoColor, Rules, Tickets, any_seed
from railwright.cli.kit.setups import find_setup
from railwright.cli.kit.targets import RECORD, check_place
from railwright.cli.terminal.console import make_console
from railwright.errors import FileError, OptionError
from railwright.players.registry import HUMAN, find_entry, split_names

EXAMPLE = "Example: railwright play --board europe --players human,random,random --name Ada"

_PLAYERS = "human,express,long-route"


def play(
    terminal: Annotated[bool, Option("--terminal", help="Play at this terminal (the default).")] = False,
    board: BoardIfGiven = None,
    tickets: Tickets = None,
    ruleset: Rules = None,
    players: Annotated[
        str | None, Option(help=f"Players in seat order, separated by commas; by default {_PLAYERS}.")
    ] = None,
    seed: Annotated[int | None, Option(help="The same seed gives the same cards; by default random.")] = None,
    name: Annotated[str | None, Option(help="Your name; for several people, names separated by commas.")] = None,
    save: Annotated[Path | None, Option(help="Save the game to FILE.json when you stop and when it is over.")] = None,
    resume: Annotated[Path | None, Option(help="Resume the saved game in this file.")] = None,
    no_color: NoColor = False,
) -> None:
    """Play a game at the terminal. People who share the screen take turns, and their cards stay hidden."""
    if save is not None:
        check_save(save, resume)
    console = make_console(no_color=no_color)
    if resume is not None:
        given = {"board": board, "tickets": tickets, "ruleset": ruleset, "players": players, "seed": seed, "name": name}
        extra = [f"--{option}" for option, value in given.items() if value is not None]
        if extra:
            raise OptionError(f"a saved game keeps its settings; leave out {', '.join(extra)} with --resume")
        prepare_engine()
        from railwright.cli.play.opening import resumed_session  # needs the compiled engine

        resumed_session(resume, save, console).run()
        return
    names = split_names(players or _PLAYERS)
    computers = [player for player in names if player != HUMAN]
    for computer in computers:
        find_entry(computer)
    chosen = any_seed() if seed is None else seed
    setup = find_setup(board or DEFAULT_BOARD, tickets, ruleset, seed=chosen)
    prepare_engine(computers)
    from railwright.cli.play.opening import new_session  # needs the compiled engine

    new_session(setup, names, chosen, name or "", save, console).run()


def check_save(path: Path, resumed: Path | None) -> None:
    """Refuse a file that could not be written at the end of the game."""
    check_place(path, RECORD)
    if path.exists() and (resumed is None or path.resolve() != resumed.resolve()):
        raise FileError(f"{path}: already exists; choose another name, or resume that game with --resume {path}")
