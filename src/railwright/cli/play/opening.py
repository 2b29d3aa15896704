"""Open a session at the terminal: for a new game, or for a saved one."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from railwright.cli.kit.compiling import prepare_engine
from railwright.cli.terminal.keyboard import Keyboard
from railwright.cli.terminal.saving import Shelf, read_game
from railwright.cli.terminal.session import Session
from railwright.cli.terminal.window import Window
from railwright.game.setup import Setup
from railwright.table.game_history import GameHistory
from railwright.table.seats import Seats, seat_players, split_people


def new_session(setup: Setup, players: list[str], seed: int, name: str, save: Path | None, console: Console) -> Session:
    """A session for a new game."""
    seats = Seats.of(seat_players(players, split_people(name)))
    history = GameHistory(setup, seats=len(seats.players), seed=seed)
    return Session(Window(history, seats, console=console, reader=Keyboard(), shelf=Shelf(target=save)))


def resumed_session(path: Path, save: Path | None, console: Console) -> Session:
    """A session for the saved game in a file."""
    record = read_game(path)
    seats = Seats.of(record.seats)
    prepare_engine(str(player["player"]) for player in record.seats)
    history = GameHistory.of(record)
    shelf = Shelf(target=save, resumed=path)
    return Session(Window(history, seats, console=console, reader=Keyboard(), shelf=shelf, unknown=record.unknown))
