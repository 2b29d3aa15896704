"""Bounds that keep a design close to the style of printed boards: what Smith and Anton (2022) wished for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from random import Random

import numpy as np

from railwright.errors import OptionError
from railwright.game.board import MAX_TRACKS
from railwright.game.colors import COLORS, GRAY, TRACK_COLORS
from railwright.mapmaker.annealing import anneal
from railwright.mapmaker.balance.design import OUT, Canvas, Design
from railwright.mapmaker.balance.space import Space
from railwright.mapmaker.distances import all_distances

STEPS = 12_000
HOT, COLD = 1.0, 0.01
"""For finding a design within the bounds: temperatures in units of a bound missed by a tenth of itself."""


@dataclass(frozen=True, slots=True)
class Range:
    """From ``low`` to ``high``, both within."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not self.low <= self.high:
            raise OptionError(f"the range {self} is empty: the smaller number comes first, as in 4-22")

    def __str__(self) -> str:
        return f"{self.low:g}-{self.high:g}"

    def miss(self, number: float) -> float:
        """How far a number is outside, in tenths of the nearer end; 0 within."""
        if self.low <= number <= self.high:
            return 0.0
        end = self.low if number < self.low else self.high
        return 10 * abs(number - end) / max(abs(end), 1.0)

    @staticmethod
    def about(middle: float, part: float) -> Range:
        """Around a number, by a part of it."""
        return Range(middle * (1 - part), middle * (1 + part))


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """What a design must keep to. None: anything goes."""

    tracks: Range | None = None
    spaces: Range | None = None
    """On all tracks."""
    gray_tracks: Range | None = None
    tracks_per_color: Range | None = None
    """Of each of the eight colours."""
    spaces_per_color: Range | None = None
    double_share: Range | None = None
    """Of the routes."""
    tickets: Range | None = None
    """In the game."""
    ticket_values: Range | None = None
    ticket_excess: Range | None = None
    """What a ticket is worth more than its shortest way has spaces; printed tickets mostly 0."""

    def miss(self, canvas: Canvas, design: Design) -> float:
        """How far a design is from keeping to all bounds; 0 if it does."""
        return sum(bound.miss(number) for bound, number in self._measured(canvas, design))

    def allows(self, canvas: Canvas, design: Design) -> bool:
        """Whether a design keeps to all bounds."""
        return all(bound.miss(number) == 0 for bound, number in self._measured(canvas, design))

    def _measured(self, canvas: Canvas, design: Design) -> Iterator[tuple[Range, float]]:
        tracks, spaces = count_colors(design)
        total = sum(tracks)
        worth = [value for value in design.values if value != OUT]
        yield Range(0, MAX_TRACKS), total
        for bound, number in (
            (self.tracks, total),
            (self.spaces, sum(spaces)),
            (self.gray_tracks, tracks[GRAY]),
            (self.double_share, design.doubles / len(design.colors)),
            (self.tickets, len(worth)),
        ):
            if bound is not None:
                yield bound, number
        for color in range(len(COLORS)):
            if self.tracks_per_color is not None:
                yield self.tracks_per_color, tracks[color]
            if self.spaces_per_color is not None:
                yield self.spaces_per_color, spaces[color]
        if self.ticket_values is not None:
            yield from ((self.ticket_values, value) for value in worth)
        if self.ticket_excess is not None:
            yield from ((self.ticket_excess, excess) for excess in _excesses(canvas, design))

    def described(self) -> dict[str, str]:
        """The bounds in words, for settings and reports."""
        return {entry.name: str(getattr(self, entry.name)) for entry in fields(self) if getattr(self, entry.name)}


def count_colors(design: Design) -> tuple[list[int], list[int]]:
    """The tracks and the spaces of each colour, gray last."""
    tracks, spaces = [0] * len(TRACK_COLORS), [0] * len(TRACK_COLORS)
    for length, own in zip(design.lengths, design.colors, strict=True):
        for color in own:
            tracks[color] += 1
            spaces[color] += length
    return tracks, spaces


def _excesses(canvas: Canvas, design: Design) -> Iterator[int]:
    graph = canvas.graph
    edges = ((a, b, length) for (a, b), length in zip(graph.routes, design.lengths, strict=True))
    distances = all_distances(len(graph.cities), edges)
    for (starts, ends), value in zip(canvas.ends, design.values, strict=True):
        if value != OUT:
            yield value - int(distances[np.ix_(starts, ends)].min())


OFFICIAL_DOUBLES, OFFICIAL_GRAY = 22 / 78, 44 / 100
OFFICIAL_LENGTH = 3.09
OFFICIAL_PER_COLOR, OFFICIAL_SPACES_PER_COLOR = 7 / 100, 27 / 309
OFFICIAL_TICKETS = 30 / 36
"""The usa board: 36 cities, 30 tickets; 78 routes, 22 of them double; 100 tracks, 44 of them gray, 7 of each colour;
309 spaces, 27 of each colour."""

OFFICIAL_VALUES = Range(2, 25)
"""What tickets are worth in all printed decks of the usa, europe and germany boards."""

LEEWAY = 0.2
"""How far the official style lets numbers differ from the usa board's: the europe and germany boards differ from it by
up to 0.16 in gray tracks and spaces of a colour, and by more in double routes and tickets."""


def official_style(canvas: Canvas) -> Style:
    """About the proportions of the usa board, for a graph of any size."""
    routes = len(canvas.graph.routes)
    tracks = routes * (1 + OFFICIAL_DOUBLES)
    spaces = tracks * OFFICIAL_LENGTH
    return Style(
        tracks=Range.about(tracks, LEEWAY),
        spaces=Range.about(spaces, LEEWAY),
        gray_tracks=Range.about(tracks * OFFICIAL_GRAY, LEEWAY),
        tracks_per_color=Range.about(tracks * OFFICIAL_PER_COLOR, 2 * LEEWAY),
        spaces_per_color=Range.about(spaces * OFFICIAL_SPACES_PER_COLOR, LEEWAY),
        tickets=Range.about(OFFICIAL_TICKETS * len(canvas.graph.cities), LEEWAY),
        ticket_values=OFFICIAL_VALUES,
    )


def free_style(canvas: Canvas) -> Style:
    """No bounds."""
    return Style()


OFFICIAL, FREE = "official", "free"
STYLES: dict[str, Callable[[Canvas], Style]] = {OFFICIAL: official_style, FREE: free_style}


def draw_within(canvas: Canvas, space: Space, style: Style, rng: Random) -> Design:
    """A random design of the space that keeps to the style; OptionError if none could be found."""
    search = _Fitting(canvas, space, style, space.random(rng))
    anneal(search, rng, steps=STEPS, hot=HOT, cold=COLD, good_enough=0.0)
    if not style.allows(canvas, search.best):
        kept = ", ".join(f"{name} {bound}" for name, bound in style.described().items())
        raise OptionError(f"no board keeps to all of these bounds here: {kept}; widen some of them")
    return search.best


class _Fitting:
    """A design that is being brought within the bounds."""

    def __init__(self, canvas: Canvas, space: Space, style: Style, design: Design) -> None:
        self._canvas, self._space, self._style = canvas, space, style
        self._design = self._before = self.best = design
        self.cost = style.miss(canvas, design)
        self._cost_before = self.cost

    def propose(self, rng: Random) -> bool:
        """Change a feature at random."""
        self._before, self._cost_before = self._design, self.cost
        self._design = self._space.change(self._design, rng)
        self.cost = self._style.miss(self._canvas, self._design)
        return self._design is not self._before

    def take_back(self) -> None:
        """Undo the last change."""
        self._design, self.cost = self._before, self._cost_before

    def remember(self) -> None:
        """Keep the design as it is."""
        self.best = self._design
