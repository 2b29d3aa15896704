"""Watching a game: what is shown turn by turn, and what the keys do."""

from __future__ import annotations

import io
from functools import cache

import pytest
from rich.console import Console

from railwright.cli.terminal.watching import Watch
from railwright.maps.load import load_setup
from railwright.table.game_history import GameHistory
from railwright.table.seated_players import make_seated_players
from railwright.table.seats import Seats, seat_players

CLEAR = "\x1b[2J"


class Presses:
    """Presses the given keys, one after the other, then none."""

    def __init__(self, *keys: str) -> None:
        self.keys = list(keys)
        self.waits: list[float | None] = []

    def wait(self, seconds: float | None) -> str:
        self.waits.append(seconds)
        return self.keys.pop(0) if self.keys else ""


def make_watch(
    keys: Presses | None, *, board: str = "usa", players: int = 3, open_cards: bool = False, delay: float | None = 0.5
) -> Watch:
    seats = Seats.of(seat_players(["rule"] * players, []))
    history = GameHistory(load_setup(board), seats=players, seed=5)
    console = Console(
        file=io.StringIO(), width=120, height=50, force_terminal=keys is not None, color_system=None, markup=False,
        highlight=False, emoji=False, legacy_windows=False,
    )  # fmt: skip
    seated_players = make_seated_players(history.game, seats)
    return Watch(history, seats, seated_players, console=console, keys=keys, delay=delay, open_cards=open_cards)


@cache
def watched(board: str = "usa") -> Watch:
    """A whole game at a terminal, with hidden cards."""
    watch = make_watch(Presses(), board=board)
    assert watch.run()
    return watch


def shown(watch: Watch) -> str:
    assert isinstance(watch.console.file, io.StringIO)
    return watch.console.file.getvalue()


@pytest.mark.parametrize("board", ["usa", "europe", "germany"])
def test_a_screen_shows_the_whole_table_after_every_turn(board: str) -> None:
    watch = watched(board)
    frames = shown(watch).split(CLEAR)[1:]
    table = watch.game.state.table
    assert len(frames) == 1 + watch.game.seats + table.turn + 1, "the deal, the openings, and every turn"
    for frame in frames:
        assert "Face up" in frame
        assert "111 rule 1" in frame
        assert all(f"rule {seat + 1} " in frame for seat in range(3))
    assert "The game is over." in frames[-1]
    assert str(watch.game.result()["scores"][0]) in frames[-1]


@pytest.mark.parametrize("board", ["usa", "europe", "germany"])
def test_a_screen_is_no_higher_than_the_terminal(board: str) -> None:
    watch = watched(board)
    frames = shown(watch).split(CLEAR)[1:-1]
    assert max(frame.count("\n") for frame in frames) < watch.console.height


def test_hidden_cards_are_shown_only_when_asked_for() -> None:
    secret, told = watched(), make_watch(Presses(), open_cards=True)
    told.run()
    assert secret.game.actions == told.game.actions
    hidden, seen = (shown(watch).split("result ")[0] for watch in (secret, told))
    assert "was dealt" in seen
    assert "was dealt" not in hidden
    for ticket in {ticket.name for ticket in told.game.setup.tickets}:
        assert ticket not in hidden
    held = {
        ticket for step in told.history.steps for event in step.events for ticket in map(str, event.get("kept", []))
    }
    assert held, "tickets were kept"
    assert sum(ticket.name in seen for ticket in told.game.setup.tickets) >= len(held)


def test_without_a_screen_the_game_is_told_line_by_line_and_the_board_drawn_once() -> None:
    watch = make_watch(None)
    assert watch.run()
    text = shown(watch)
    assert "\x1b" not in text
    assert text.count("111 rule 1") == 1
    assert text.count("points: rule 1") == watch.game.state.table.turn // 3 + (watch.game.seat == 0)
    assert "has won." in text or "share the win." in text


def test_q_stops_at_once() -> None:
    for key in ("q", "Q", "\x04"):
        watch = make_watch(Presses("\n", "\n", key))
        assert not watch.run()
        assert len(watch.history.steps) == 2, "the opening tickets of two seats"


def test_steps_wait_for_a_key_and_delays_for_the_time() -> None:
    keys = Presses("\n", "\n", "q")
    make_watch(keys, delay=None).run()
    assert keys.waits == [None, None, None]
    keys = Presses("", "", "q")
    make_watch(keys, delay=0.25).run()
    assert keys.waits == [0.25, 0.25, 0.25]


def test_space_pauses_and_goes_on() -> None:
    keys = Presses(" ", "\n", " ", "", "q")
    watch = make_watch(keys, delay=0.25)
    watch.run()
    assert keys.waits == [0.25, None, None, 0.25, 0.25]
    assert len(watch.history.steps) == 2
