"""Ask one person for one decision, stage by stage, until there is a legal action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from rich.console import RenderableType
from rich.text import Text

from railwright.cli.terminal import pieces, prompts
from railwright.cli.terminal.keyboard import Complete
from railwright.cli.terminal.names import MisunderstoodError, complete_city, complete_route, find_city
from railwright.game.actions import DECLINE, PASS, PASSENGER
from railwright.game.colors import PASSENGER_COLORS
from railwright.game.game import Game
from railwright.table import facts
from railwright.words import count

_DECLINING = ("n", "no", "d", "decline", "0")
_NOTHING_DONE = "Nothing done."


class UndoAskedError(Exception):
    """The person wants to undo something."""


class AskAgainError(Exception):
    """The table has been shown again, so the question must be repeated."""


class CancelledError(Exception):
    """A command ended without an action: it was an inquiry, or it was cancelled."""


class Host(Protocol):
    """Shows output to the person and reads input."""

    def ask(self, prompt: str, complete: Complete) -> str:
        """Read a line that is not an inquiry. Raises UndoAskedError or AskAgainError if the line asks for that."""

    def show(self, *things: RenderableType) -> None:
        """Print something."""

    def inquire(self, command: str, rest: str) -> None:
        """Carry out a command that does not change the game."""


def no_completion(line: str) -> list[str]:
    """No TAB completion, for prompts that take no names."""
    return []


def hint_line(game: Game) -> Text:
    """A line with the commands of a turn."""
    if game.legal() == [PASS]:
        return Text("You have no other move: press Enter to pass.", style="bold")
    station = ", station CITY" if game.setup.ruleset.stations else ""
    words = f"1-5 card, d deck, t tickets, claim CITY CITY{station}, routes CITY, map, ? help"
    return Text(words, style=pieces.QUIET)


class Dialogue:
    """The decisions of the seat to act."""

    def __init__(self, game: Game, names: tuple[str, ...], host: Host) -> None:
        self.game = game
        self.names = names
        self.ask = host.ask
        self.show = host.show
        self.inquire = host.inquire
        self.neighbours = prompts.neighbours(game.setup.board)

    def decide(self) -> int:
        """Ask for and return the action that the person chooses."""
        stages: dict[str, Callable[[], int]] = {
            "mix": self._mix, "keep": self._keep, "turn": self._turn, "second_card": self._second_card,
            "pay": self._pay, "tunnel": self._tunnel, "passenger": self._passenger,
        }  # fmt: skip
        return stages[self.game.stage]()

    # --- the turn ---------------------------------------------------------------------------------------------------

    def _turn(self) -> int:
        return self._until_understood("Your turn> ", self._turn_action, self.complete)

    def _turn_action(self, line: str) -> int:
        taken = prompts.face_up_action(self.game, line)
        if taken is not None:
            return taken
        word, rest = prompts.split_command(line)
        command = prompts.find_command(word) if word else "pass" if self.game.legal() == [PASS] else "look"
        if command in prompts.INQUIRIES:
            self.inquire(command, rest)
            raise CancelledError
        moves: dict[str, Callable[[], int]] = {
            "deck": lambda: prompts.deck_action(self.game),
            "tickets": lambda: self._mix(rest),
            "claim": lambda: self._claim(rest),
            "station": lambda: self._station(rest),
            "pass": lambda: prompts.pass_action(self.game),
        }
        try:
            return moves[command]()
        except (UndoAskedError, AskAgainError) as error:  # typed at a follow-up question: nothing has been done yet
            raise CancelledError(_NOTHING_DONE) from error

    def _second_card(self) -> int:
        return self._until_understood("Second card (1-5 or d)> ", self._second_action)

    def _second_action(self, line: str) -> int:
        taken = prompts.face_up_action(self.game, line)
        if taken is not None:
            return taken
        word, rest = prompts.split_command(line)
        command = prompts.find_command(word) if word else ""
        if command in prompts.INQUIRIES:
            self.inquire(command, rest)
            raise CancelledError
        if command != "deck":
            raise MisunderstoodError("Take a face-up card (1-5) as your second card, or type d for the deck.")
        return prompts.deck_action(self.game)

    def _claim(self, text: str) -> int:
        if not text:
            start = self._ask_city("From> ", list(self.neighbours))
            end = self._ask_city(f"From {start} to> ", self.neighbours[start])
            text = f"{start}, {end}"
        tracks = prompts.claimable(self.game, text, self.names)
        if len(tracks) > 1:
            board = self.game.setup.board
            options = [pieces.track_words(board.tracks[track]) for track in tracks]
            tracks = [tracks[self._pick(f"{pieces.route(board.tracks[tracks[0]])}, which track", options)]]
        return prompts.claim_action(tracks[0])

    def _station(self, text: str) -> int:
        if not text and self.game.setup.ruleset.stations:
            text = self._ask_city("City> ", list(self.neighbours))
        return prompts.station_action(self.game, text, self.names)

    # --- follow-up decisions ----------------------------------------------------------------------------------------

    def _pay(self) -> int:
        ways = facts.payments(self.game)
        table, board = self.game.state.table, self.game.setup.board
        if table.city >= 0:
            what = f"A station in {board.cities[table.city].name}"
        else:
            what = pieces.route(board.tracks[table.track])
        return ways[self._pick(f"{what}, pay with", [pieces.cards(way.cards, " + ") for way in ways])].action

    def _tunnel(self) -> int:
        turned = Text(", ").join(pieces.card(card) for card in facts.turned_over(self.game))
        asked = self.game.price()
        self.show(Text.assemble("The tunnel reveals ", turned, f": it costs {count(asked, 'more card')}."))
        ways = facts.payments(self.game)
        if not ways:
            self._until_understood("You cannot pay: press Enter to take your cards back> ", lambda line: DECLINE)
            return DECLINE
        options = [*(pieces.cards(way.cards, " + ") for way in ways), Text("decline and take your cards back")]
        chosen = self._pick("Pay", options, _DECLINING)
        return ways[chosen].action if chosen < len(ways) else DECLINE

    def _passenger(self) -> int:
        waiting = facts.waiting_passengers(self.game.view(), int(self.game.state.table.city))
        city = self.game.setup.board.cities[self.game.state.table.city].name
        colors = list(waiting)
        options = [pieces.card(color, f"{color}, {waiting[color]} waiting") for color in colors]
        return PASSENGER + PASSENGER_COLORS.index(colors[self._pick(f"A passenger from {city}", options)])

    def _mix(self, text: str = "") -> int:
        mixes = prompts.ticket_mixes(self.game)
        if text or len(mixes) <= 1:
            return prompts.mix_action(mixes, text)
        prompt = f"How many of {self._drawn()} tickets from the long deck ({min(mixes)}-{max(mixes)})> "
        return self._until_understood(prompt, lambda line: prompts.mix_action(mixes, line))

    def _drawn(self) -> int:
        dealing, table = self.game.setup.dealing, self.game.state.table
        return min(dealing.deal.any if table.opening else dealing.draw.any, int(table.ticket_deck.sum()))

    def _keep(self) -> int:
        offer = self.game.view().offer
        self.show(Text("Tickets to choose from:", style="bold"))
        for line in pieces.numbered(pieces.ticket_words(self.game.setup.tickets[ticket]) for ticket in offer):
            self.show(line)
        prompt = f"Keep at least {facts.least_kept(self.game)}, such as 1 2 or all> "
        return self._until_understood(prompt, lambda line: prompts.keep_action(self.game, line))

    # --- asking -----------------------------------------------------------------------------------------------------

    def _until_understood(self, prompt: str, action: Callable[[str], int], complete: Complete = no_completion) -> int:
        while True:
            line = self.ask(prompt, complete)
            try:
                return action(line)
            except (MisunderstoodError, CancelledError) as problem:
                if str(problem):
                    self.show(Text(str(problem)))

    def _pick(self, question: str, options: Sequence[Text], for_last: Sequence[str] = ()) -> int:
        """Ask for one of several options by its number, Enter for the first."""
        self.show(Text.assemble(question, ":"))
        for line in pieces.numbered(options):
            self.show(line)
        plain = [option.plain for option in options]

        def number(line: str) -> int:
            return len(options) - 1 if line.strip().casefold() in for_last else prompts.choice(line, plain)

        return self._until_understood(f"1-{len(options)}, Enter for 1> ", number)

    def _ask_city(self, prompt: str, names: list[str]) -> str:
        """Ask for a city; an empty line or undo cancels."""
        while True:
            line = self.ask(prompt, lambda start: complete_city(start, names))
            if not line.strip():
                raise CancelledError(_NOTHING_DONE)
            try:
                return find_city(line, names)
            except MisunderstoodError as problem:
                self.show(Text(str(problem)))

    def complete(self, line: str) -> list[str]:
        """TAB completion at a turn: commands, then names of cities."""
        word, space, rest = line.lstrip().partition(" ")
        word, rest = word.casefold(), rest.lstrip()
        if not space:
            commands = (*prompts.MOVES, *prompts.INQUIRIES)
            return [f"{command} " for command in commands if command.startswith(word) and self._exists(command)]
        if word == "claim":
            return [f"claim {found} " for found in complete_route(rest, self.neighbours)]
        if word in ("station", "routes"):
            return [f"{word} {found}" for found in complete_city(rest, self.neighbours)]
        return []

    def _exists(self, command: str) -> bool:
        return command != "station" or bool(self.game.setup.ruleset.stations)
