"""Draws a game: the public position, or what one seat sees of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from railwright.compiled.bits import members
from railwright.draw import sizes
from railwright.draw.board_layout import Layout, place_board
from railwright.draw.board_picture import draw_board
from railwright.draw.palette import LIGHT, Theme
from railwright.draw.position import Position, SeatLine
from railwright.draw.sizes import WIDTH
from railwright.draw.text import text_width
from railwright.errors import OptionError
from railwright.game.game import Game
from railwright.game.json_words import passenger_words
from railwright.game.printing import hand_words, ticket_names
from railwright.game.scoring import points_of
from railwright.game.setup import Setup
from railwright.game.state import NONE
from railwright.game.view import View
from railwright.words import count


def draw_game(game: Game, names: Sequence[str] | None = None, *, width: float = WIDTH, theme: Theme = LIGHT) -> str:
    """Draw a game as SVG, as everyone sees it. ``names`` are the names of the seats.

    ``railwright.draw_svg`` draws games and other things.
    """
    position = position_of(game, seat_names(game.seats, names))
    return draw_board(game.setup.board, position=position, width=width, theme=theme)


def draw_view(view: View, names: Sequence[str] | None = None, *, width: float = WIDTH, theme: Theme = LIGHT) -> str:
    """Draw what a seat sees as SVG: the public position, its hand and its tickets, with their cities highlighted."""
    setup = view.setup
    layout = place_board(setup.board, width=width)
    held = [setup.tickets[ticket] for ticket in (*view.tickets, *view.offer)]
    captions = [
        f"Hand: {hand_words(view.hand)}",
        *_wrapped(f"Tickets: {ticket_names(setup, view.tickets)}", layout),
        *(_wrapped(f"Offered: {ticket_names(setup, view.offer)}", layout) if view.offer else ()),
    ]
    position = table_position(
        setup,
        view.table,
        seat_names(view.seats, names),
        title=f"{setup.board.title}, seen from seat {view.seat}",
        captions=captions,
        highlight_cities=sorted({city for one in held for place in one.places for city in setup.board.places[place]}),
    )
    return draw_board(setup.board, position=position, theme=theme, layout=layout)


def _wrapped(text: str, layout: Layout) -> list[str]:
    """A list in one or more captions that fit below the map, broken after commas."""
    free = layout.width / layout.unit - 2 * sizes.MARGIN
    first, *others = text.split(", ")
    lines = [first]
    for item in others:
        longer = f"{lines[-1]}, {item}"
        if text_width(longer, sizes.LEGEND_SIZE) <= free:
            lines[-1] = longer
        else:
            lines[-1] += ","
            lines.append(item)
    return lines


def seat_names(seats: int, names: Sequence[str] | None) -> Sequence[str]:
    """The names of the seats, such as ``seat 1`` if there are none."""
    if names is None:
        return [f"seat {seat}" for seat in range(seats)]
    if len(names) != seats:
        raise OptionError(f"the game has {seats} seats, so it needs {seats} names, not {len(names)}")
    return names


def position_of(game: Game, names: Sequence[str]) -> Position:
    """The public position of a game, ready to be drawn; ``names`` are the names of the seats.

    When the game is over, the points include tickets and bonuses.
    """
    title = f"{game.setup.board.title}, after {count(len(game.actions), 'action')}"
    position = table_position(game.setup, game.state.table, names, title=title)
    if not game.is_over:
        return position
    lines = [
        replace(line, points=score, for_tracks=line.points)
        for line, score in zip(position.seats, game.scores(), strict=True)
    ]
    return replace(position, seats=lines)


def table_position(
    setup: Setup,
    table: Any,
    names: Sequence[str],
    *,
    title: str,
    captions: Sequence[str] = (),
    highlight_cities: Collection[int] = (),
) -> Position:
    """The pieces of a public table on the board."""
    board, scale = setup.board, setup.ruleset.scale
    cities = range(len(board.cities))
    owners = {track: seat for seat in range(len(names)) for track in members(table.own[seat])}
    can_be_claimed = {track for seat in range(len(names)) for track in members(table.open[seat])}
    return Position(
        owners=owners,
        closed=set(range(len(board.tracks))) - set(owners) - can_be_claimed,
        stations={city: int(table.station[city]) for city in cities if table.station[city] != NONE},
        passengers={city: passenger_words(int(table.passengers[city])) for city in cities if table.passengers[city]},
        highlight_cities=highlight_cities,
        title=title,
        captions=captions,
        route_points=setup.ruleset.route_points,
        seats=[
            SeatLine(name=name, points=points_of(table.points[seat], scale), trains=int(table.trains[seat]))
            for seat, name in enumerate(names)
        ],
    )
