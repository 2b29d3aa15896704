"""What the optimisers choose from: the domain of each variable, and partial assignments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from railwright.errors import OptionError
from railwright.game.board import MAX_TRACKS
from railwright.mapmaker.balance.problem.design import OUT, Design
from railwright.mapmaker.balance.problem.design_space import DesignSpace

Value = TypeVar("Value")

Colors = tuple[int, ...]
"""Colours of the tracks of a route."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Partial:
    """A combined partial assignment: what the optimisers have chosen so far, by ticket or route number."""

    values: Mapping[int, int] = field(default_factory=dict)
    tracks: Mapping[int, int] = field(default_factory=dict)
    lengths: Mapping[int, int] = field(default_factory=dict)
    colors: Mapping[int, Colors] = field(default_factory=dict)


NONE_CHOSEN = Partial()


@dataclass(frozen=True, slots=True)
class Choices:
    """The domain of each variable. A variable with one value is settled, and no step is spent on it."""

    values: tuple[tuple[int, ...], ...]
    """Values of each candidate ticket."""
    tracks: tuple[tuple[int, ...], ...]
    """Numbers of tracks of each route: 1 for single, 2 for double."""
    lengths: tuple[tuple[int, ...], ...]
    """Lengths of each route; parallel tracks have the same length."""
    colors: tuple[Mapping[int, tuple[Colors, ...]], ...]
    """Colours of each route, by its number of tracks: the colours of all its tracks together are one value."""
    points: tuple[float, ...] = ()
    """Points for tracks of length 1, 2, ...; empty for those of the ruleset. Always settled."""

    @staticmethod
    def of_space(space: DesignSpace) -> Choices:
        """Everything that a space leaves open."""
        if any(len(choices) > 1 for choices in space.points):
            raise OptionError("the published method does not choose the points for tracks; use --method racing")
        points = tuple(choices[0] for choices in space.points)
        return Choices(space.values, space.tracks, space.lengths, _colors(space), points)

    def complete(self, rng: Random, partial: Partial = NONE_CHOSEN) -> Design:
        """A complete design: unassigned variables are chosen at random."""
        tracks = _filled(self.tracks, partial.tracks, rng)
        colors = [choices[count] for choices, count in zip(self.colors, tracks, strict=True)]
        return Design(
            tuple(_filled(self.lengths, partial.lengths, rng)),
            tuple(_filled(colors, partial.colors, rng)),
            tuple(_filled(self.values, partial.values, rng)),
            self.points,
        )


def open_numbers(choices: Sequence[Sequence[object]]) -> list[int]:
    """The numbers of the variables that are not settled, in order."""
    return [number for number, domain in enumerate(choices) if len(domain) > 1]


def is_playable(design: Design) -> bool:
    """Whether a design makes a playable board: it has tickets, and not too many tracks."""
    return any(value != OUT for value in design.values) and sum(map(len, design.colors)) <= MAX_TRACKS


def _colors(space: DesignSpace) -> tuple[Mapping[int, tuple[Colors, ...]], ...]:
    if space.settled:
        return tuple({len(own): (own,)} for own in space.settled)
    of_count = {count: space.color_choices(count) for counts in space.tracks for count in counts}
    return tuple({count: of_count[count] for count in counts} for counts in space.tracks)


def _filled(choices: Sequence[Sequence[Value]], chosen: Mapping[int, Value], rng: Random) -> list[Value]:
    return [chosen[k] if k in chosen else rng.choice(domain) for k, domain in enumerate(choices)]
