"""One screen and keyboard with a game: shows it to the people at the screen, and answers their inquiries."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.text import Text

from railwright.cli.terminal import pieces, screens
from railwright.cli.terminal.chart import Chart, chart_for, legend
from railwright.cli.terminal.dialogue import AskAgainError, UndoAskedError, hint_line, no_completion
from railwright.cli.terminal.help import help_lines
from railwright.cli.terminal.keyboard import Complete, Reader
from railwright.cli.terminal.names import MisunderstoodError, find_city
from railwright.cli.terminal.pieces import QUIET
from railwright.cli.terminal.prompts import inquiry
from railwright.cli.terminal.saving import Shelf
from railwright.errors import FileError
from railwright.game.record import Record
from railwright.table.game_history import GameHistory
from railwright.table.narration import Narrator
from railwright.table.seats import Seats

_MAP_LINES = 3
"""Lines of the screen that the drawn board leaves free for its legend and the prompt."""


class QuitError(Exception):
    """The person wants to stop."""


class Window:
    """The output and input of a game at the terminal."""

    def __init__(
        self,
        history: GameHistory,
        seats: Seats,
        *,
        console: Console,
        reader: Reader,
        shelf: Shelf,
        unknown: Mapping[str, Any] | None = None,
    ) -> None:
        self.history = history
        self.seats = seats
        self.console = console
        self.reader = reader
        self.shelf = shelf
        self.unknown = unknown or {}
        """Unknown keys of the record that the game was read from, kept when it is saved."""
        self.viewer: int | None = None
        """The seat whose cards are on the screen."""
        self.told = {seat: history.last_step_of(seat) for seat in seats.people}
        """Number of steps told to each person. A resumed game is told again from the person's own last step."""

    # --- output ------------------------------------------------------------------------------------------------------

    def show(self, *things: RenderableType) -> None:
        """Print something."""
        for thing in things:
            self.console.print(thing)

    def say(self, words: str) -> None:
        """Print a line of plain text without wrapping it, so that it can be copied."""
        self.console.print(Text(words), soft_wrap=True)

    def tell(self, seat: int | None) -> None:
        """Narrate what a seat has not been told yet; None for everybody, at the end."""
        first = min(self.told.values()) if seat is None else self.told[seat]
        narrator = Narrator(self.history.game.setup, self.seats.names, seat)
        self.show(*map(pieces.sentence, narrator.tell(self.history.events_since(first))))
        if seat is not None:
            self.told[seat] = len(self.history.steps)

    def show_stage(self, seat: int) -> None:
        """Show what helps with the next decision."""
        game = self.history.game
        if game.stage == "turn":
            self.show_table(seat)
        elif game.stage in ("second_card", "mix"):
            self.show(*screens.cards_lines(game, seat))
        elif game.stage == "keep":
            lines = screens.cards_lines if game.state.table.opening else screens.ticket_lines
            self.show(*lines(game, seat))

    def show_table(self, seat: int) -> None:
        """Show everything that a seat sees."""
        game, table = self.history.game, self.history.game.state.table
        number = int(table.turn) // game.seats + 1
        title = "last round" if table.last_round else "opening" if table.opening else f"round {number}"
        self.show(Rule(title, style=QUIET, align="left"), *screens.table_screen(game, seat, self.seats))
        if game.stage == "turn" and game.seat == seat:
            self.show(hint_line(game))

    def _show_map(self, seat: int) -> None:
        """Show the board, and all tracks in words."""
        game = self.history.game
        names = [self.seats.name_for(other, seat) for other in range(game.seats)]
        for line in [*self.chart.draw(game), legend(names, stations=bool(game.setup.ruleset.stations))]:
            self.console.print(line, soft_wrap=not self.console.is_terminal)
        self.show(*screens.map_screen(game, seat, self.seats))

    @cached_property
    def chart(self) -> Chart:
        """The layout of the board on the screen."""
        return chart_for(self.history.game.setup.board, self.console, others=_MAP_LINES)

    def hand_over(self, seat: int) -> None:
        """If several people share the screen, clear it and wait for the next person."""
        if len(self.seats.people) > 1 and self.viewer != seat:
            self._clear()
            self.reader.forget()
            self.viewer = None
            name = self.seats.names[seat]
            line = self._read(f"{name}'s turn. {name}, press Enter when only you can see the screen> ", no_completion)
            if inquiry(line) == ("quit", ""):
                raise QuitError
        self.viewer = seat

    def _clear(self) -> None:
        """Clear the screen and its scrollback."""
        if self.console.is_dumb_terminal:
            self.say("\n" * self.console.height)
        elif self.console.is_terminal:
            self.console.clear()
            if not self.console.legacy_windows:
                self.console.file.write("\x1b[3J")

    # --- input -------------------------------------------------------------------------------------------------------

    def ask(self, prompt: str, complete: Complete) -> str:
        """Read lines and answer inquiries, until one is not an inquiry."""
        while True:
            line = self._read(prompt, complete)
            found = inquiry(line)
            if found is None:
                return line
            try:
                self.inquire(*found)
            except MisunderstoodError as problem:
                self.say(str(problem))

    def inquire(self, command: str, rest: str) -> None:
        """Carry out a command that does not change the game."""
        game = self.history.game
        viewer = game.seat if self.viewer is None else self.viewer
        if command == "quit":
            raise QuitError
        if command == "undo":
            raise UndoAskedError
        if command == "look":
            self.show_table(viewer)
            raise AskAgainError
        if command == "save":
            self._save_as(rest)
        elif command == "map":
            self._show_map(viewer)
        elif command == "tickets?":
            self.show(*screens.ticket_lines(game, viewer))
        elif command == "routes":
            city = find_city(rest, game.setup.board.city_index)
            self.show(*screens.city_table(game, viewer, self.seats, city))
        else:
            self.show(*(Text.assemble((f"  {what:17}", "bold"), words) for what, words in help_lines(game.setup)))

    def _read(self, prompt: str, complete: Complete) -> str:
        try:
            return self.reader.read(prompt, complete)
        except EOFError as error:
            raise QuitError from error

    # --- saving ------------------------------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The record of the game, to be saved."""
        return replace(Record.of(self.history.game, self.seats.players), unknown=self.unknown)

    def save(self) -> None:
        """Save the game when it stops, and say how to resume it."""
        try:
            path = self.shelf.save(self.record)
        except FileError as error:
            self.say(f"The game could not be saved: {error}")
            return
        self.say(f"Saved as {path}.")
        if not self.history.game.is_over:
            self.say(f"Resume with: railwright play --resume {shlex.quote(str(path))}")

    def _save_as(self, name: str) -> None:
        try:
            path = self.shelf.save_to(Path(name).expanduser(), self.record) if name else self.shelf.save(self.record)
        except (FileError, RuntimeError) as error:  # a home folder that cannot be found is a RuntimeError
            self.say(f"Not saved: {error}")
            return
        self.say(f"Saved as {path}.")
