"""The space of designs: for each route its length, tracks and colours; for each ticket whether it is in the game, and
its value; for each length its points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from random import Random

from railwright.game.colors import GRAY, TRACK_COLORS
from railwright.mapmaker.balance.problem.design import OUT, Design, DesignCanvas
from railwright.mapmaker.balance.problem.path_prices import PathPrices

LENGTHS = (1, 2, 3, 4, 5, 6)
"""Route lengths in the original game."""

VALUES = (OUT, *range(5, 26))
"""Ticket values. The paper does not say which it tried; its boards have means of 15 and 19 over 30 tickets, and 15 is
the middle of these values."""

ALL_COLORS = tuple(range(len(TRACK_COLORS)))

Choices = tuple[tuple[int, ...], ...]

SWAPS = 0.5
"""Probability that two routes swap a feature, which keeps the totals, instead of one route changing."""

TOGGLES = 0.2
"""Probability that a change of a ticket takes it out of the game or back into it."""

MAX_TRIES = 40
"""Attempts at a random change before giving up."""


@dataclass(frozen=True)
class DesignSpace:
    """The choices for each feature. A feature with one choice is settled."""

    lengths: Choices
    """Lengths of each route."""
    tracks: Choices
    """Numbers of tracks of each route: 1 for single, 2 for double."""
    colors: tuple[int, ...]
    """Colours of any track; empty if all colours are settled."""
    values: Choices
    """Values of each candidate ticket."""
    points: tuple[tuple[float, ...], ...] = ()
    """Points for each length from 1; empty for those of the ruleset."""
    settled: tuple[tuple[int, ...], ...] = ()
    """The colours of each route's tracks, if they are settled."""
    prices: PathPrices | None = None
    """How ticket values follow shortest paths; ``values`` is then unused. None if they may be any of ``values``."""

    @cached_property
    def open_features(self) -> list[str]:
        """The features in which designs of this space can differ."""
        found = [
            name for name in ("lengths", "tracks", "values", "points") if any(len(c) > 1 for c in getattr(self, name))
        ]
        if self.prices is not None:
            found = [name for name in found if name != "values"] + ["prices"]
        return found + (["colors"] if len(self.colors) > 1 else [])

    def holds(self, design: Design) -> bool:
        """Whether the space contains a design; its points for tracks are not checked."""
        return (
            all(length in choices for length, choices in zip(design.lengths, self.lengths, strict=True))
            and all(len(own) in choices for own, choices in zip(design.colors, self.tracks, strict=True))
            and self._holds_values(design)
            and (design.colors == self.settled or all(map(may_be_parallel, design.colors)))
        )

    def _holds_values(self, design: Design) -> bool:
        if self.prices is not None:
            return self.prices.hold(design.lengths, design.values)
        return all(value in choices for value, choices in zip(design.values, self.values, strict=True))

    def random(self, rng: Random) -> Design:
        """A random design of the space."""
        tracks = [rng.choice(choices) for choices in self.tracks]
        colors = self.settled or tuple(self.random_colors(count, rng) for count in tracks)
        lengths = tuple(rng.choice(choices) for choices in self.lengths)
        if self.prices is not None:
            values = self.prices.random(lengths, rng)
        else:
            values = tuple(rng.choice(choices) for choices in self.values)
        return Design(lengths, colors, values, tuple(sorted(rng.choice(choices) for choices in self.points)))

    def random_colors(self, tracks: int, rng: Random) -> tuple[int, ...]:
        """Random colours for the tracks of a route."""
        colors = [rng.choice(self.colors) for _ in range(tracks)]
        while not may_be_parallel(colors):
            colors[-1] = rng.choice(self.colors)
        return tuple(colors)

    def color_choices(self, tracks: int) -> tuple[tuple[int, ...], ...]:
        """All combinations of colours that the tracks of a route may have."""
        return tuple(filter(may_be_parallel, product(self.colors, repeat=tracks)))

    def change(self, design: Design, rng: Random) -> Design:
        """The design with one random change; the same design if none was found."""
        features = self.open_features
        for _ in range(MAX_TRIES if features else 0):
            changed = _CHANGES[rng.choice(features)](self, design, rng)
            if changed is not None and changed != design:
                return changed
        return design


def may_be_parallel(colors: Sequence[int]) -> bool:
    """Whether the tracks of a route may have these colours: all different, or all gray, as on printed boards."""
    return all(color == GRAY for color in colors) if GRAY in colors else len(set(colors)) == len(colors)


def _change_lengths(space: DesignSpace, design: Design, rng: Random) -> Design | None:
    one, other = rng.randrange(len(design.lengths)), rng.randrange(len(design.lengths))
    lengths = list(design.lengths)
    if rng.random() < SWAPS:
        if lengths[one] not in space.lengths[other] or lengths[other] not in space.lengths[one]:
            return None
        lengths[one], lengths[other] = lengths[other], lengths[one]
    else:
        lengths[one] = rng.choice(space.lengths[one])
    chosen = tuple(lengths)
    if space.prices is None or chosen == design.lengths:
        return replace(design, lengths=chosen)
    return replace(design, lengths=chosen, values=space.prices.follow(design, chosen))


def _change_tracks(space: DesignSpace, design: Design, rng: Random) -> Design | None:
    one = rng.randrange(len(design.colors))
    count = rng.choice(space.tracks[one])
    colors = list(design.colors)
    old = colors[one]
    if count == len(old):
        return None
    if count < len(old):
        colors[one] = old[:1]
    else:
        colors[one] = (*old, rng.choice(space.colors))
        if not may_be_parallel(colors[one]):
            return None
    if rng.random() < SWAPS:  # another route makes the opposite change
        other = rng.randrange(len(colors))
        if len(colors[other]) != count or len(old) not in space.tracks[other]:
            return None
        colors[other] = old if len(old) > 1 else colors[other][:1]
    return replace(design, colors=tuple(colors))


def _change_colors(space: DesignSpace, design: Design, rng: Random) -> Design | None:
    one, other = rng.randrange(len(design.colors)), rng.randrange(len(design.colors))
    colors = [list(own) for own in design.colors]
    place = rng.randrange(len(colors[one]))
    if rng.random() < SWAPS:
        across = rng.randrange(len(colors[other]))
        colors[one][place], colors[other][across] = colors[other][across], colors[one][place]
    elif len(colors[one]) > 1 and rng.random() < SWAPS:
        colors[one] = list(space.random_colors(len(colors[one]), rng))
    else:
        colors[one][place] = rng.choice(space.colors)
    if not (may_be_parallel(colors[one]) and may_be_parallel(colors[other])):
        return None
    return replace(design, colors=tuple(map(tuple, colors)))


def _change_values(space: DesignSpace, design: Design, rng: Random) -> Design | None:
    one = rng.randrange(len(design.values))
    values = list(design.values)
    choices = space.values[one]
    if OUT in choices and rng.random() < TOGGLES:
        values[one] = rng.choice(choices[1:]) if values[one] == OUT else OUT
    else:
        values[one] = rng.choice(choices)
    return replace(design, values=tuple(values))


def _change_prices(space: DesignSpace, design: Design, rng: Random) -> Design | None:
    assert space.prices is not None
    values = space.prices.change(design, rng)
    return None if values is None else replace(design, values=values)


def _change_points(space: DesignSpace, design: Design, rng: Random) -> Design | None:
    one = rng.randrange(len(design.points))
    points = list(design.points)
    points[one] = rng.choice(space.points[one])
    if points != sorted(points):  # a longer track is never worth less
        return None
    return replace(design, points=tuple(points))


_CHANGES = {
    "lengths": _change_lengths,
    "tracks": _change_tracks,
    "colors": _change_colors,
    "values": _change_values,
    "prices": _change_prices,
    "points": _change_points,
}


def complete_space(
    canvas: DesignCanvas, *, values: Sequence[int] = VALUES, prices: PathPrices | None = None
) -> DesignSpace:  # fmt: skip
    """The space in which everything is open, as in the paper's complete optimisation."""
    routes = len(canvas.graph.routes)
    return DesignSpace(
        lengths=(LENGTHS,) * routes,
        tracks=((1, 2),) * routes,
        colors=ALL_COLORS,
        values=(tuple(values),) * len(canvas.tickets),
        prices=prices,
    )


def near_lengths(space: DesignSpace, lengths: Sequence[int], by: int) -> DesignSpace:
    """The same space with lengths that differ by at most ``by`` from these."""
    near = tuple(
        tuple(choice for choice in choices if abs(choice - length) <= by)
        for choices, length in zip(space.lengths, lengths, strict=True)
    )
    return replace(space, lengths=near)


def settled_space(
    original: Design, *, values: Choices = (), prices: PathPrices | None = None,
    points: tuple[tuple[float, ...], ...] = (),
) -> DesignSpace:  # fmt: skip
    """The space of the original design alone, except for ticket values or points for tracks where they are given."""
    return DesignSpace(
        lengths=tuple((length,) for length in original.lengths),
        tracks=tuple((len(own),) for own in original.colors),
        colors=(),
        values=values or tuple((value,) for value in original.values),
        points=points,
        settled=original.colors,
        prices=prices,
    )
