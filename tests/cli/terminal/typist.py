"""A person at the terminal, for tests: types lines, or plays by typing real commands."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console

from railwright.cli.terminal.keyboard import Complete
from railwright.cli.terminal.saving import Shelf
from railwright.cli.terminal.session import Session
from railwright.cli.terminal.window import Window
from railwright.game.actions import CLAIM, PAY, decode
from railwright.game.colors import PASSENGER_COLORS
from railwright.game.game import Game
from railwright.game.record import Record
from railwright.maps.load import load_setup
from railwright.table import facts
from railwright.table.game_history import GameHistory
from railwright.table.seats import Seats, seat_players

Choose = Callable[[Game, list[int]], int]

END_OF_TURN = "Enter to end"
HAND_OVER = "press Enter when only you can see"


class Lines:
    """Types the given lines, then nothing more."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = list(lines)
        self.prompts: list[str] = []
        self.forgotten = 0

    def read(self, prompt: str, complete: Complete) -> str:
        self.prompts.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def forget(self) -> None:
        self.forgotten += 1


class Typist(Lines):
    """Chooses legal actions and types the commands for them. Checks that each command did just that."""

    def __init__(self, choose: Choose, *, stop_after: int | None = None) -> None:
        super().__init__([])
        self.choose = choose
        self.stop_after = stop_after
        self.meant: dict[int, int] = {}
        """The action that was meant, by its number in the game."""
        self.history: GameHistory

    def read(self, prompt: str, complete: Complete) -> str:
        self.prompts.append(prompt)
        game = self.history.game
        for number, action in self.meant.items():
            assert game.actions[number : number + 1] in ([], [action]), f"meant {action} at step {number}"
        if HAND_OVER in prompt or prompt.startswith(END_OF_TURN):
            return ""
        if not self.lines:
            if self.stop_after is not None and len(game.actions) >= self.stop_after:
                raise EOFError
            action = first_alike(game, self.choose(game, game.legal()))
            assert len(game.actions) not in self.meant, f"{self.meant[len(game.actions)]} was not understood: {prompt}"
            self.meant[len(game.actions)] = action
            self.lines = type_action(game, action)
        return self.lines.pop(0)


def type_action(game: Game, action: int) -> list[str]:
    """The lines that a person types for an action."""
    meaning = decode(action)
    assert meaning is not None
    board, value = game.setup.board, meaning.value
    if meaning.kind == "row":
        return [str(value + 1)]
    if meaning.kind == "tickets":
        if game.stage == "mix" or not game.setup.dealing.draw.any:
            return [str(value)] if game.stage == "mix" else ["t"]
        return [f"tickets {value}"] if game.seat % 2 else ["t", *([str(value)] if _mixes(game) > 1 else [])]
    if meaning.kind == "passenger":
        return [
            str(
                list(facts.waiting_passengers(game.view(), int(game.state.table.city))).index(PASSENGER_COLORS[value])
                + 1
            )
        ]
    if meaning.kind == "keep":
        return [" ".join(str(i + 1) for i in meaning.kept)]
    if meaning.kind == "station":
        return [f"station {board.cities[value].name}"]
    if meaning.kind == "claim":
        a, b = board.tracks[value].cities
        same = [i - CLAIM for i in game.legal() if i >= CLAIM and set(board.tracks[i - CLAIM].cities) == {a, b}]
        same = [i for i in same if first_alike(game, CLAIM + i) == CLAIM + i]
        return [f"claim {a} {b}".lower(), *([str(same.index(value) + 1)] if len(same) > 1 else [])]
    if meaning.kind == "pay":
        return [str([way.action for way in facts.payments(game)].index(action) + 1)]
    return {"deck": ["d"], "decline": ["no" if facts.payments(game) else ""], "pass": [""]}[meaning.kind]


def first_alike(game: Game, action: int) -> int:
    """The first of the claims that differ in nothing from this one."""
    if not CLAIM <= action < PAY:
        return action
    tracks = game.setup.board.tracks
    wanted = replace(tracks[action - CLAIM], number=1)
    return next(i for i in game.legal() if CLAIM <= i < PAY and replace(tracks[i - CLAIM], number=1) == wanted)


def _mixes(game: Game) -> int:
    return sum(10 <= action < 20 for action in game.legal())


def builder(game: Game, legal: list[int]) -> int:
    """Claims the longest track or a station whenever possible, otherwise draws; at other questions the first answer."""
    if game.stage == "turn" and legal[-1] >= CLAIM:
        return max((i for i in legal if i >= CLAIM), key=lambda i: game.setup.board.tracks[i - CLAIM].length)
    return legal[0]


class NoShelf(Shelf):
    """Keeps nothing."""

    def save(self, record: Record) -> Path:
        return Path("nowhere.json")


def make_session(
    reader: Lines,
    *,
    board: str = "usa",
    players: Sequence[str] = ("human", "random", "random"),
    names: Sequence[str] = (),
    seed: int = 1,
    actions: Sequence[int] = (),
    shelf: Shelf | None = None,
    tickets: str | None = None,
    terminal: bool = False,
    seats: Sequence[Mapping[str, Any]] | None = None,
) -> Session:
    """A session with a captured screen."""
    seating = Seats.of(seats if seats is not None else seat_players(list(players), list(names)))
    history = GameHistory(load_setup(board, tickets=tickets), seats=len(seating.players), seed=seed, actions=actions)
    console = Console(
        file=io.StringIO(),
        width=120,
        force_terminal=terminal,
        markup=False,
        highlight=False,
        emoji=False,
        legacy_windows=False,
    )
    if isinstance(reader, Typist):
        reader.history = history
    return Session(Window(history, seating, console=console, reader=reader, shelf=shelf or NoShelf(target=None)))


def screen(session: Session) -> str:
    """Everything that was shown so far."""
    file = session.window.console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def play_lines(*lines: str, **options: Any) -> tuple[Session, str]:
    """Type lines into a new session and return it with what was shown."""
    session = make_session(Lines(lines), **options)
    session.run()
    return session, screen(session)
