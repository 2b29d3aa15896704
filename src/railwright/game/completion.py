"""Which tickets of a seat are completed: the part of the score that is needed all the time during a game."""

from __future__ import annotations

from collections import Counter
from math import prod
from typing import Any

import numpy as np

from railwright.compiled.bits import members
from railwright.compiled.kernel import kernel
from railwright.game.board import MAX_CITIES
from railwright.game.game import Game
from railwright.game.network import connect_own, lend_tracks, rate_tickets
from railwright.game.ruleset import MAX_STATIONS
from railwright.game.setup import Setup
from railwright.game.state import TICKET_WORDS


@kernel
def find_completed(books: Any, states: Any, seat: int, alone: Any, helped: Any) -> None:
    """The tickets that a seat's own tracks complete, and those completed with the best use of its stations."""
    book, table, tickets = books[0], states[0].table, states[0].private[seat].tickets
    parent = np.empty(MAX_CITIES, np.int64)
    lent = np.empty(MAX_STATIONS, np.int16)
    connect_own(book, table.own[seat], parent)
    rate_tickets(book, tickets, table.own[seat], parent, alone)
    lend_tracks(book, table, seat, tickets, parent, helped, lent)


def completed_tickets(game: Game, seat: int) -> tuple[set[int], set[int]]:
    """The tickets that a seat's own tracks complete, and those completed with the best use of its stations."""
    alone, helped = np.zeros(TICKET_WORDS, np.int64), np.zeros(TICKET_WORDS, np.int64)
    find_completed(game.setup.rulebook, game.states, seat, alone, helped)
    return set(members(alone)), set(members(helped))


def completion_bound(setup: Setup) -> int:
    """Upper bound on the steps, of some nanoseconds each, of ``completed_tickets`` in any game of a setup.

    All combinations of borrowed tracks are tried, so a board with three hubs of sixty tracks would take seconds.
    """
    tracks = Counter(city for track in setup.board.tracks for city in track.cities)
    loans = prod(1 + count for _, count in tracks.most_common(setup.ruleset.stations))
    places = setup.board.places
    return loans * sum(len(places[ticket.places[0]]) * len(places[ticket.places[1]]) for ticket in setup.tickets)
