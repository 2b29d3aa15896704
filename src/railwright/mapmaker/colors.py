"""Colours for the tracks of a plan.

As on official boards, every colour has the same number of tracks and of spaces, of much the same lengths; parallel
tracks differ or are both gray; and tracks of different routes that meet in a city differ as far as possible. How many
routes are gray, and of which lengths, follows the usa board (see ``gray``).
"""

from __future__ import annotations

from collections import defaultdict
from random import Random

from railwright.game.colors import COLORS, GRAY, TRACK_COLORS
from railwright.mapmaker.annealing import anneal
from railwright.mapmaker.gray import Shape, colored_routes, usa_shares
from railwright.mapmaker.plan import Plan

MEETING = 3.0
"""What it costs that two tracks of one colour, of different routes, meet in a city."""
TWINS = 60.0
"""What it costs that two parallel tracks have one colour: out of the question."""
LENGTH_MIX = 0.3
"""What it costs, squared, that a colour has one track of a length more than another; one space more costs 1."""

STEPS = 20_000
HOT, COLD = 4.0, 0.05
"""Temperatures from well above to well below the cost of a single fault."""


def color_tracks(plan: Plan, rng: Random) -> tuple[tuple[str, ...], ...]:
    """For each route of a plan the colours of its tracks."""
    painting = _Painting(plan, rng)
    anneal(painting, rng, steps=STEPS, hot=HOT, cold=COLD, good_enough=painting.bound)
    return tuple(tuple(TRACK_COLORS[painting.best[track]] for track in tracks) for tracks in painting.tracks_of)


class _Painting:
    """Colours of all tracks, with their cost kept up to date.

    Changes exchange colours, so that the numbers of tracks of each colour, and of gray routes of each shape, stay.
    """

    def __init__(self, plan: Plan, rng: Random) -> None:
        self.cost = 0.0
        self.tracks_of: list[list[int]] = []
        """The numbers of each route's tracks."""
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

    def _begin(self, plan: Plan, rng: Random) -> None:
        """Any routes of each shape get colours, each colour in its turn, the longest tracks first."""
        wanted = colored_routes(plan.routes, usa_shares())
        groups: defaultdict[Shape, list[int]] = defaultdict(list)
        for number in rng.sample(range(len(plan.routes)), len(plan.routes)):
            groups[self._shape[number]].append(number)
        self._gray_groups = [group for shape, group in sorted(groups.items()) if 0 < wanted[shape] < len(group)]
        """Routes of one shape, some of which are gray and some not."""
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
        """No painting with these gray routes costs less."""

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
        """What it costs this track to have a colour, for the other tracks of that colour at its ends."""
        a, b = self.ends[track]
        twins = sum(self.color[other] == color for other in self.tracks_of[self.route[track]] if other != track)
        return MEETING * (self._at_city[a][color] + self._at_city[b][color]) + (TWINS - 2 * MEETING) * twins

    def propose(self, rng: Random) -> bool:
        """Exchange the colours of two tracks, or of a gray and a coloured route of the same shape."""
        self._undo = []
        if self._gray_groups and rng.random() < 0.2:
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
        """Undo the last exchange."""
        for track, color in self._undo:
            self._paint(track, color)

    def remember(self) -> None:
        """Keep the colours as they are."""
        self.best = list(self.color)


def _least_spread(total: int) -> float:
    """The least sum of squared deviations from the mean of whole numbers, one for each colour, with this total."""
    rest = total % len(COLORS)
    return rest * (len(COLORS) - rest) / len(COLORS)
