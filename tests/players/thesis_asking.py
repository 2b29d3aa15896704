"""Puts the players of the thesis into positions that are set by hand, and asks them."""

from __future__ import annotations

from typing import Any

from game.positions import track_number
from players import asking
from players.asking import PLENTY, claim
from railwright.game.colors import CARDS
from railwright.game.game import Game
from railwright.game.state import AT_PAY, AT_SECOND_CARD
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.registry import load_player

__all__ = ["BLACK", "BLUE", "GREEN", "ORANGE", "PINK", "PLENTY", "RED", "WHITE", "YELLOW", "claim"]

PINK, WHITE, BLUE, YELLOW, ORANGE, BLACK, RED, GREEN = range(len(CARDS) - 1)


def new_seated_player(name: str, *, seed: int = 1) -> SeatedPlayer:
    """A player that can be asked again and again in one game."""
    return SeatedPlayer(load_player(name), seat=0, seed=seed)


def ask(name: str, game: Game) -> int:
    """What a player that has seen nothing of the game so far does."""
    return asking.ask(game, name)


def position(
    *tracks: str, tickets: tuple[str, ...] = (), in_round: int = 2, tickets_left: int = 0, **more: Any
) -> Game:
    """Seat 0 is to move in a round as the thesis counts them."""
    game = asking.at_turn(*tracks, tickets=tickets, more_tickets=tickets_left, **more)
    game.state.table.turn = (in_round - 2) * game.seats
    return game


def offer(game: Game, *tickets: str, opening: bool) -> Game:
    """Let seat 0 look at these tickets, such as "A-C"."""
    asking.offer(game, *tickets)
    game.state.table.opening = opening
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
