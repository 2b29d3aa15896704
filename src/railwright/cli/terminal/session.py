"""The loop of a game at the terminal: each seat acts in turn, until the game is over or somebody quits."""

from __future__ import annotations

from rich.rule import Rule

from railwright.cli.terminal.dialogue import AskAgainError, Dialogue, UndoAskedError, no_completion
from railwright.cli.terminal.pieces import QUIET
from railwright.cli.terminal.sheet import score_sheet
from railwright.cli.terminal.window import QuitError, Window
from railwright.errors import PlayerError
from railwright.game.actions import PASS
from railwright.game.game import Game
from railwright.table.seated_players import make_seated_players
from railwright.table.undo import CannotUndoError, last_choice


class Session:
    """One game, from its current state to its end."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.history = window.history
        self.seats = window.seats
        self.seats.check_people()
        self.seated_players = make_seated_players(self.game, self.seats)

    @property
    def game(self) -> Game:
        """The game in its current state."""
        return self.history.game

    def run(self) -> None:
        """Play until the game is over or somebody quits, then save it."""
        setup = self.game.setup
        words = f"{setup.board.title}, rules {setup.ruleset.name}, tickets {setup.deck}, seed {self.game.seed}."
        self.window.say(f"{words} Type ? for help.")
        try:
            while not self.game.is_over:
                if self.game.seat in self.seated_players:
                    self.history.play(self.seated_players[self.game.seat].choose(self.game, self.game.legal()))
                else:
                    self._person_acts()
            self._finish()
        except (QuitError, KeyboardInterrupt):
            self.window.say("")
            self.window.save()
        except PlayerError:
            self.window.save()
            raise

    def _person_acts(self) -> None:
        seat = self.game.seat
        self.window.hand_over(seat)
        action = self.history.forced
        if action is None:
            if self.game.stage == "turn":
                self.window.say("")
            self.window.tell(seat)
            self.window.show_stage(seat)
            action = self._decision(seat)
            if action is None:
                return
        self.history.play(action)
        if self.game.seat != seat or self.game.is_over:
            self._end_turn(seat, action)

    def _decision(self, seat: int) -> int | None:
        """The action that the person chooses, or None if an earlier choice was undone."""
        while True:
            try:
                return Dialogue(self.game, self.seats.names, self.window).decide()
            except AskAgainError:
                continue
            except UndoAskedError:
                if self._undo(seat):
                    return None

    def _end_turn(self, seat: int, action: int) -> None:
        """Say what was done, and offer to undo it before another seat acts.

        If nothing can be undone, ask only when the screen is about to be cleared for another person.
        """
        self.window.tell(seat)
        revealed = self.history.steps[-1].revealed
        if action == PASS or (revealed and len(self.seats.people) == 1):
            return
        while True:
            try:
                self.window.ask(f"Enter to end your turn{'' if revealed else ', or undo'}> ", no_completion)
                return
            except AskAgainError:
                continue
            except UndoAskedError:
                if self._undo(seat):
                    return

    def _undo(self, seat: int) -> bool:
        """Undo the last choice of a seat, or say why that is impossible."""
        try:
            length = last_choice(self.history.steps, seat, self.seats.names)
        except CannotUndoError as reason:
            self.window.say(str(reason))
            return False
        self.history.rewind(length)
        self.window.told[seat] = min(self.window.told[seat], length)
        self.window.say("Undone.")
        return True

    def _finish(self) -> None:
        people = self.seats.people
        viewer = people[0] if len(people) == 1 else None
        self.window.say("")
        self.window.tell(viewer)
        self.window.show(Rule("result", style=QUIET, align="left"), *score_sheet(self.game, self.seats, viewer))
        if self.window.shelf.target is not None:
            self.window.say("")
            self.window.save()
