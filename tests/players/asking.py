"""Asks a compiled player what it does in a position that is set by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.positions import begin, empty_ticket_decks, hold, put_cards, small_setup, track_number
from railwright.game.actions import CLAIM
from railwright.game.game import Game
from railwright.game.state import AT_KEEP, LONG, NONE, SHORT
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.kit.interface import CompiledPlayer
from railwright.players.registry import load_player

PLENTY = "9 pink 9 white 9 blue 9 yellow 9 orange 9 black 9 red 9 green"


def new_memory(player_name: str) -> NDArray[np.int64]:
    """What a player remembers when a game begins: its options, and nothing."""
    player = load_player(player_name)
    assert isinstance(player, CompiledPlayer)
    memory = np.zeros(player.words, np.int64)
    memory[: len(player.values)] = player.values
    return memory


def ask(game: Game, player_name: str, memory: NDArray[np.int64] | None = None) -> int:
    """The action of a player whose turn it is; ``memory`` goes on from one question to the next."""
    seated_player = SeatedPlayer(load_player(player_name), seat=game.seat, seed=1)
    if memory is not None:
        seated_player._memory = memory
    return seated_player.choose(game, game.legal())


def at_turn(
    *tracks: str,
    tickets: tuple[str, ...],
    held: tuple[str, ...] = (),
    cards: str = "",
    row: str = "",
    deck: str = PLENTY,
    trains: int = 45,
    seats: int = 2,
    more_tickets: int = 0,
    **rules: Any,
) -> Game:
    """Seat 0 is to move on a small board with these tickets and cards; ``more_tickets`` are left in the deck."""
    game = begin(small_setup(*tracks, tickets=tickets, **rules), seats=seats)
    for seat in range(seats):
        hold(game, seat)
    hold(game, 0, *held)
    put_cards(game, cards, row=row, deck=deck)
    game.state.table.trains[0] = trains
    empty_ticket_decks(game)
    game.state.table.ticket_deck[SHORT] = more_tickets
    return game


def offer(game: Game, *tickets: str) -> None:
    """Let seat 0 choose among these tickets, such as "A-C"."""
    table, mine = game.state.table, game.state.private[0]
    numbers = [[set(ticket.places) for ticket in game.setup.tickets].index(set(name.split("-"))) for name in tickets]
    mine.offer[:] = NONE
    mine.offer[: len(numbers)] = numbers
    table.stage, table.offered[SHORT], table.offered[LONG] = AT_KEEP, len(numbers), 0


def claim(game: Game, name: str) -> int:
    """The action that claims a track such as "A-B" or "A-B#2"."""
    return CLAIM + track_number(game.setup, name)
