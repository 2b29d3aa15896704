"""Chooses colours for the tracks of a plan.

As on official boards, all colours have the same number of tracks and of spaces, with similar lengths; parallel tracks
differ or are both gray; and tracks of different routes that meet in a city differ as far as possible. The number and
lengths of gray routes follow the usa board (see ``gray_routes``).
"""

from __future__ import annotations

from collections import defaultdict
from random import Random

from railwright.game.colors import COLORS, GRAY, TRACK_COLORS
from railwright.mapmaker.annealing import anneal
from railwright.mapmaker.board_plan import BoardPlan
from railwright.mapmaker.gray_routes import Shape, colored_routes, usa_shares

MEETING = 3.0
"""Cost of two tracks of the same colour, on different routes, that meet in a city."""
TWINS = 60.0
"""Cost of two parallel tracks of the same colour: prohibitive."""
LENGTH_MIX = 0.3
"""Cost per squared deviation of a colour's number of tracks of a length; for its number of spaces, the cost is 1."""

STEPS = 20_000
GRAY_SWAPS = 0.2
"""Share of the steps that swap a gray and a coloured route."""
HOT, COLD = 4.0, 0.05
"""Temperatures from well above to well below the cost of a single fault."""


def color_tracks(plan: BoardPlan, rng: Random) -> tuple[tuple[str, ...], ...]:
    """Choose the colours of each route's tracks."""
    painting = _Painting(plan, rng)
    anneal(painting, rng, steps=STEPS, hot=HOT, cold=COLD, good_enough=painting.bound)
    return tuple(tuple(TRACK_COLORS[painting.best[track]] for track in tracks) for tracks in painting.tracks_of)


class _Painting:
    """Colours of all tracks, with their cost updated incrementally.

    Changes swap colours, so the number of tracks of each colour and of gray routes of each shape stays the same.
    """

    def __init__(self, plan: BoardPlan, rng: Random) -> None:
        self.cost = 0.0
        self.tracks_of: list[list[int]] = []
        """Numbers of each route's tracks."""
        self.route: list[int] = []
        self.length: list[int] = []
        self.ends: list[tuple[int, int]] = []
        for number, route in enumerate(plan.routes):
            self.tracks_of.append(list(range(len(self.route), len(self.route) + route.tracks)))
            self.route += [number] * route.tracks
            self.length += [route.length] * route.tracks
            self.ends += [route.cities] * route.tracks
        self.color = [GRAY] * len(self.route)
        self.best: list[int] = []
        self._at_city = [[0] * len(TRACK_COLORS) for _ in plan.cities]
        self._spaces = [0] * len(TRACK_COLORS)
        self._of_length: defaultdict[int, list[int]] = defaultdict(lambda: [0] * len(TRACK_COLORS))
        self._undo: list[tuple[int, int]] = []
        self._shape = [(route.length, route.tracks) for route in plan.routes]
        self._begin(plan, rng)

    def _begin(self, plan: BoardPlan, rng: Random) -> None:
        """Start with random routes of each shape coloured, cycling through the colours, longest tracks first."""
        wanted = colored_routes(plan.routes, usa_shares())
        groups: defaultdict[Shape, list[int]] = defaultdict(list)
        for number in rng.sample(range(len(plan.routes)), len(plan.routes)):
            groups[self._shape[number]].append(number)
        self._gray_groups = [group for shape, group in sorted(groups.items()) if 0 < wanted[shape] < len(group)]
        """Groups of routes of one shape, of which some are gray and some are not."""
        colored = [
            track for shape, group in sorted(groups.items(), reverse=True)
            for number in group[: wanted[shape]] for track in self.tracks_of[number]
        ]  # fmt: skip
        order = rng.sample(range(len(COLORS)), len(COLORS))
        for i, track in enumerate(colored):
            self._paint(track, order[i % len(COLORS)])
        spaces = sum(self.length[track] for track in colored)
        lengths = [sum(numbers[: len(COLORS)]) for numbers in self._of_length.values()]
        self._offset = spaces**2 / len(COLORS) + LENGTH_MIX * sum(n**2 for n in lengths) / len(COLORS)
        self.cost -= self._offset
        self.bound = _least_spread(spaces) + LENGTH_MIX * sum(_least_spread(n) for n in lengths)
        """Lower bound on the cost with this number of gray routes."""

    def _paint(self, track: int, new: int) -> None:
        """Give a track another colour."""
        old, length = self.color[track], self.length[track]
        if old == new:
            return
        a, b = self.ends[track]
        numbers = self._of_length[length]
        if old != GRAY:
            self.color[track] = GRAY
            self._at_city[a][old] -= 1
            self._at_city[b][old] -= 1
            self.cost -= self._meetings(track, old)
            self.cost -= length * (2 * self._spaces[old] - length) + LENGTH_MIX * (2 * numbers[old] - 1)
            self._spaces[old] -= length
            numbers[old] -= 1
        if new != GRAY:
            self.cost += self._meetings(track, new)
            self.cost += length * (2 * self._spaces[new] + length) + LENGTH_MIX * (2 * numbers[new] + 1)
            self._spaces[new] += length
            numbers[new] += 1
            self._at_city[a][new] += 1
            self._at_city[b][new] += 1
        self.color[track] = new

    def _meetings(self, track: int, color: int) -> float:
        """Cost of giving a track this colour, due to other tracks of the same colour at its ends."""
        a, b = self.ends[track]
        twins = sum(self.color[other] == color for other in self.tracks_of[self.route[track]] if other != track)
        return MEETING * (self._at_city[a][color] + self._at_city[b][color]) + (TWINS - 2 * MEETING) * twins

    def propose(self, rng: Random) -> bool:
        """Swap the colours of two tracks, or of a gray and a coloured route of the same shape."""
        self._undo = []
        if self._gray_groups and rng.random() < GRAY_SWAPS:
            group = self._gray_groups[rng.randrange(len(self._gray_groups))]
            one, other = rng.sample(group, 2)
            pairs = list(zip(self.tracks_of[one], self.tracks_of[other], strict=True))
            if (self.color[pairs[0][0]] == GRAY) == (self.color[pairs[0][1]] == GRAY):
                return False
        else:
            pairs = [(rng.randrange(len(self.color)), rng.randrange(len(self.color)))]
            if GRAY in (self.color[pairs[0][0]], self.color[pairs[0][1]]):
                return False
        for x, y in pairs:
            first, second = self.color[x], self.color[y]
            if first == second:
                continue
            self._undo += [(x, first), (y, second)]
            self._paint(x, second)
            self._paint(y, first)
        return bool(self._undo)

    def take_back(self) -> None:
        """Undo the last swap."""
        for track, color in self._undo:
            self._paint(track, color)

    def remember(self) -> None:
        """Store the current colours as the best so far."""
        self.best = list(self.color)


def _least_spread(total: int) -> float:
    """Least sum of squared deviations from the mean of integers, one per colour, with this total."""
    rest = total % len(COLORS)
    return rest * (len(COLORS) - rest) / len(COLORS)
