"""Searches that try out side by side, of which the best goes on.

Where a search ends depends on chance: early on it takes to boards of many cheap tickets, say, or of few dear ones, and
does not leave them again. So, when there are games enough, several searches with different random numbers begin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from railwright.mapmaker.balance.judge import Judge
from railwright.mapmaker.balance.progress import Progress
from railwright.mapmaker.balance.racing import RacingSearch

MOST_SEARCHES = 5
TRYOUT_PART = 0.08
"""Of all games, for each search."""
TRYOUT_GAMES = 100_000
"""At least: before, a search does not show what will become of it."""
FINAL_PART = 0.2
"""Part of the games that is kept for the final race."""


def searches_for(games: int) -> int:
    """How many searches so many games are enough for."""
    return min(max(1, int(games * MOST_SEARCHES * TRYOUT_PART / TRYOUT_GAMES)), MOST_SEARCHES)


def best_of(searches: Sequence[RacingSearch], judge: Judge, games: int) -> Iterator[Progress]:
    """Look for a design with about so many games; each step tells of the search that is best so far."""
    final = int(games * FINAL_PART)
    until = judge.games + games - final
    tryout = max(TRYOUT_GAMES, int(games * TRYOUT_PART))
    reached: dict[RacingSearch, Progress] = {}
    for search in searches:
        end = min(judge.games + tryout, until)
        while search not in reached or judge.games < end:
            reached[search] = search.advance()
            best = min(reached, key=lambda one: reached[one].distance)
            yield replace(reached[best], games=judge.games)
    while judge.games < until:
        yield best.advance()
    yield best.final(final)
