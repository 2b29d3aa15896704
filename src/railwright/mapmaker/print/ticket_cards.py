"""Ticket cards: the two places, the points, and a small map with the shortest path between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush

import numpy as np

from railwright.draw.board_layout import Layout
from railwright.draw.palette import LIGHT
from railwright.draw.projection import Points
from railwright.game.board import Board, Ticket
from railwright.mapmaker.print.card_pages import LONG_SIDE, SHORT_SIDE, Size
from railwright.mapmaker.print.land import land_shapes, window_of
from railwright.mapmaker.print.printable_names import printed_names
from railwright.mapmaker.print.shapes import Form, Shape, TextLine, box, disc, placed

BAND = 10.0
"""Height of the band with the names."""
EDGE = 3.0
"""Free margin around the cities."""
FINE = 0.2
"""Simplification tolerance of outlines on the card, in millimetres."""
COAST, ROUTE, DOT = 0.12, 0.35, 0.5
"""Line widths of coasts and routes, and radius of cities, on the card."""
PATH, PAPER_WHITE = "#c01515", "#ffffff"
LONG_BAND, SHORT_BAND = "#1f4e79", "#5a4632"
"""Colours of the band on long tickets and on other tickets."""


def ticket_cards(board: Board, layout: Layout, deck: str) -> tuple[Size, list[list[Shape]]]:
    """The size of a deck's cards, which is upright for a tall board, and the cards as shapes."""
    wide = layout.width >= layout.height
    size = (LONG_SIDE, SHORT_SIDE) if wide else (SHORT_SIDE, LONG_SIDE)
    card = make_card_map(board, layout, size)
    return size, [_card(board, ticket, card) for ticket in board.deck(deck)]


@dataclass(frozen=True, slots=True, eq=False)
class CardMap:
    """The small map that all cards share, in the card's coordinates."""

    size: Size
    shapes: list[Shape]
    points: Points
    """Coordinates of the cities."""


def make_card_map(board: Board, layout: Layout, size: Size) -> CardMap:
    """Make the map of land, routes and cities, as large as the cities allow; land fills the card below the names."""
    cities = np.array(layout.cities)
    low, high = cities.min(axis=0), cities.max(axis=0)
    free = np.array([size[0] - 2 * EDGE, size[1] - BAND - 2 * EDGE])
    scale = float((free / np.maximum(high - low, 1.0)).min())
    width, height = size[0] / scale, (size[1] - BAND) / scale
    x, y = ((low + high) / 2 - (width / 2, height / 2)).tolist()
    view = window_of(layout, x, y, width, height)
    ground = land_shapes(board, view, LIGHT, corner=(x, y), tolerance=FINE / scale)
    drawn = [replace(form, width=COAST / scale) for form in ground if isinstance(form, Form)]
    pairs = sorted({tuple(sorted(board.city_index[name] for name in track.cities)) for track in board.tracks})
    lines = tuple((cities[list(pair)] - (x, y)) for pair in pairs)
    drawn.append(Form(lines, stroke=LIGHT.quiet, width=ROUTE / scale, closed=False))
    drawn.append(Form(tuple(disc(u - x, v - y, DOT / scale, 10) for u, v in layout.cities), fill=LIGHT.ink))
    return CardMap(size, placed(drawn, scale, 0.0, BAND), (cities - (x, y)) * scale + (0.0, BAND))


def _card(board: Board, ticket: Ticket, card: CardMap) -> list[Shape]:
    width, height = card.size
    band = LONG_BAND if ticket.long else SHORT_BAND
    path = (card.points[cities_on_path(board, ticket)],)
    shapes = list(card.shapes)
    shapes.append(Form(path, stroke=PAPER_WHITE, width=1.6, closed=False))
    shapes.append(Form(path, stroke=PATH, width=1.0, closed=False))
    ends = [card.points[city] for place in ticket.places for city in board.places[place]]
    shapes += [Form((disc(x, y, 1.6, 20),), fill=PATH, stroke=PAPER_WHITE, width=0.4) for x, y in ends]
    shapes.append(Form((box(0, 0, width, BAND),), fill=band))
    first, second = (printed_names(board)[place] for place in ticket.places)
    shapes += _names(first, second, width)
    x = width - 6.0 if _is_free(ends, width - 6.0, height - 6.0) else 6.0
    shapes.append(Form((disc(x, height - 6.0, 4.4),), fill=band, stroke=PAPER_WHITE, width=0.6))
    points = TextLine(str(ticket.points), x, height - 4.3, 4.8, PAPER_WHITE, "middle", 6.6, bold=True)
    return [*shapes, points, Form((box(0, 0, width, height),), stroke=LIGHT.quiet, width=0.1)]


def _is_free(ends: Sequence[Points], x: float, y: float) -> bool:
    return all(np.hypot(*(end - (x, y))) > 7.0 for end in ends)


def _names(first: str, second: str, width: float) -> list[Shape]:
    """Both names in the band, on one line if the card is wide."""
    room = width - 2 * EDGE
    lines = [(f"{first} – {second}", 0.67, 4.6)] if width > SHORT_SIDE else [(first, 0.43, 3.8), (second, 0.87, 3.8)]
    return [
        TextLine(text, width / 2, BAND * base, size, PAPER_WHITE, "middle", room, bold=True)
        for text, base, size in lines
    ]


def cities_on_path(board: Board, ticket: Ticket) -> list[int]:
    """The cities on a shortest path, in spaces, between the two places of a ticket."""
    around: dict[int, list[tuple[int, int]]] = {}
    for track in board.tracks:
        a, b = (board.city_index[name] for name in track.cities)
        around.setdefault(a, []).append((b, track.length))
        around.setdefault(b, []).append((a, track.length))
    goals = set(board.places[ticket.places[1]])
    waiting: list[tuple[int, int, tuple[int, ...]]]
    waiting = [(0, city, (city,)) for city in board.places[ticket.places[0]]]
    visited: set[int] = set()
    while waiting:
        spaces, city, path = heappop(waiting)
        if city in goals:
            return list(path)
        if city not in visited:
            visited.add(city)
            for other, length in around[city]:
                heappush(waiting, (spaces + length, other, (*path, other)))
    raise AssertionError("a board is connected")
