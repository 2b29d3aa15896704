"""Bounds that keep a design close to the style of printed boards, as Smith and Anton (2022) wished for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from math import sqrt
from random import Random

from railwright.errors import OptionError
from railwright.game.board import MAX_TICKETS, MAX_TRACKS
from railwright.game.colors import COLORS, GRAY, TRACK_COLORS
from railwright.mapmaker.annealing import anneal
from railwright.mapmaker.balance.problem.design import OUT, Design, DesignCanvas
from railwright.mapmaker.balance.problem.design_space import DesignSpace
from railwright.mapmaker.balance.problem.official import model_deck, price_rules, track_rules
from railwright.mapmaker.balance.problem.range import Range

STEPS = 12_000
HOT, COLD = 0.1, 0.01
"""Annealing temperatures for finding a design within the bounds, where missing a bound by a tenth of itself costs 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """Bounds on a design. None means that there is no bound."""

    tracks: Range | None = None
    spaces: Range | None = None
    """Spaces on all tracks."""
    same_length_share: Range | None = None
    """Share of the tracks that have the most frequent length."""
    gray_tracks: Range | None = None
    tracks_per_color: Range | None = None
    """Tracks of each of the eight colours."""
    spaces_per_color: Range | None = None
    """Spaces of each of the eight colours."""
    double_share: Range | None = None
    """Share of the routes that are double."""
    tickets: Range | None = None
    """Tickets in the game."""
    long_tickets: Range | None = None
    """Long tickets, which are dealt separately."""
    tickets_per_city: Range | None = None
    """Tickets that end at the same city or country."""
    ticket_values: Range | None = None
    ticket_mean: Range | None = None
    """Mean of the ticket values."""
    ticket_spread: Range | None = None
    """Standard deviation of the ticket values."""
    ticket_excess: Range | None = None
    """Excess of a ticket: its value minus the spaces of its shortest path."""
    excess_mean: Range | None = None
    """Mean of the excess."""
    excess_spread: Range | None = None
    """Standard deviation of the excess."""
    exact_share: Range | None = None
    """Share of the tickets without excess, worth exactly their shortest path."""

    def miss(self, canvas: DesignCanvas, design: Design) -> float:
        """How far a design is from satisfying all bounds; 0 if it does."""
        return sum(bound.miss(number) for bound, number in self._measured(canvas, design))

    def allows(self, canvas: DesignCanvas, design: Design) -> bool:
        """Whether a design satisfies all bounds."""
        return all(bound.miss(number) == 0 for bound, number in self._measured(canvas, design))

    def _measured(self, canvas: DesignCanvas, design: Design) -> Iterator[tuple[Range, float]]:
        yield from self._measured_tracks(design)
        yield from self._measured_tickets(canvas, design)

    def _measured_tracks(self, design: Design) -> Iterator[tuple[Range, float]]:
        tracks, spaces = count_colors(design)
        yield Range(0, MAX_TRACKS), sum(tracks)
        for bound, number in (
            (self.tracks, sum(tracks)),
            (self.spaces, sum(spaces)),
            (self.gray_tracks, tracks[GRAY]),
            (self.double_share, design.doubles / len(design.colors)),
        ):
            if bound is not None:
                yield bound, number
        if self.same_length_share is not None:
            yield self.same_length_share, max(_count_lengths(design)) / sum(tracks)
        for color in range(len(COLORS)):
            if self.tracks_per_color is not None:
                yield self.tracks_per_color, tracks[color]
            if self.spaces_per_color is not None:
                yield self.spaces_per_color, spaces[color]

    def _measured_tickets(self, canvas: DesignCanvas, design: Design) -> Iterator[tuple[Range, float]]:
        held = [number for number, value in enumerate(design.values) if value != OUT]
        values = [design.values[number] for number in held] or [0]
        yield Range(1, MAX_TICKETS), len(held)
        for bound, measure in (
            (self.tickets, lambda: len(held)),
            (self.long_tickets, lambda: sum(canvas.tickets[number].long for number in held)),
            (self.tickets_per_city, lambda: _most_at_city(canvas, held)),
            (self.ticket_mean, lambda: _mean(values)),
            (self.ticket_spread, lambda: _spread(values)),
        ):
            if bound is not None:
                yield bound, measure()
        if self.ticket_values is not None:
            yield from ((self.ticket_values, value) for value in set(values))
        if any((self.ticket_excess, self.excess_mean, self.excess_spread, self.exact_share)):
            yield from self._measured_prices(excesses(canvas, design) or [0])

    def _measured_prices(self, found: list[int]) -> Iterator[tuple[Range, float]]:
        for bound, number in (
            (self.excess_mean, _mean(found)),
            (self.excess_spread, _spread(found)),
            (self.exact_share, found.count(0) / len(found)),
        ):
            if bound is not None:
                yield bound, number
        if self.ticket_excess is not None:
            yield from ((self.ticket_excess, excess) for excess in set(found))

    @property
    def of_tickets(self) -> Style:
        """Only the bounds on tickets, for boards on which nothing else changes."""
        return replace(
            self, tracks=None, spaces=None, same_length_share=None, gray_tracks=None, tracks_per_color=None,
            spaces_per_color=None, double_share=None,
        )  # fmt: skip

    def described(self) -> dict[str, str]:
        """The bounds in words."""
        return {_WORDS[name]: _in_words(name, bound) for name, bound in self._bounds}

    @property
    def singly(self) -> list[Style]:
        """One style for each bound."""
        return [Style(**{name: bound}) for name, bound in self._bounds]

    @property
    def _bounds(self) -> list[tuple[str, Range]]:
        found = ((entry.name, getattr(self, entry.name)) for entry in fields(self))
        return [(name, bound) for name, bound in found if bound is not None]


_WORDS = {
    "tracks": "tracks",
    "spaces": "spaces on all tracks",
    "same_length_share": "share of the most frequent length",
    "gray_tracks": "gray tracks",
    "tracks_per_color": "tracks of each colour",
    "spaces_per_color": "spaces of each colour",
    "double_share": "share of double routes",
    "tickets": "tickets",
    "long_tickets": "long tickets",
    "tickets_per_city": "tickets at a city",
    "ticket_values": "points of a ticket",
    "ticket_mean": "mean points of a ticket",
    "ticket_spread": "standard deviation of ticket points",
    "ticket_excess": "points of a ticket minus the spaces of its shortest path",
    "excess_mean": "mean of points minus shortest path",
    "excess_spread": "standard deviation of points minus shortest path",
    "exact_share": "share of tickets worth exactly their shortest path",
}
_FRACTIONS = {
    "same_length_share", "double_share", "ticket_mean", "ticket_spread", "excess_mean", "excess_spread", "exact_share",
}  # fmt: skip
"""Bounds on numbers that are not whole."""


def _in_words(name: str, bound: Range) -> str:
    return f"{bound.low:.2f} to {bound.high:.2f}" if name in _FRACTIONS else bound.whole


def count_colors(design: Design) -> tuple[list[int], list[int]]:
    """Numbers of tracks and of spaces of each colour, gray last."""
    tracks, spaces = [0] * len(TRACK_COLORS), [0] * len(TRACK_COLORS)
    for length, own in zip(design.lengths, design.colors, strict=True):
        for color in own:
            tracks[color] += 1
            spaces[color] += length
    return tracks, spaces


def _count_lengths(design: Design) -> list[int]:
    """Number of tracks of each length."""
    found = [0] * (max(design.lengths) + 1)
    for length, own in zip(design.lengths, design.colors, strict=True):
        found[length] += len(own)
    return found


def excesses(canvas: DesignCanvas, design: Design) -> list[int]:
    """The excess of each ticket in the game: its value minus the spaces of its shortest path."""
    spaces = canvas.path_lengths.spaces(design.lengths)
    return [value - way for value, way in zip(design.values, spaces, strict=True) if value != OUT]


def _mean(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers)


def _spread(numbers: list[int]) -> float:
    """The standard deviation; much faster than ``statistics.pstdev``, which computes with exact fractions."""
    mean = _mean(numbers)
    return sqrt(sum((number - mean) ** 2 for number in numbers) / len(numbers))


def _most_at_city(canvas: DesignCanvas, held: list[int]) -> int:
    return max(Counter(place for number in held for place in canvas.tickets[number].places).values(), default=0)


LEEWAY = 0.2
"""Fraction by which numbers may leave the range of the official boards in the official style; twice that for tracks of
one colour. Official boards that are not built in differ from the built-in ones by as much or more."""

DECK_LEEWAY, MIN_LEEWAY = 0.1, 0.5
"""Fraction by which the smallest, largest, mean and standard deviation of the ticket values may differ from those of
the shortest paths in the reference deck, and the least leeway for mean and standard deviation, in points. Standard
deviations of official decks differ from the usa deck's by up to this fraction, means by more; values in the usa deck
reach 1.1 times its longest path."""


def official_style(canvas: DesignCanvas) -> Style:
    """The style of official boards, for a graph of any size, with tickets like those of the canvas's deck.

    If the canvas has no deck to follow, the tickets are like those of the usa board's first deck.
    """
    tracks, prices = track_rules(), price_rules()
    deck, routes = canvas.deck_shape or model_deck(), len(canvas.graph.routes)
    return Style(
        tracks=tracks.tracks.widened(LEEWAY).times(routes),
        spaces=tracks.spaces.widened(LEEWAY).times(routes),
        same_length_share=Range(0, tracks.same_length_share.widened(LEEWAY).high),
        gray_tracks=tracks.gray_tracks.widened(LEEWAY).times(routes),
        tracks_per_color=tracks.color_tracks.widened(2 * LEEWAY).times(routes),
        spaces_per_color=tracks.color_spaces.widened(LEEWAY).times(routes),
        tickets=Range.about(deck.tickets, LEEWAY),
        long_tickets=Range.about(deck.long_tickets, LEEWAY) if deck.long_tickets else None,
        tickets_per_city=Range(0, max(deck.most_at_city, model_deck().most_at_city)),
        ticket_values=Range(deck.least_length * (1 - DECK_LEEWAY), deck.most_length * (1 + DECK_LEEWAY)),
        ticket_mean=Range.about(deck.mean_length, DECK_LEEWAY, least=MIN_LEEWAY),
        ticket_spread=Range.about(deck.length_spread, DECK_LEEWAY, least=MIN_LEEWAY),
        ticket_excess=prices.excess,
        excess_mean=prices.mean,
        excess_spread=prices.spread,
        exact_share=prices.exact_share,
    )


def free_style(canvas: DesignCanvas) -> Style:
    """No bounds."""
    return Style()


OFFICIAL, FREE = "official", "free"
STYLES: dict[str, Callable[[DesignCanvas], Style]] = {OFFICIAL: official_style, FREE: free_style}


def draw_within(canvas: DesignCanvas, space: DesignSpace, style: Style, rng: Random) -> Design:
    """A random design of the space that satisfies the style; OptionError if none is found."""
    search = _StyleFitting(canvas, space, style, space.random(rng))
    anneal(search, rng, steps=STEPS, hot=HOT, cold=COLD, good_enough=0.0)
    if not style.allows(canvas, search.best):
        hardest_first = sorted(style.singly, key=lambda one: one.miss(canvas, search.best), reverse=True)
        kept = ", ".join(f"{name}: {bound}" for one in hardest_first for name, bound in one.described().items())
        raise OptionError(f"no board satisfies all of these bounds: {kept}; widen some of them")
    return search.best


class _StyleFitting:
    """A design that is being moved into the bounds, for annealing."""

    def __init__(self, canvas: DesignCanvas, space: DesignSpace, style: Style, design: Design) -> None:
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
