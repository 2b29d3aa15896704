"""Puts the players of the thesis into positions that are set by hand, and asks them."""

from __future__ import annotations

from typing import Any

from game.positions import begin, empty_ticket_decks, hold, put_cards, small_setup, track_number
from railwright.arena.match import Mind
from railwright.game.actions import CLAIM
from railwright.game.colors import CARDS
from railwright.game.game import Game
from railwright.game.state import AT_KEEP, AT_PAY, AT_SECOND_CARD, LONG, NONE, SHORT
from railwright.players.registry import load_player

PINK, WHITE, BLUE, YELLOW, ORANGE, BLACK, RED, GREEN = range(len(CARDS) - 1)
DECK_OF_CARDS = "9 pink 9 white 9 blue 9 yellow 9 orange 9 black 9 red 9 green"


def new_mind(name: str, *, seed: int = 1) -> Mind:
    """A player that can be asked again and again in one game."""
    return Mind(load_player(name), seat=0, seed=seed)


def ask(name: str, game: Game) -> int:
    """What a player that has seen nothing of the game so far does."""
    return new_mind(name).choose(game, game.legal())


def position(
    *tracks: str,
    tickets: tuple[str, ...] = (),
    held: tuple[str, ...] = (),
    cards: str = "",
    row: str = "",
    deck: str = DECK_OF_CARDS,
    in_round: int = 2,
    trains: int = 45,
    seats: int = 2,
    tickets_left: int = 0,
    **rules: Any,
) -> Game:
    """Seat 0 is to move in a round as the thesis counts them, with these cards and tickets."""
    game = begin(small_setup(*tracks, tickets=tickets, **rules), seats=seats)
    for seat in range(seats):
        hold(game, seat, *(held if seat == 0 else ()))
    put_cards(game, cards, row=row, deck=deck)
    empty_ticket_decks(game)
    table = game.state.table
    table.ticket_deck[SHORT] = tickets_left
    table.turn = (in_round - 2) * seats
    table.trains[0] = trains
    return game


def offer(game: Game, *tickets: str, opening: bool) -> Game:
    """Let seat 0 look at these tickets, such as "A-C"."""
    table, mine = game.state.table, game.state.private[0]
    places = [set(ticket.places) for ticket in game.setup.tickets]
    mine.offer[:] = NONE
    mine.offer[: len(tickets)] = [places.index(set(name.split("-"))) for name in tickets]
    table.stage, table.opening = AT_KEEP, opening
    table.offered[SHORT], table.offered[LONG] = len(tickets), 0
    return game


def second_card(game: Game) -> Game:
    """Let seat 0 have drawn its first card."""
    game.state.table.stage = AT_SECOND_CARD
    return game


def paying(game: Game, track: str) -> Game:
    """Let seat 0 have chosen a track that it now pays for."""
    game.state.table.stage = AT_PAY
    game.state.table.track = track_number(game.setup, track)
    return game


def claim(game: Game, track: str) -> int:
    """The action that claims a track such as "A-B" or "A-B#2"."""
    return CLAIM + track_number(game.setup, track)
