"""Every built-in player, ready for tests: searches with budgets so small that whole games take no time."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from railwright.game.setup import Setup
from railwright.maps.load import load_board, load_setup
from railwright.players.kit.interface import CompiledPlayer
from railwright.players.registry import BUILT_IN, load_player

BOARDS = ("usa", "europe", "germany")
SEATS = (2, 3, 4, 5)

SMALL: Mapping[str, Mapping[str, str]] = {
    "mcts": {"budget": "300"},
    "mcts-peeking": {"budget": "300"},
    "mcts-readme": {"budget": "10", "rollout": "30"},
    "express": {"iterations": "4"},
    "express1": {"iterations": "2"},
}
"""Options of the players that would otherwise think for long before each decision."""


@cache
def quick(name: str) -> CompiledPlayer:
    """A built-in player that decides quickly."""
    player = load_player(":".join([name, *(f"{key}={value}" for key, value in SMALL.get(name, {}).items())]))
    assert isinstance(player, CompiledPlayer)
    return player


@cache
def setup_of(board: str, deck: str | None = None, ruleset: str | None = None) -> Setup:
    """A setup that is made once."""
    return load_setup(board, tickets=deck, ruleset=ruleset)


def half_of_seats(*numbers: int) -> tuple[int, ...]:
    """Two numbers of seats, for one number of a player and one of a board or a deck.

    So every player has every number of seats, and so has every board or deck, in half as many games.
    """
    return SEATS[sum(numbers) % 2 :: 2]


def all_decks() -> list[tuple[str, str]]:
    """Every official ticket deck of every board."""
    return [(board, deck) for board in BOARDS for deck in load_board(board).decks]


def table_of(name: str, seats: int, number: int = 0) -> list[CompiledPlayer]:
    """A player and opponents of all kinds: others from the list as the number says, but none that searches."""
    names = [other for other in BUILT_IN if other not in SMALL]
    others = [names[(number + i) % len(names)] for i in range(seats - 1)]
    return [quick(name), *(quick(other) for other in others)]
