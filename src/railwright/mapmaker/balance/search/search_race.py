"""Searches that race each other, as their boards do.

Where a search ends depends on chance: early on it takes to boards of many cheap tickets, say, or of few dear ones, and
does not leave them again. So, when there are games enough, several searches with random numbers of their own begin;
after each heat the worse half drops out, and the last one goes on to the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from railwright.mapmaker.balance.problem.judge import Judge
from railwright.mapmaker.balance.problem.progress import Progress
from railwright.mapmaker.balance.search.racing import RacingSearch

HEAT_GAMES = 130_000
"""Games of each search in a heat: before so many, a search does not show what will become of it."""
HEATS_PART = 0.3
"""Of all games, at most, for heats of more than one search."""
FINAL_PART, FINALS = 0.3, 3
"""Of all games, for the last races of boards, and how many they are: the best so far, then changes of the winner."""


def searches_for(games: int) -> int:
    """How many searches so many games are enough for: 1, or 2, or 4 and so on."""
    searches = 1
    while _heat_games(2 * searches) <= games * HEATS_PART:
        searches *= 2
    return searches


def _heat_games(searches: int) -> int:
    """Of all heats until one search is left."""
    return 0 if searches == 1 else searches * HEAT_GAMES + _heat_games(searches // 2)


def best_of(searches: Sequence[RacingSearch], judge: Judge, games: int) -> Iterator[Progress]:
    """Look for a design with about so many games; each step tells of the search that is best so far."""
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
