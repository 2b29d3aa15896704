"""Ratings of players: Plackett-Luce as in the library openskill, but independent of the order of the games.

openskill updates ratings after each game, as in a league, so the last games count most and another order gives other
ratings. Our players do not change, and their games have no order. So the games are rated in many random orders, each
time from the start, and a rating is the mean over these passes.

Intervals are bootstrapped: whole rounds are resampled with replacement, table by table, and rated in the same way. The
rounds of each table include an imaginary one in which all players share the first place; otherwise a player who has won
all games would get an interval of zero width. All random numbers come from a fixed seed.

openskill takes about 40 microseconds for a game, and the bootstrap rates millions of games. So its update (Weng and Lin
2011, algorithm 4) is compiled here, with the constants of openskill's model; a test compares the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, sqrt
from typing import Any

import numpy as np
from numba import float64, int64, void
from numpy.typing import NDArray
from openskill.models import PlackettLuce

from railwright.compiled.kernel import kernel
from railwright.game.ruleset import MAX_SEATS

MODEL = PlackettLuce(tau=0.0)
"""openskill's default model, without drift of strength from game to game (tau = 0)."""

PASSES = 30
"""Number of random orders that a rating is averaged over."""

REPLICATES = 200
"""Number of bootstrap samples for an interval."""

REPLICATE_PASSES = 10
"""Number of random orders for each bootstrap sample. The remaining noise of the order widens intervals slightly."""

MOST_WORK = 30_000_000
"""Limit on the games rated by the bootstrap, about ten seconds; beyond it, samples get fewer passes."""

_SEED = 20110112
"""Seed of the random orders and the bootstrap."""


@dataclass(frozen=True, slots=True)
class Games:
    """Games at any number of tables with the same number of seats, one row for each game."""

    seated: NDArray[np.int64]
    """The index of the player in each seat. A player may have several seats."""
    places: NDArray[np.int64]
    """The place of each seat: 1 is the best, and tied seats share a place."""
    tables: NDArray[np.int64]
    """The table number of each game."""
    rounds: NDArray[np.int64]
    """The round number of each game at its table."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of a player. Only differences matter: the mean of all players is set to openskill's 25."""

    mu: float
    sigma: float
    """The final uncertainty of openskill's model."""
    low: float
    """Lower end of the 95% interval of mu, by bootstrap over rounds."""
    high: float
    """Upper end of the interval."""


def rate_players(games: Games, players: int) -> list[Rating]:
    """Rate players from all their games."""
    rng = np.random.default_rng(_SEED)
    every = np.arange(len(games.seated))
    mu, sigma = _mean_rating(games, players, every, rng, PASSES)
    passes = max(1, min(REPLICATE_PASSES, MOST_WORK // (REPLICATES * len(every))))
    urn = _with_imaginary_rounds(games)
    rounds = Rounds(urn.tables, urn.rounds)
    samples = [_mean_rating(urn, players, rounds.draw(rng), rng, passes)[0] for _ in range(REPLICATES)]
    low, high = np.percentile([*samples, mu], (2.5, 97.5), axis=0)
    low, high = np.minimum(low, mu), np.maximum(high, mu)
    return [Rating(float(mu[p]), float(sigma[p]), float(low[p]), float(high[p])) for p in range(players)]


def _mean_rating(
    games: Games, players: int, chosen: NDArray[np.int64], rng: np.random.Generator, passes: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean mu and sigma over some random orders of the chosen games, shifted so that the mean mu is the model's."""
    mu, sigma = np.zeros(players), np.zeros(players)
    for _ in range(passes):
        one_mu, one_sigma = rate_in_order(games, players, rng.permutation(chosen))
        mu += (one_mu - one_mu.mean() + MODEL.mu) / passes
        sigma += one_sigma / passes
    return mu, sigma


def rate_in_order(
    games: Games, players: int, order: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mu and sigma of each player after these games in this order, as openskill computes them."""
    mu, sigma = np.full(players, MODEL.mu), np.full(players, MODEL.sigma)
    _rate(order, games.seated, games.places, MODEL.beta, MODEL.kappa, mu, sigma)
    return mu, sigma


def _with_imaginary_rounds(games: Games) -> Games:
    """The games and, for each table, an additional last round: a copy of its first in which all share first place."""
    copies = np.concatenate(
        [
            np.flatnonzero((games.tables == table) & (games.rounds == games.rounds[games.tables == table].min()))
            for table in np.unique(games.tables)
        ]
    )
    return Games(
        np.concatenate([games.seated, games.seated[copies]]),
        np.concatenate([games.places, np.ones_like(games.places[copies])]),
        np.concatenate([games.tables, games.tables[copies]]),
        np.concatenate([games.rounds, np.full(len(copies), games.rounds.max() + 1)]),
    )


class Rounds:
    """The rounds of some tables, to be resampled with replacement. The last round of each table is imaginary."""

    def __init__(self, tables: NDArray[np.int64], rounds: NDArray[np.int64]) -> None:
        self._sorted = np.lexsort((rounds, tables))
        tables, rounds = tables[self._sorted], rounds[self._sorted]
        is_first = np.ones(len(tables), bool)
        is_first[1:] = (tables[1:] != tables[:-1]) | (rounds[1:] != rounds[:-1])
        self._begin = np.flatnonzero(is_first)
        self._size = np.diff(np.append(self._begin, len(tables)))
        _, first, count = np.unique(tables[self._begin], return_index=True, return_counts=True)
        self._strata = list(zip(first, count, strict=True))

    def draw(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """The games of a bootstrap sample: for each table as many random rounds as were really played."""
        drawn = np.concatenate([rng.integers(first, first + count, count - 1) for first, count in self._strata])
        sizes = self._size[drawn]
        within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return self._sorted[np.repeat(self._begin[drawn], sizes) + within]


@kernel(signature=void(int64[::1], int64[:, ::1], int64[:, ::1], float64, float64, float64[::1], float64[::1]))
def _rate(order: Any, seated: Any, places: Any, beta: float, kappa: float, mu: Any, sigma: Any) -> None:
    """Rate games in this order. A player with several seats gets the mean of their updates."""
    seats = seated.shape[1]
    strength = np.empty(MAX_SEATS)
    below = np.empty(MAX_SEATS)
    tied = np.empty(MAX_SEATS)
    new_mu = np.empty(MAX_SEATS)
    new_sigma = np.empty(MAX_SEATS)
    for game in order:
        total = 0.0
        for i in range(seats):
            total += sigma[seated[game, i]] ** 2 + beta**2
        c = sqrt(total)
        for i in range(seats):
            strength[i] = exp(mu[seated[game, i]] / c)
        for i in range(seats):
            below[i] = 0.0
            tied[i] = 0.0
            for j in range(seats):
                if places[game, j] >= places[game, i]:
                    below[i] += strength[j]
                if places[game, j] == places[game, i]:
                    tied[i] += 1.0
        for i in range(seats):
            omega = 0.0
            delta = 0.0
            for j in range(seats):
                if places[game, j] <= places[game, i]:
                    chance = strength[i] / below[j]
                    omega += ((1.0 if i == j else 0.0) - chance) / tied[j]
                    delta += chance * (1.0 - chance) / tied[j]
            spread = sigma[seated[game, i]]
            new_mu[i] = mu[seated[game, i]] + omega * spread**2 / c
            new_sigma[i] = spread * sqrt(max(1.0 - delta * spread**3 / c**3, kappa))
        for i in range(seats):
            player = seated[game, i]
            count, sum_mu, sum_sigma = 0, 0.0, 0.0
            for j in range(seats):
                if seated[game, j] == player:
                    count += 1
                    sum_mu += new_mu[j]
                    sum_sigma += new_sigma[j]
            mu[player] = sum_mu / count
            sigma[player] = sum_sigma / count
