"""A game between computer players on the screen, turn by turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.text import Text

from railwright.cli.terminal import pieces, screens
from railwright.cli.terminal.chart import Chart, chart_for, legend
from railwright.cli.terminal.keys import SPACE, Keys
from railwright.cli.terminal.pieces import QUIET
from railwright.cli.terminal.sheet import score_sheet
from railwright.game.game import Game
from railwright.game.story import Event
from railwright.matches.seated_player import SeatedPlayer
from railwright.table import facts
from railwright.table.game_history import GameHistory
from railwright.table.narration import Narrator
from railwright.table.seats import Seats

STOP = ("q", "Q", "\x04")
"""Keys that stop the game: q, and Ctrl-D."""

STORY_LINES = 4
"""Lines of the screen reserved for the narration of a turn."""


class Watch:
    """One game with its players, shown to a spectator."""

    def __init__(
        self,
        history: GameHistory,
        seats: Seats,
        seated_players: Mapping[int, SeatedPlayer],
        *,
        console: Console,
        keys: Keys | None,
        delay: float | None = None,
        open_cards: bool = False,
    ) -> None:
        self.history = history
        self.seats = seats
        self.seated_players = seated_players
        self.console = console
        self.keys = keys
        """Source of key presses; None if there is no terminal: then all turns are printed without waiting."""
        self.delay = delay
        """Seconds between turns; None to wait for a key."""
        self.open_cards = open_cards
        """Whether everybody's cards and tickets are shown."""
        self.narrator = Narrator(history.game.setup, seats.names, None, open_cards=open_cards)
        self.chart = self._make_chart()
        self._waits = delay is None

    @property
    def game(self) -> Game:
        """The game in its current state."""
        return self.history.game

    def run(self) -> bool:
        """Play to the end; False if the spectator stopped it early."""
        self._show(self._story(self.history.opening), "the deal")
        while not self.game.is_over:
            if self._is_stopped():
                return False
            seat = self.game.seat
            self._show(self._play_turn(), self._title(seat))
        if self.keys is None:
            self._print(*self._board())
        self._print(Rule("result", style=QUIET, align="left"), *score_sheet(self.game, self.seats, None))
        return True

    def _play_turn(self) -> list[Text]:
        """Let the seat to act finish its turn; returns the narration of it."""
        first, seat, turn = len(self.history.steps), self.game.seat, int(self.game.state.table.turn)
        while not self.game.is_over and (self.game.seat, int(self.game.state.table.turn)) == (seat, turn):
            self.history.play(self.seated_players[seat].choose(self.game, self.game.legal()))
        return self._story(self.history.events_since(first))

    def _story(self, events: Iterable[Event]) -> list[Text]:
        """The narration of some events."""
        return [pieces.sentence(words) for words in self.narrator.tell(events)]

    def _title(self, seat: int) -> str:
        """The title of the turn that was just played."""
        table = self.game.state.table
        if table.opening or not table.turn:
            return f"opening, {self.seats.names[seat]}"
        number = (int(table.turn) - 1) // self.game.seats + 1
        return f"round {number}, {self.seats.names[seat]}" + (", last round" if table.last_round else "")

    # --- output ------------------------------------------------------------------------------------------------------

    def _make_chart(self) -> Chart:
        """The board, as large as the rest of the screen allows."""
        title, marks, seats, row, space, hint = 1, 1, self.game.seats + 1, 1, 1, 1
        cards = 2 * self.game.seats if self.open_cards else 0
        others = title + marks + seats + row + cards + space + STORY_LINES + hint
        return chart_for(self.game.setup.board, self.console, others=others)

    def _show(self, story: list[Text], title: str) -> None:
        """Show a turn: on a screen the whole table, otherwise its narration and, after each round, the points."""
        if self.keys is not None:
            with self.console:  # print all at once to avoid flicker
                self.console.clear()
                self._print(Rule(title, style=QUIET, align="left"), *self._table(), Text(), *story)
            return
        self._print(*story)
        if self.game.seat == 0 and self.game.state.table.turn:
            self._print(self._points())

    def _print(self, *things: RenderableType) -> None:
        """Print each thing on its own lines, not cropped if there is no terminal."""
        for thing in things:
            self.console.print(thing, soft_wrap=self.keys is None)

    def _table(self) -> list[RenderableType]:
        """The board, the seats and the face-up cards; with open cards also the hands and tickets."""
        game, table = self.game, self.game.state.table
        parts: list[RenderableType] = [
            *self._board(),
            screens.seat_table(game, None, self.seats),
            Text.assemble(
                ("Face up  ", "bold"), pieces.row(game.view().row),
                (f"   deck {table.deck_size}, discards {table.discard_size}", QUIET),
            ),
        ]  # fmt: skip
        if self.open_cards:
            parts += [line for seat in range(game.seats) for line in self._cards_of(seat)]
        return parts

    def _cards_of(self, seat: int) -> list[Text]:
        """A seat's hand and tickets."""
        tickets = [
            f"{self.game.setup.tickets[ticket].name}{'' if state == 'open' else ' done'}"
            for ticket, state in facts.ticket_states(self.game, seat).items()
        ]
        name = pieces.seat_name(self.seats.names[seat], seat)
        hand = pieces.cards(self.game.view(seat).hand, "  ")
        return [Text.assemble(name, "  ", hand), Text("  " + (", ".join(tickets) or "no tickets yet"), style=QUIET)]

    def _points(self) -> Text:
        """The points of all seats in one line."""
        points = [f"{name} {facts.points(self.game, seat)}" for seat, name in enumerate(self.seats.names)]
        return Text(f"  points: {', '.join(points)}", style=QUIET)

    def _board(self) -> list[Text]:
        """The board with its legend."""
        return [*self.chart.draw(self.game), legend(self.seats.names, stations=bool(self.game.setup.ruleset.stations))]

    # --- input -------------------------------------------------------------------------------------------------------

    def _is_stopped(self) -> bool:
        """Wait for the next turn; whether the spectator wants to stop."""
        if self.keys is None:
            return False
        while True:
            self.console.print(Text(self._hint(), style=QUIET), end="\r")
            key = self.keys.wait(None if self._waits else self.delay)
            if key == SPACE and self.delay is not None:
                self._waits = not self._waits
                continue
            return key in STOP

    def _hint(self) -> str:
        if self.delay is None:
            return "Enter: next turn, q: stop"
        return f"Enter: next turn, space: {'resume' if self._waits else 'pause'}, q: stop"
