"""Printed shapes, in millimetres: they can be moved, scaled, clipped to a window and drawn on any sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from railwright.draw.earth.terrain import clip_ring
from railwright.draw.projection import Points
from railwright.draw.train_spaces import Space

ROUNDING = 4
"""Number of points of a rounded corner."""

Window = tuple[float, float, float, float]
"""Left edge, top edge, width and height of a part of a page."""


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """A filled or outlined area of one or more rings, or an open line."""

    rings: tuple[Points, ...]
    """Rings to be filled by the even-odd rule."""
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, float] | None = None
    closed: bool = True

    def placed(self, scale: float, x: float, y: float) -> Form:
        """The form, scaled and moved."""
        dash = (self.dash[0] * scale, self.dash[1] * scale) if self.dash else None
        rings = tuple(ring * scale + (x, y) for ring in self.rings)
        return replace(self, rings=rings, width=self.width * scale, dash=dash)

    def bounds(self) -> tuple[Points, Points]:
        """The corners of its bounding box, including the outline."""
        every = np.concatenate(self.rings)
        return every.min(axis=0) - self.width, every.max(axis=0) + self.width


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text; ``y`` is its baseline."""

    text: str
    x: float
    y: float
    size: float
    color: str
    align: str = "start"
    """Part of the text that is at ``x``: start, middle or end."""
    room: float = 0.0
    """Maximum width: wider text is scaled down; 0 for no limit."""
    bold: bool = False
    halo: str = ""
    """Colour of the outline behind the letters; empty for none."""

    def placed(self, scale: float, x: float, y: float) -> TextLine:
        """The text, scaled and moved."""
        return replace(self, x=self.x * scale + x, y=self.y * scale + y, size=self.size * scale, room=self.room * scale)

    def bounds(self) -> tuple[Points, Points]:
        """The corners of a box that certainly contains it."""
        wide = max(self.room, len(self.text) * self.size)
        left = {"start": 0.0, "middle": 0.5, "end": 1.0}[self.align] * wide
        low = np.array([self.x - left, self.y - 1.2 * self.size])
        return low, low + np.array([wide, 1.6 * self.size])


Shape = Form | TextLine


def placed(shapes: Iterable[Shape], scale: float, x: float, y: float) -> list[Shape]:
    """All shapes, scaled and moved."""
    return [shape.placed(scale, x, y) for shape in shapes]


def within(shapes: Iterable[Shape], low: Points, high: Points) -> Iterator[Shape]:
    """The shapes that intersect a window; filled areas without an outline are clipped to it."""
    for shape in shapes:
        bottom, top = shape.bounds()
        if (top < low).any() or (bottom > high).any():
            continue
        if isinstance(shape, Form) and shape.closed and not shape.stroke:
            cut = tuple(ring for ring in (clip_ring(ring, low, high) for ring in shape.rings) if len(ring) > 2)
            if cut:
                yield replace(shape, rings=cut)
        else:
            yield shape


def box(x: float, y: float, width: float, height: float) -> Points:
    """The ring of a rectangle."""
    return np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def disc(x: float, y: float, radius: float, corners: int = 32) -> Points:
    """The ring of a circle."""
    turn = 2 * np.pi * np.arange(corners) / corners
    return np.column_stack([x + radius * np.cos(turn), y + radius * np.sin(turn)])


def rounded(space: Space, radius: float) -> Points:
    """The outline of a train space with rounded corners."""
    quarter = np.linspace(0.0, np.pi / 2, ROUNDING)
    arc = radius * np.column_stack([np.cos(quarter), np.sin(quarter)])
    half = np.array([space.length, space.width]) / 2 - radius
    turns = ((1, 1), (-1, 1), (-1, -1), (1, -1))
    parts = []
    for k, (right, down) in enumerate(turns):
        corner = arc * (right, down) + half * (right, down)
        parts.append(corner if k % 2 == 0 else corner[::-1])
    flat = np.concatenate(parts)
    angle = np.radians(space.angle)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray(flat @ turn + (space.x, space.y))
