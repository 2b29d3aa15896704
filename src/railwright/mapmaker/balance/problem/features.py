"""Features of a board in numbers: tables 3, 4 and 5 of Smith and Anton (2022)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from railwright.game.board import Board
from railwright.game.colors import TRACK_COLORS


@dataclass(frozen=True, slots=True)
class Features:
    """Counts and shares of a board."""

    routes: int
    tracks: int
    tickets: int
    ticket_value: float
    """Mean value of the tickets."""
    double_share: float
    """Share of the routes that are double."""
    spaces: int
    length: float
    """Mean length of the tracks."""
    track_share: dict[str, float]
    """Share of all tracks by colour, gray first."""
    space_share: dict[str, float]
    """Share of all spaces by colour, gray first."""
    length_share: dict[int, float]
    """Share of all tracks by length."""


def features(board: Board, deck: str) -> Features:
    """The features of a board with one of its ticket decks."""
    tickets = board.deck(deck)
    routes = Counter(frozenset(track.cities) for track in board.tracks)
    tracks, spaces = len(board.tracks), sum(track.length for track in board.tracks)
    of_color = Counter(track.color for track in board.tracks)
    on_color: Counter[str] = Counter()
    for track in board.tracks:
        on_color[track.color] += track.length
    lengths = Counter(track.length for track in board.tracks)
    colors = (TRACK_COLORS[-1], *TRACK_COLORS[:-1])
    return Features(
        routes=len(routes),
        tracks=tracks,
        tickets=len(tickets),
        ticket_value=sum(ticket.points for ticket in tickets) / len(tickets),
        double_share=sum(count > 1 for count in routes.values()) / len(routes),
        spaces=spaces,
        length=spaces / tracks,
        track_share={color: of_color[color] / tracks for color in colors},
        space_share={color: on_color[color] / spaces for color in colors},
        length_share={length: lengths[length] / tracks for length in range(1, max(lengths) + 1)},
    )
