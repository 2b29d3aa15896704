"""Chooses the web version's ticket lengths so that five players can join (docs/map-format.md, 5 and 6.7).

The web version makes its own tickets: one for every pair of cities without a direct route, worth its shortest path. A
joining player gets one long ticket, which shares no city with another player's long ticket, and three short ones.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from railwright.mapmaker.distances import UNREACHABLE, all_distances
from railwright.words import count

PLAYERS = 5
SHORT_EACH = 3
DEFAULT_LONG = 20
DEFAULT_SHORT = (5, 12)
"""Defaults for a file without these properties."""

LONG_PART = 2 / 3
"""Length at which long tickets start, relative to the longest shortest path, as the format description suggests."""
PLENTY = 3 * PLAYERS * SHORT_EACH
"""Desired number of short tickets: enough to join and to draw twice."""

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TicketRanges:
    """Minimum points of long tickets, and range of points of short tickets."""

    long: int = DEFAULT_LONG
    short: tuple[int, int] = DEFAULT_SHORT


def possible_tickets(cities: int, routes: list[tuple[int, int, int]]) -> dict[Pair, int]:
    """Every pair without a direct route, with the length of its shortest path. Routes are (city, city, length)."""
    distances = all_distances(cities, routes)
    direct = {(min(a, b), max(a, b)) for a, b, _ in routes}
    return {
        (a, b): int(distances[a, b])
        for a in range(cities)
        for b in range(a + 1, cities)
        if (a, b) not in direct and distances[a, b] < UNREACHABLE
    }


def choose_ranges(tickets: dict[Pair, int]) -> TicketRanges:
    """The ranges with the longest long tickets that let five players, or else as many as possible, join."""
    longest = max(tickets.values(), default=0)
    best, most = TicketRanges(), -1
    for long in range(round(longest * LONG_PART), 1, -1):
        ranges = TicketRanges(long, _short_range(tickets, long))
        able = min(joins(tickets, long), _short_tickets(tickets, ranges) // SHORT_EACH)
        if able > most:
            best, most = ranges, able
        if able >= PLAYERS:
            break
    return best


def shortfall(tickets: dict[Pair, int], ranges: TicketRanges) -> list[str]:
    """Reasons why five players cannot join."""
    reasons = []
    able = joins(tickets, ranges.long)
    if able < PLAYERS:
        reasons.append(f"too few long tickets: at worst only {able} of {PLAYERS} players can join")
    short = _short_tickets(tickets, ranges)
    if short < PLAYERS * SHORT_EACH:
        reasons.append(f"only {count(short, 'short ticket')}; {PLAYERS} players need {PLAYERS * SHORT_EACH}")
    return reasons


def _short_tickets(tickets: dict[Pair, int], ranges: TicketRanges) -> int:
    return sum(ranges.short[0] <= points <= ranges.short[1] for points in tickets.values())


def _short_range(tickets: dict[Pair, int], long: int) -> tuple[int, int]:
    """The default range, scaled and then widened until there are plenty of tickets below the long ones."""
    numbers = Counter(points for points in tickets.values() if points < long)
    shortest = min(numbers, default=1)
    low = max(shortest, round(DEFAULT_SHORT[0] * long / DEFAULT_LONG))
    high = max(low, round(DEFAULT_SHORT[1] * long / DEFAULT_LONG))

    def count() -> int:
        return sum(numbers[points] for points in range(low, high + 1))

    while count() < PLENTY and high < long - 1:
        high += 1
    while count() < PLENTY and low > shortest:
        low -= 1
    return low, high


def joins(tickets: dict[Pair, int], long: int) -> int:
    """Number of players, up to five, that are sure to get a long ticket, whatever the earlier players drew."""
    pairs = [pair for pair, points in sorted(tickets.items()) if points >= long]
    for players in range(PLAYERS):
        if _can_be_exhausted(pairs, players):
            return players
    return PLAYERS


def _can_be_exhausted(pairs: list[Pair], draws: int) -> bool:
    """Whether ``draws`` tickets without common cities can be drawn so that no other ticket is left.

    To exhaust the deck, each ticket must be drawn or share a city with a drawn one, so the search branches on the
    ticket that touches the fewest others. A draw takes two cities and so removes at most two tickets of any matching: a
    matching of more than twice the draws cannot be exhausted, which ends nearly all searches at once.
    """
    if not pairs:
        return True
    if draws == 0 or _matching_size(pairs) > 2 * draws:
        return False
    degree = Counter(city for pair in pairs for city in pair)
    a, b = min(pairs, key=lambda pair: (degree[pair[0]] + degree[pair[1]], pair))
    for c, d in pairs:
        if a in (c, d) or b in (c, d):
            left = [pair for pair in pairs if c not in pair and d not in pair]
            if _can_be_exhausted(left, draws - 1):
                return True
    return False


def _matching_size(pairs: list[Pair]) -> int:
    """Size of a greedy matching (pairs without common cities), which takes pairs of rare cities first."""
    degree = Counter(city for pair in pairs for city in pair)
    taken: set[int] = set()
    size = 0
    for a, b in sorted(pairs, key=lambda pair: (degree[pair[0]] + degree[pair[1]], pair)):
        if a not in taken and b not in taken:
            taken |= {a, b}
            size += 1
    return size
