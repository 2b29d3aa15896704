"""Makes tickets for a plan, modelled on those of the usa board.

Their number scales with the number of cities, and their lengths with the board's diameter (its longest shortest path).
Each is worth the length of its shortest path in spaces, as on the usa board (29 of its 30 revised tickets are). No
ticket connects neighbours, no two are equal or nearly equal, and all cities have about the same number of tickets.
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
from railwright.mapmaker.board_plan import BoardPlan
from railwright.mapmaker.distances import Distances, board_distances, plan_distances
from railwright.maps.load import load_board, load_ruleset

DECK = "base"
"""Name of the ticket deck of a generated board, and of the usa deck that serves as its model."""

DRAWS = 3
"""Minimum number of draws left in a small board's deck after five players got their opening tickets."""

LENGTH_MISS = 1.0
"""Cost of the squared difference between a ticket's length and the wanted length, in spaces."""
CROWDING = 1.0
"""Cost of the squared deviation of a city's number of tickets from the mean."""
LIKENESS = 0.6
"""Cost of two tickets whose ends are the same or close on both sides."""

STEPS = 20_000
HOT, COLD = 3.0, 0.05
NEAREST_PAIRS = 24
"""Minimum number of candidate pairs of cities for each ticket, those closest to the wanted length."""


@dataclass(frozen=True, slots=True)
class TicketProfile:
    """The tickets of a board, independent of its size."""

    per_city: float
    """Number of tickets in the deck per city of the board."""
    reach: float
    """Diameter of the board (its longest shortest path), relative to a player's number of trains."""
    lengths: tuple[float, ...]
    """Length of each ticket relative to the diameter, in increasing order."""


@cache
def usa_profile() -> TicketProfile:
    """The profile of the usa board: 30 tickets for 36 cities, of 4 to 21 spaces, with a diameter of 23."""
    board = load_board("usa")
    distances = board_distances(board)
    longest = int(distances.max())
    pairs = ((board.city_index[a], board.city_index[b]) for a, b in (ticket.places for ticket in board.deck(DECK)))
    lengths = tuple(sorted(int(distances[a, b]) / longest for a, b in pairs))
    return TicketProfile(len(lengths) / len(board.cities), longest / load_ruleset("usa").trains, lengths)


def make_tickets(
    plan: BoardPlan, ruleset: Ruleset, rng: Random, *, count: int | None = None, in_proportion: bool = True
) -> tuple[Ticket, ...]:  # fmt: skip
    """Make tickets for a plan, sorted by city; by default as many as suit its size and the rules.

    If the diameter is smaller than that of the usa board, tickets are shorter in proportion, unless ``in_proportion``
    is False.
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
    """Pairs of cities that may become tickets."""

    ends: list[tuple[int, int]]
    count: int
    """Number of pairs to choose."""


def _wanted(plan: BoardPlan, ruleset: Ruleset) -> int:
    """Number of tickets: in proportion to the cities, but enough for the opening and some draws of a full table."""
    dealing = ruleset.dealing(DECK)
    opening = dealing.deal.short + dealing.deal.long + dealing.deal.any
    drawn = dealing.draw.short + dealing.draw.long + dealing.draw.any
    enough = ruleset.seats[1] * opening + DRAWS * drawn
    return max(enough, round(usa_profile().per_city * len(plan.cities)))


def _pairs(plan: BoardPlan, distances: Distances, count: int) -> _Pairs:
    """All pairs that are not neighbours; if these are too few, also neighbours, those farthest apart first."""
    neighbours = {route.cities for route in plan.routes}
    every = [(a, b) for b in range(len(plan.cities)) for a in range(b)]
    apart = [pair for pair in every if pair not in neighbours]
    missing = max(0, count - len(apart))
    near = sorted(neighbours, key=lambda pair: (-int(distances[pair]), pair))[:missing]
    return _Pairs(apart + near, min(count, len(apart) + len(near)))


def _lengths(distances: Distances, pairs: _Pairs, ruleset: Ruleset, in_proportion: bool) -> list[float]:
    """The wanted length of each ticket.

    On boards with a larger diameter than the usa board, tickets do not get longer, because players have no more trains.
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
    """The long tickets, if the rules deal them: one per seat plus one, as in Europe.

    If seats choose the mix of long and short tickets, half of all tickets are long, roughly as in Germany.
    """
    dealing = ruleset.dealing(DECK)
    if dealing.deal.any or dealing.draw.any:
        number = len(chosen) // 2
    else:
        number = ruleset.seats[1] * dealing.deal.long + 1 if dealing.deal.long else 0
    by_length = sorted(chosen, key=lambda pair: (-int(distances[pair]), pair))
    return set(by_length[: min(number, len(chosen) // 2)])


class _Deal:
    """The chosen pair for each wanted length, with its cost updated incrementally."""

    def __init__(self, distances: Distances, pairs: _Pairs, wanted: list[float], rng: Random) -> None:
        self.best: list[int] = []
        self._pairs = pairs
        self._alike = _alike(pairs, distances)
        self._length = [int(distances[pair]) for pair in pairs.ends]
        self._wanted = wanted
        self._offers = [self._nearest(length) for length in wanted]
        """For each wanted length, the numbers of the candidate pairs."""
        self._at_city = [0] * len(distances)
        self._used: set[int] = set()
        self._chosen: list[int] = []
        self._last = (0, 0)
        mean = 2 * pairs.count / len(distances)
        self.cost = CROWDING * -(mean * 2 * pairs.count)
        rest = (2 * pairs.count) % len(distances)
        self.bound = CROWDING * rest * (len(distances) - rest) / len(distances)
        """Lower bound on the cost: all lengths as wanted, no two alike, cities that differ by at most one ticket."""
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
        """Replace the pair of a slot, if any, by another."""
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
        """Cost of the other chosen tickets that are nearly the same as this one."""
        return LIKENESS * len(self._alike[number] & self._used)

    def propose(self, rng: Random) -> bool:
        """Replace a random ticket by another of about the same length."""
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
        """Store the current tickets as the best so far."""
        self.best = list(self._chosen)


def _alike(pairs: _Pairs, distances: Distances) -> list[set[int]]:
    """For each pair, the pairs whose ends are, in total, within a quarter of its length of its own ends."""
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
