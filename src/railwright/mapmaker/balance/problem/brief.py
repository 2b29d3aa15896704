"""What a designer asks for: which players should win how often, what may change, and which bounds apply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, floor
from typing import Any

from railwright.errors import OptionError
from railwright.mapmaker.balance.problem.board_style import FREE, OFFICIAL, STYLES, Style
from railwright.mapmaker.balance.problem.design import OUT, Design, DesignCanvas
from railwright.mapmaker.balance.problem.design_space import (
    LENGTHS,
    VALUES,
    DesignSpace,
    complete_space,
    near_lengths,
    settled_space,
)
from railwright.mapmaker.balance.problem.distance import Target
from railwright.mapmaker.balance.problem.path_prices import PathPrices
from railwright.mapmaker.balance.problem.range import Range

CHANGES = ("board", "tickets", "points")
"""What may change: the whole board, only the values of its tickets, or only the points for its tracks."""

RACING, PUBLISHED = "racing", "published"
METHODS = (RACING, PUBLISHED)

PUBLISHED_GAMES = 80_000
"""Approximate number of games that the published method takes."""

PUBLISHED_PLAYERS = ("one-step", "path", "long-route", "hungry")

SEARCH_GAMES = 1_500_000
"""Default number of games of a search: about ten minutes on two cores. Games, not minutes, so that the same seed gives
the same board on every machine."""

NEAR = 2
"""Default limit, in the official style, on how far a route's length may differ from the original, or on a new graph
from what fits the map."""

MOST_POINTS = 30
"""Most points for a track when the points are chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """What a designer asks for. Validated on creation."""

    players: tuple[str, ...]
    target: Target
    change: str = "board"
    restrict_lengths: int | None = None
    """Limit on how far lengths may differ from the original; None for the default of the style."""
    style: str = FREE
    bounds: Mapping[str, Range] = field(default_factory=dict)
    """Bounds by field of Style; they override those of the named style."""
    method: str = RACING
    games: int = SEARCH_GAMES
    """Games to search with; the published method takes as many as it needs."""
    seed: int = 1

    def __post_init__(self) -> None:
        if len(self.target.shares) != len(self.players):
            raise OptionError(
                f"the target has {len(self.target.shares)} shares for {len(self.players)} players "
                f"({', '.join(self.players)}); give one share for each"
            )
        for option, word, known in (
            ("change", self.change, CHANGES), ("method", self.method, METHODS), ("style", self.style, tuple(STYLES)),
        ):  # fmt: skip
            if word not in known:
                raise OptionError(f"--{option} {word}: must be one of {', '.join(known)}")
        if self.method == PUBLISHED and (self.change != "board" or self.bounds or self.style != FREE):
            raise OptionError(
                "the published method supports no bounds and changes the whole board; use it with --style free, "
                "or use --method racing"
            )
        if self.restrict_lengths is not None and not 0 <= self.restrict_lengths < LENGTHS[-1]:
            raise OptionError(f"--restrict-lengths {self.restrict_lengths}: must be from 0 to {LENGTHS[-1] - 1}")

    def style_on(self, canvas: DesignCanvas) -> Style:
        """The bounds that apply on a canvas. Where only tickets change, only bounds on tickets apply."""
        if self.change == "points":
            return Style()
        style = replace(STYLES[self.style](canvas), **self.bounds)
        if "ticket_excess" in self.bounds:  # it replaces the other bounds on the excess
            style = replace(style, excess_mean=None, excess_spread=None, exact_share=None)
        return style if self.change == "board" else style.of_tickets

    @property
    def follows_paths(self) -> bool:
        """Whether ticket values follow the lengths of the shortest paths."""
        return self.style == OFFICIAL and self.change != "points"

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for a settings file."""
        return {
            "players": list(self.players), "target": list(self.target.shares), "change": self.change,
            "restrict_lengths": self.restrict_lengths, "style": self.style,
            "bounds": {name: str(bound) for name, bound in self.bounds.items()}, "method": self.method,
            "games": self.games, "seed": self.seed,
        }  # fmt: skip


def space_of(brief: Brief, canvas: DesignCanvas, original: Design | None) -> DesignSpace:
    """The space of choices that a brief leaves open."""
    style = brief.style_on(canvas)
    prices = _prices(style, canvas) if brief.follows_paths else None
    values = _values(style)
    if original is not None and brief.change == "tickets":
        return settled_space(original, values=(tuple(values),) * len(canvas.tickets), prices=prices)
    if original is not None and brief.change == "points":
        longest = max(canvas.ruleset.route_points)
        return settled_space(original, points=(tuple(range(1, MOST_POINTS + 1)),) * longest)
    space = complete_space(canvas, values=(OUT, *values), prices=prices)
    limit = NEAR if brief.restrict_lengths is None and brief.style == OFFICIAL else brief.restrict_lengths
    return space if original is None or limit is None else near_lengths(space, original.lengths, limit)


def _prices(style: Style, canvas: DesignCanvas) -> PathPrices:
    """Ticket values by shortest path, within the bounds of the style."""
    assert style.ticket_excess is not None
    assert style.tickets is not None
    excess = range(ceil(style.ticket_excess.low), floor(style.ticket_excess.high) + 1)
    return PathPrices(canvas, tuple(excess), (style.tickets.low + style.tickets.high) / 2)


def _values(style: Style) -> Sequence[int]:
    """The values that tickets may have."""
    if style.ticket_values is None:
        return VALUES[1:]
    return range(max(1, ceil(style.ticket_values.low)), floor(style.ticket_values.high) + 1)


def check_new_graph(brief: Brief) -> None:
    """Refuse options that need an existing board."""
    if brief.change != "board":
        raise OptionError(f"--change {brief.change} needs a board; a new graph has no tickets or tracks yet")
    if brief.restrict_lengths is not None:
        raise OptionError("--restrict-lengths needs a board; a new graph has no lengths yet")
