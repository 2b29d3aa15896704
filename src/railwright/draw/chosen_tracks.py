"""Draws a choice of tracks on an empty board, such as an optimal one."""

from __future__ import annotations

from collections.abc import Collection

from railwright.draw.board_picture import draw_board
from railwright.draw.palette import LIGHT, Theme
from railwright.draw.position import Position, SeatLine
from railwright.draw.sizes import WIDTH
from railwright.game.setup import Setup
from railwright.words import count


def draw_choice(
    setup: Setup,
    tracks: Collection[int],
    tickets: Collection[int],
    *,
    title: str,
    score: float | None = None,
    captions: Collection[str] = (),
    width: float = WIDTH,
    theme: Theme = LIGHT,
) -> str:
    """Draw a board with some tracks claimed and the ends of the completed tickets highlighted."""
    ends = {name for ticket in tickets for name in setup.tickets[ticket].places}
    touched = {name for track in tracks for name in setup.board.tracks[track].cities}
    cities = setup.board.cities
    chosen = f"{count(len(tracks), 'route')}, {count(len(tickets), 'ticket')}"
    position = Position(
        owners=dict.fromkeys(tracks, 0),
        highlight_tracks=tuple(tracks),
        highlight_cities=[
            city for name in sorted(ends) for city in setup.board.places[name] if cities[city].name in touched
        ],
        title=f"{setup.board.title}: {title}",
        captions=tuple(captions),
        seats=[] if score is None else [SeatLine(chosen, score)],
    )
    return draw_board(setup.board, position=position, width=width, theme=theme)
