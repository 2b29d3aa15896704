"""A design: a board being made. What is given is the canvas; lengths, colours, doubles and ticket values are chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from railwright.game.board import Board, Ticket, Track
from railwright.game.colors import TRACK_COLORS
from railwright.game.ruleset import Ruleset
from railwright.game.setup import Setup
from railwright.mapmaker.balance.graph.graph import Graph

OUT = -1
"""The value of a ticket that is not in the game (Smith and Anton 2022)."""


@dataclass(frozen=True)
class Canvas:
    """What a design is made on: cities, routes, the pairs of cities that may become tickets, and the rules."""

    graph: Graph
    pairs: tuple[tuple[int, int], ...]
    """Numbers of cities of each ticket that may be."""
    ruleset: Ruleset
    deck: str = "base"

    @cached_property
    def route_number(self) -> dict[tuple[int, int], int]:
        """The number of the route between two cities, the smaller first."""
        return {pair: number for number, pair in enumerate(self.graph.routes)}


@dataclass(frozen=True, slots=True)
class Design:
    """The choices that make a canvas a board."""

    lengths: tuple[int, ...]
    """Of each route."""
    colors: tuple[tuple[int, ...], ...]
    """Of each route's tracks: one, or two where the route is double."""
    values: tuple[int, ...]
    """Of each ticket that may be; OUT if it is not in the game."""
    points: tuple[float, ...] = ()
    """For tracks of length 1, 2, ...; none if they are those of the rules."""

    @property
    def doubles(self) -> int:
        """How many routes have two tracks."""
        return sum(len(own) > 1 for own in self.colors)


def to_board(canvas: Canvas, design: Design, *, name: str = "", title: str = "") -> Board:
    """The board of a design."""
    graph = canvas.graph
    rules = rules_of(canvas, design)
    names = [city.name for city in graph.cities]
    tracks = tuple(
        Track((names[a], names[b]), number, length, TRACK_COLORS[color])
        for (a, b), length, own in zip(graph.routes, design.lengths, design.colors, strict=True)
        for number, color in enumerate(own, 1)
    )
    tickets = tuple(
        Ticket((names[a], names[b]), value, decks=(canvas.deck,))
        for (a, b), value in zip(canvas.pairs, design.values, strict=True)
        if value != OUT
    )
    return Board(
        name or graph.name, title or graph.title, rules.to_dict() if design.points else rules.name, (canvas.deck,),
        graph.cities, tracks, tickets, {}, graph.source,
    )  # fmt: skip


def rules_of(canvas: Canvas, design: Design) -> Ruleset:
    """The rules of a design's game: those of the canvas, with the points for tracks that the design chose."""
    if not design.points:
        return canvas.ruleset
    table = dict(enumerate(design.points, 1))
    title = f"{canvas.ruleset.title}, other points for tracks"
    return replace(canvas.ruleset, name=f"{canvas.ruleset.name}-rescored", title=title, route_points=table)


def to_setup(canvas: Canvas, design: Design) -> Setup:
    """A design, ready to be played."""
    return Setup(to_board(canvas, design), rules_of(canvas, design), canvas.deck)


def of_board(board: Board, ruleset: Ruleset, deck: str) -> tuple[Canvas, Design]:
    """A board's canvas, and the board as a design on it. Its tickets are the pairs that may become tickets."""
    graph = Graph.of_board(board)
    index = board.city_index
    tickets = board.deck(deck)
    canvas = Canvas(graph, tuple((index[a], index[b]) for a, b in (t.places for t in tickets)), ruleset, deck)
    lengths = [0] * len(graph.routes)
    colors: list[list[int]] = [[] for _ in graph.routes]
    for track in board.tracks:
        a, b = sorted(index[city] for city in track.cities)
        number = canvas.route_number[a, b]
        lengths[number] = track.length
        colors[number].append(TRACK_COLORS.index(track.color))
    return canvas, Design(tuple(lengths), tuple(map(tuple, colors)), tuple(ticket.points for ticket in tickets))
