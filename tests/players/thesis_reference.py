"""The plans of the evaluation player in plain Python: every path and every union, nothing left out to save time."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from itertools import product

from railwright.compiled.bits import members
from railwright.game.colors import GRAY, LOCOMOTIVE
from railwright.game.game import Game

Path = tuple[int, ...]

MOST_PATHS, MOST_VISITS = 100, 10_000


class Reference:
    """What a seat has and may claim."""

    def __init__(self, game: Game, seat: int) -> None:
        table, book = game.state.table, game.setup.rulebook[0]
        self.lengths, self.colors = book.length.tolist(), book.color.tolist()
        self.ends = [a + b for a, b in zip(book.city_a.tolist(), book.city_b.tolist(), strict=True)]
        self.tickets = book.ticket_from, book.ticket_to
        self.own = set(members(table.own[seat]))
        self.usable = self.own | set(members(table.open[seat]))
        self.trains = int(table.trains[seat])
        self.hand = [int(number) for number in game.state.private[seat].hand]
        self.at: dict[int, list[int]] = {city: [] for city in range(book.cities)}
        for track in sorted(self.usable):
            self.at[int(book.city_a[track])].append(track)
            self.at[int(book.city_b[track])].append(track)

    def length(self, tracks: Iterable[int]) -> int:
        return sum(self.lengths[track] for track in tracks)

    def needed(self, tracks: Iterable[int]) -> int:
        return self.length(track for track in tracks if track not in self.own)

    def cost(self, tracks: Iterable[int]) -> int:
        """For each colour the square of the missing cards, for the gray tracks their spaces."""
        needs: Counter[int] = Counter()
        for track in tracks:
            if track not in self.own:
                needs[self.colors[track]] += self.lengths[track]
        gray = needs.pop(GRAY, 0)
        assert LOCOMOTIVE not in needs
        return gray + sum(max(0, number - self.hand[color]) ** 2 for color, number in needs.items())

    def paths(self, ticket: int, *, most_visits: int = MOST_VISITS, until_found: bool = False) -> list[Path]:
        """The paths of a ticket as the thesis finds them, the shortest first."""
        starts, goals = members([self.tickets[0][ticket]]), set(members([self.tickets[1][ticket]]))
        waiting: deque[tuple[int, frozenset[int], Path, int]] = deque(
            (city, frozenset(starts), (), 0) for city in starts
        )
        found: list[Path] = []
        visits = 0
        while waiting and len(found) < MOST_PATHS and (visits < most_visits or (until_found and not found)):
            city, been, path, trains = waiting.popleft()
            visits += 1
            for track in self.at[city]:
                there = self.ends[track] - city
                needed = trains if track in self.own else trains + self.lengths[track]
                if there in been or needed > self.trains:
                    continue
                if there in goals:
                    found.append((*path, track))
                else:
                    waiting.append((there, been | {there}, (*path, track), needed))
        found = found[:1] if visits > most_visits else found[:MOST_PATHS]
        return sorted(found, key=self.length)

    def best_union(self, lists: Sequence[Sequence[Path]]) -> set[int] | None:
        """The cheapest union of one path from each list, the shortest of equal ones, the first of those."""
        usable = [[path for path in paths if self.usable.issuperset(path)] for paths in lists]
        unions = (frozenset().union(*paths) for paths in product(*usable))
        fitting = [union for union in unions if self.needed(union) <= self.trains]
        return set(min(fitting, key=lambda union: (self.cost(union), self.length(union)))) if fitting else None
