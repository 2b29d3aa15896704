"""The chances of all seats to win, with all cards open: the game is played to the end many times with other luck.

From a moment of the game, the network of express plays on in every seat, each with its own cards and tickets, and
everything that nobody has seen is reshuffled. The chance of a seat is its share of the wins, so the chances of all
seats sum to one, and at the end of the game they are the result.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float64, int64, void
from numpy.typing import NDArray

from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import seeded
from railwright.game.game import Game
from railwright.game.rulebook import BOOKS_TYPE
from railwright.game.scoring import win_share
from railwright.game.state import STATES_TYPE
from railwright.players.express.memory import MEMORIES_TYPE, new_memory
from railwright.players.express.neural_network import NETWORKS_TYPE
from railwright.players.express.player import SEEDS, network_of_express
from railwright.review.playing_out import play_to_end, renew_luck, sit_down


@kernel(signature=void(BOOKS_TYPE, STATES_TYPE, NETWORKS_TYPE, MEMORIES_TYPE, int64, int64, float64[:, ::1]))
def _play_on(books: Any, states: Any, networks: Any, memories: Any, seed: int, games: int, shares: Any) -> None:
    """Play on from a state several times; writes each seat's share of the win, by game."""
    book, memory = books[0], memories[0]
    seats = ZERO + states[0].table.seats
    source = np.empty(1, np.uint64)
    sit_down(states[0], seats, memory)
    for game in range(games):
        source[0] = seeded(np.uint64(seed) ^ seeded(np.uint64(game)))
        memory.trial = memory.world
        renew_luck(book, memory.trial.state, source[0])
        play_to_end(book, networks[0], memory, source)
        for seat in range(seats):
            shares[game, seat] = win_share(memory.result, seats, seat)


def chances(game: Game, *, seed: int, games: int) -> list[float]:
    """The chance of each seat to win from here, from ``games`` playouts; the result if the game is over."""
    if game.is_over:
        return result_shares(game)
    shares = np.zeros((games, game.seats))
    network = network_of_express().record
    _play_on(game.setup.rulebook, game.states, network, new_memory(), seed % SEEDS, games, shares)
    found: NDArray[np.float64] = shares.mean(axis=0)
    return [float(share) for share in found]


def result_shares(game: Game) -> list[float]:
    """Each seat's share of the win in a finished game."""
    result = game.result()
    return [result.win_share(seat) for seat in range(game.seats)]
