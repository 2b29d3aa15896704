"""A design: lengths, colours, double routes and ticket values, chosen on a given canvas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from railwright.game.board import Board, Ticket, Track
from railwright.game.colors import TRACK_COLORS
from railwright.game.ruleset import Ruleset
from railwright.game.setup import Setup
from railwright.mapmaker.balance.graph.graph import Graph
from railwright.mapmaker.balance.problem.decks import DeckShape, ticket_path_lengths
from railwright.mapmaker.balance.problem.path_lengths import TicketPathLengths

OUT = -1
"""The value of a ticket that is not in the game (Smith and Anton 2022)."""

PLAIN = ("normal", 0)
"""Default kind of a track, and the locomotives that it requires."""


@dataclass(frozen=True)
class DesignCanvas:
    """What a design is made on: cities, routes, candidate tickets and the ruleset."""

    graph: Graph
    tickets: tuple[Ticket, ...]
    """Candidate tickets; the design sets their values."""
    ruleset: Ruleset
    deck: str = "base"
    kinds: Mapping[int, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    """For routes with tunnels or ferries: the kind of each track and its locomotives. A new track is like the last."""
    passengers: Mapping[str, int] = field(default_factory=dict)
    deck_shape: DeckShape | None = None
    """What the tickets in the game should be like; None if unspecified."""

    @cached_property
    def ends(self) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
        """For each ticket, the numbers of the cities that count as its first and as its second place."""
        board = Board("", "", "", (), self.graph.cities, (), (), {})
        return tuple((board.places[a], board.places[b]) for a, b in (ticket.places for ticket in self.tickets))

    @cached_property
    def path_lengths(self) -> TicketPathLengths:
        """The shortest paths of the tickets."""
        return TicketPathLengths(len(self.graph.cities), self.graph.routes, self.ends)


@dataclass(frozen=True, slots=True)
class Design:
    """The choices that turn a canvas into a board."""

    lengths: tuple[int, ...]
    """Length of each route."""
    colors: tuple[tuple[int, ...], ...]
    """Colours of each route's tracks: one, or two where the route is double."""
    values: tuple[int, ...]
    """Value of each candidate ticket; OUT if it is not in the game."""
    points: tuple[float, ...] = ()
    """Points for tracks of length 1, 2, ...; empty for those of the ruleset."""

    @property
    def doubles(self) -> int:
        """Number of routes with more than one track."""
        return sum(len(own) > 1 for own in self.colors)


def to_board(canvas: DesignCanvas, design: Design) -> Board:
    """The board of a design."""
    graph, rules = canvas.graph, rules_of(canvas, design)
    tickets = tuple(
        replace(ticket, points=value, decks=(canvas.deck,))
        for ticket, value in zip(canvas.tickets, design.values, strict=True)
        if value != OUT
    )
    return Board(
        graph.name, graph.title, rules.to_dict() if design.points else rules.name, (canvas.deck,), graph.cities,
        tuple(_tracks(canvas, design)), tickets, canvas.passengers, graph.source,
    )  # fmt: skip


def _tracks(canvas: DesignCanvas, design: Design) -> list[Track]:
    names = [city.name for city in canvas.graph.cities]
    tracks = []
    for route, (a, b) in enumerate(canvas.graph.routes):
        length, kinds = design.lengths[route], canvas.kinds.get(route, (PLAIN,))
        for place, color in enumerate(design.colors[route]):
            kind, locomotives = kinds[min(place, len(kinds) - 1)]
            cities = (names[a], names[b])
            tracks.append(Track(cities, place + 1, length, TRACK_COLORS[color], kind, min(locomotives, length)))
    return tracks


def rules_of(canvas: DesignCanvas, design: Design) -> Ruleset:
    """The ruleset of a design: that of the canvas, with the design's points for tracks."""
    if not design.points:
        return canvas.ruleset
    table = dict(enumerate(design.points, 1))
    title = f"{canvas.ruleset.title}, other points for tracks"
    return replace(canvas.ruleset, name=f"{canvas.ruleset.name}-rescored", title=title, route_points=table)


def to_setup(canvas: DesignCanvas, design: Design) -> Setup:
    """The setup for playing a design."""
    return Setup(to_board(canvas, design), rules_of(canvas, design), canvas.deck)


def of_board(board: Board, ruleset: Ruleset, deck: str) -> tuple[DesignCanvas, Design]:
    """A board's canvas, and the board as a design on it. The tickets of the deck are the candidates."""
    graph = Graph.of_board(board)
    number = {pair: route for route, pair in enumerate(graph.routes)}
    lengths = [0] * len(graph.routes)
    colors: list[tuple[int, ...]] = [()] * len(graph.routes)
    kinds: dict[int, tuple[tuple[str, int], ...]] = {}
    for track in board.tracks:
        a, b = sorted(board.city_index[city] for city in track.cities)
        route = number[a, b]
        lengths[route] = track.length
        colors[route] += (TRACK_COLORS.index(track.color),)
        kinds[route] = (*kinds.get(route, ()), (track.kind, track.locomotives))
    special = {route: own for route, own in kinds.items() if any(kind != PLAIN for kind in own)}
    tickets = board.deck(deck)
    shape = DeckShape.of(tickets, ticket_path_lengths(board, tickets))
    canvas = DesignCanvas(graph, tickets, ruleset, deck, special, board.passengers, shape)
    return canvas, Design(tuple(lengths), tuple(colors), tuple(ticket.points for ticket in tickets))
