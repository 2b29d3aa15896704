"""Searches that race each other, as their boards do.

Where a search ends depends on chance: early on it settles on one kind of board, such as many cheap tickets or a few
expensive ones, and does not leave it again. So, given enough games, several searches with independent random numbers
are started. After each heat the worse half drops out, and the last one continues to the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from railwright.mapmaker.balance.problem.judge import Judge
from railwright.mapmaker.balance.problem.progress import Progress
from railwright.mapmaker.balance.search.racing_search import RacingSearch

HEAT_GAMES = 130_000
"""Games of each search in a heat: with fewer, it is too early to tell how good a search will be."""
HEATS_PART = 0.3
"""Largest fraction of all games for heats of more than one search."""
FINAL_PART, FINALS = 0.3, 3
"""Fraction of all games for the final races, and their number: first the best designs so far, then changes of the
winner."""


def searches_for(games: int) -> int:
    """How many searches this many games are enough for: a power of two."""
    searches = 1
    while _heat_games(2 * searches) <= games * HEATS_PART:
        searches *= 2
    return searches


def _heat_games(searches: int) -> int:
    """Games of all heats until one search is left."""
    return 0 if searches == 1 else searches * HEAT_GAMES + _heat_games(searches // 2)


def best_of(searches: Sequence[RacingSearch], judge: Judge, games: int) -> Iterator[Progress]:
    """Search for a design with about this many games; each step reports the search that is best so far."""
    final = int(games * FINAL_PART)
    until = judge.games + games - final
    reached: dict[RacingSearch, Progress] = {}
    racing = list(searches)
    while judge.games < until or not reached:
        for search in racing:
            end = until if len(racing) == 1 else judge.games + HEAT_GAMES
            while judge.games < end or search not in reached:
                reached[search] = search.advance()
                yield replace(min(reached.values(), key=_distance), games=judge.games)
        racing.sort(key=lambda search: _distance(reached[search]))
        racing = racing[: (len(racing) + 1) // 2]
        reached = {search: reached[search] for search in racing}
    yield racing[0].final(final // FINALS)
    for _ in range(FINALS - 1):
        yield racing[0].refine(final // FINALS)


def _distance(progress: Progress) -> float:
    return progress.distance
