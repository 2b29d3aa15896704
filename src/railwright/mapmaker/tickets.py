"""Tickets for a plan, like those of the usa board.

Their number goes with the number of cities, their lengths with the board's longest shortest way; each is worth its
shortest way in spaces, as printed on the usa board (29 of its 30 revised tickets are). No ticket joins neighbours, no
two are the same or nearly so, and all cities have much the same number of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from railwright.game.board import Ticket
from railwright.game.ruleset import Ruleset
from railwright.mapmaker.annealing import anneal
from railwright.mapmaker.distances import Distances, board_distances, plan_distances
from railwright.mapmaker.plan import Plan
from railwright.maps.load import load_board, load_ruleset

DECK = "base"
"""The ticket deck of a made board, and the usa deck that it is like."""

DRAWS = 3
"""A small board's deck has at least so many draws left after five players got their opening tickets."""

LENGTH_MISS = 1.0
"""What it costs, squared, that a ticket is a space shorter or longer than wanted."""
CROWDING = 1.0
"""What it costs, squared, that a city has a ticket more than another."""
LIKENESS = 0.6
"""What it costs that two tickets have ends in common or next to each other on both sides."""

STEPS = 20_000
HOT, COLD = 3.0, 0.05
NEAREST_PAIRS = 24
"""At least so many pairs of cities, of about the right length, may become a certain ticket."""


@dataclass(frozen=True, slots=True)
class TicketProfile:
    """What the tickets of a board are like, apart from its size."""

    per_city: float
    """Tickets in the deck for each city of the board."""
    reach: float
    """The board's longest shortest way, in parts of the trains that a player has."""
    lengths: tuple[float, ...]
    """Of each ticket, shortest first, in parts of the longest shortest way."""


@cache
def usa_profile() -> TicketProfile:
    """The usa board: 30 tickets for 36 cities, of 4 to 21 spaces where the longest shortest way has 23."""
    board = load_board("usa")
    distances = board_distances(board)
    longest = int(distances.max())
    pairs = ((board.city_index[a], board.city_index[b]) for a, b in (ticket.places for ticket in board.deck(DECK)))
    lengths = tuple(sorted(int(distances[a, b]) / longest for a, b in pairs))
    return TicketProfile(len(lengths) / len(board.cities), longest / load_ruleset("usa").trains, lengths)


def make_tickets(
    plan: Plan, ruleset: Ruleset, rng: Random, *, count: int | None = None, in_proportion: bool = True
) -> tuple[Ticket, ...]:  # fmt: skip
    """Tickets for a plan by these rules, as many as fit its size unless told, in the order of its cities.

    Where the longest way is shorter than that of the usa board, tickets are so in proportion, unless told otherwise.
    """
    distances = plan_distances(plan)
    pairs = _pairs(plan, distances, _wanted(plan, ruleset) if count is None else count)
    wanted = _lengths(distances, pairs, ruleset, in_proportion)
    deal = _Deal(distances, pairs, wanted, rng)
    anneal(deal, rng, steps=STEPS, hot=HOT, cold=COLD, good_enough=deal.bound)
    chosen = sorted(pairs.ends[number] for number in deal.best)
    long = _long_tickets(chosen, distances, ruleset)
    return tuple(
        Ticket((plan.cities[a].name, plan.cities[b].name), int(distances[a, b]), (a, b) in long, (DECK,))
        for a, b in chosen
    )


@dataclass(frozen=True, slots=True)
class _Pairs:
    """The pairs of cities that may become tickets."""

    ends: list[tuple[int, int]]
    count: int
    """How many of them are to become tickets."""


def _wanted(plan: Plan, ruleset: Ruleset) -> int:
    """By the number of cities, but enough for a full table to begin and to draw again."""
    dealing = ruleset.dealing(DECK)
    opening = dealing.deal.short + dealing.deal.long + dealing.deal.any
    drawn = dealing.draw.short + dealing.draw.long + dealing.draw.any
    enough = ruleset.seats[1] * opening + DRAWS * drawn
    return max(enough, round(usa_profile().per_city * len(plan.cities)))


def _pairs(plan: Plan, distances: Distances, count: int) -> _Pairs:
    """All pairs that are not neighbours; on boards that have too few of them, neighbours too, the farthest first."""
    neighbours = {route.cities for route in plan.routes}
    every = [(a, b) for b in range(len(plan.cities)) for a in range(b)]
    apart = [pair for pair in every if pair not in neighbours]
    missing = max(0, count - len(apart))
    near = sorted(neighbours, key=lambda pair: (-int(distances[pair]), pair))[:missing]
    return _Pairs(apart + near, min(count, len(apart) + len(near)))


def _lengths(distances: Distances, pairs: _Pairs, ruleset: Ruleset, in_proportion: bool) -> list[float]:
    """The wanted length of each ticket.

    On boards that are longer than the usa board, tickets stay as long as there: players have no more trains.
    """
    profile = usa_profile()
    longest = profile.reach * ruleset.trains
    if in_proportion:
        longest = min(float(distances.max()), longest)
    known = [int(distances[pair]) for pair in pairs.ends]
    places = (np.arange(pairs.count) + 0.5) / pairs.count * len(profile.lengths) - 0.5
    lengths = np.interp(places, np.arange(len(profile.lengths)), profile.lengths) * longest
    return [min(max(round(float(length)), min(known)), max(known)) for length in lengths]


def _long_tickets(chosen: list[tuple[int, int]], distances: Distances, ruleset: Ruleset) -> set[tuple[int, int]]:
    """The tickets that are long ones, where the rules deal such: one for each seat and one more, as in Europe.

    Where seats announce the mix, half of them, as about in Germany.
    """
    dealing = ruleset.dealing(DECK)
    if dealing.deal.any or dealing.draw.any:
        number = len(chosen) // 2
    else:
        number = ruleset.seats[1] * dealing.deal.long + 1 if dealing.deal.long else 0
    by_length = sorted(chosen, key=lambda pair: (-int(distances[pair]), pair))
    return set(by_length[: min(number, len(chosen) // 2)])


class _Deal:
    """The chosen pair for each wanted length, with the cost kept up to date."""

    def __init__(self, distances: Distances, pairs: _Pairs, wanted: list[float], rng: Random) -> None:
        self.best: list[int] = []
        self._pairs = pairs
        self._alike = _alike(pairs, distances)
        self._length = [int(distances[pair]) for pair in pairs.ends]
        self._wanted = wanted
        self._offers = [self._nearest(length) for length in wanted]
        """For each wanted length the numbers of the pairs that may serve."""
        self._at_city = [0] * len(distances)
        self._used: set[int] = set()
        self._chosen: list[int] = []
        self._last = (0, 0)
        mean = 2 * pairs.count / len(distances)
        self.cost = CROWDING * -(mean * 2 * pairs.count)
        rest = (2 * pairs.count) % len(distances)
        self.bound = CROWDING * rest * (len(distances) - rest) / len(distances)
        """No choice costs less: every length as wanted, no two alike, and cities that differ by one ticket at most."""
        for slot in range(pairs.count):
            free = [number for number in self._offers[slot] if number not in self._used]
            if not free:
                free = sorted(set(range(len(pairs.ends))) - self._used)
            self._chosen.append(-1)
            self._put(slot, rng.choice(free))

    def _nearest(self, wanted: float) -> list[int]:
        order = sorted(range(len(self._length)), key=lambda number: (abs(self._length[number] - wanted), number))
        last = abs(self._length[order[min(NEAREST_PAIRS, len(order)) - 1]] - wanted)
        return [number for number in order if abs(self._length[number] - wanted) <= last]

    def _put(self, slot: int, new: int) -> None:
        """Make a pair the ticket of a slot, instead of the one that it has."""
        old = self._chosen[slot]
        if old >= 0:
            self._used.remove(old)
            self._chosen[slot] = -1
            self.cost -= LENGTH_MISS * (self._length[old] - self._wanted[slot]) ** 2 + self._likeness(old)
            for city in self._pairs.ends[old]:
                self._at_city[city] -= 1
                self.cost -= CROWDING * (2 * self._at_city[city] + 1)
        self.cost += LENGTH_MISS * (self._length[new] - self._wanted[slot]) ** 2 + self._likeness(new)
        for city in self._pairs.ends[new]:
            self.cost += CROWDING * (2 * self._at_city[city] + 1)
            self._at_city[city] += 1
        self._used.add(new)
        self._chosen[slot] = new

    def _likeness(self, number: int) -> float:
        """What the other tickets cost that are nearly the same."""
        return LIKENESS * len(self._alike[number] & self._used)

    def propose(self, rng: Random) -> bool:
        """Replace a ticket by another one of about the same length."""
        slot = rng.randrange(len(self._chosen))
        offers = self._offers[slot]
        new = offers[rng.randrange(len(offers))]
        if new in self._used:
            return False
        self._last = (slot, self._chosen[slot])
        self._put(slot, new)
        return True

    def take_back(self) -> None:
        """Undo the last replacement."""
        self._put(*self._last)

    def remember(self) -> None:
        """Keep the tickets as they are."""
        self.best = list(self._chosen)


def _alike(pairs: _Pairs, distances: Distances) -> list[set[int]]:
    """For each pair those whose ends are the same as its own or near, altogether within a quarter of its length."""
    ends = np.array(pairs.ends)
    length = distances[ends[:, 0], ends[:, 1]]
    a, b = ends[:, 0], ends[:, 1]

    def between(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
        return distances[first[:, None], second[None, :]]

    straight = between(a, a) + between(b, b)
    turned = between(a, b) + between(b, a)
    near = np.minimum(straight, turned) * 4 <= length[:, None]
    np.fill_diagonal(near, False)
    return [set(np.flatnonzero(row).tolist()) for row in near | near.T]
