"""Train cards: those of every colour, and the locomotives."""

from __future__ import annotations

from railwright.draw.marks import COLOR_MARKS, LOCOMOTIVE_MARK
from railwright.draw.palette import Theme, ink_on
from railwright.draw.train_spaces import Space
from railwright.game.colors import CARDS, COLORS
from railwright.game.ruleset import Ruleset
from railwright.mapmaker.print.card_pages import LONG_SIDE, SHORT_SIDE
from railwright.mapmaker.print.shapes import Form, Shape, TextLine, box, rounded
from railwright.mapmaker.print.signs import sign_rings

SIZE = (SHORT_SIDE, LONG_SIDE)
FREE_EDGE = 3.0
"""White edge around the colour, which forgives an inexact cut and saves ink."""
MARK, CORNER_MARK = 10.0, 2.7
"""Half-width of the marks in the middle and in the corners of a card; the corners are what a hand of cards shows."""
CORNER = 7.2
"""Distance of a corner mark from the edges of the colour."""
NAME = 4.4
"""Text size of a colour's name."""
LINE = 0.3
FRAME = 3.2
"""Width of the frame in all colours around a locomotive."""


def train_deck(rules: Ruleset, theme: Theme) -> list[list[Shape]]:
    """All train cards of a game, each as its shapes."""
    copies = [rules.cards_per_color] * len(COLORS) + [rules.locomotives]
    cards = [_card(kind, theme) for kind in CARDS]
    return [card for card, number in zip(cards, copies, strict=True) for _ in range(number)]


def _card(kind: str, theme: Theme) -> list[Shape]:
    """A card of a colour, or a locomotive: its mark in the middle and in all corners, and its name."""
    width, height = SIZE
    left, top, right, bottom = FREE_EDGE, FREE_EDGE, width - FREE_EDGE, height - FREE_EDGE
    panel = box(left, top, right - left, bottom - top)
    is_color = kind in COLORS
    fill = theme.tracks[kind] if is_color else theme.land
    mark, ink = COLOR_MARKS.get(kind, LOCOMOTIVE_MARK), ink_on(fill)
    shapes: list[Shape] = [Form((panel,), fill=fill)]
    if not is_color:
        shapes += _color_frame(left, top, right, bottom, theme)
    shapes.append(Form((panel,), stroke=theme.ink, width=LINE))
    shapes += [_mark(mark, x, y, CORNER_MARK, ink) for x in (left + CORNER, right - CORNER)
               for y in (top + CORNER, bottom - CORNER)]  # fmt: skip
    shapes.append(_mark(mark, width / 2, height / 2 - NAME, MARK, ink))
    room = right - left - 4 * FRAME
    shapes.append(TextLine(kind, width / 2, height / 2 + MARK + NAME, NAME, ink, "middle", room, bold=True))
    return [*shapes, Form((box(0, 0, width, height),), stroke=theme.quiet, width=0.1)]


def _mark(path: str, x: float, y: float, size: float, ink: str) -> Form:
    return Form(tuple(ring * size + (x, y) for ring in sign_rings(path)), fill=ink)


def _color_frame(left: float, top: float, right: float, bottom: float, theme: Theme) -> list[Shape]:
    """A frame in all colours, half of them down each side."""
    width, rows = (right - left) / 2, -(-len(COLORS) // 2)
    height = (bottom - top) / rows
    shapes: list[Shape] = []
    for k, color in enumerate(COLORS):
        tile = box(left + k // rows * width, top + k % rows * height, width, height)
        shapes.append(Form((tile,), fill=theme.tracks[color]))
    inside = Space((left + right) / 2, (top + bottom) / 2, 0.0, right - left - 2 * FRAME, bottom - top - 2 * FRAME)
    return [*shapes, Form((rounded(inside, FRAME),), fill=theme.land)]
