"""For Python code: the fewest trains that complete tickets, and the best tickets for the trains that are left.

The answers are exact, and use only what a seat can see. Only trains count: card colours and stations are ignored.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from railwright.compiled.bits import BIT, members
from railwright.errors import OptionError
from railwright.game.state import TICKET_WORDS, TRACK_WORDS
from railwright.game.view import View
from railwright.optimum.compiled_networks import ANY_TRAINS, MAX_PLACES, MAX_WANTED, TOO_MANY, best_tickets


@dataclass(frozen=True, slots=True)
class Network:
    """Tracks with which a seat completes tickets."""

    trains: int
    """Number of trains needed."""
    tracks: tuple[int, ...]
    """Numbers of the tracks to claim, in addition to the seat's own."""
    tickets: tuple[int, ...]
    """Tickets that the network completes, including those that are complete already."""
    points: int
    """Points of these tickets minus those of the other tickets asked about."""


def cheapest_network(view: View, tickets: Iterable[int] | None = None) -> Network | None:
    """The network with the fewest trains that completes all of some tickets, by default those the seat holds.

    None if they cannot all be completed. The seat may have fewer trains left than the network takes.
    """
    asked = _checked(view, tickets)
    network = _best(view, asked, ANY_TRAINS)  # without a budget, it is best to complete every ticket that can be
    return network if network.tickets == asked else None


def best_network(view: View, tickets: Iterable[int] | None = None, *, trains: int | None = None) -> Network:
    """The tickets to complete within a budget of trains so that their points minus those of the others are greatest.

    By default, the tickets are those the seat holds, and the budget is the trains it has left. Ties go to a network
    with the fewest trains.
    """
    if trains is not None and trains < 0:
        raise OptionError(f"trains: must be 0 or more, not {trains}")
    return _best(view, _checked(view, tickets), int(view.table.trains[view.seat]) if trains is None else trains)


def _checked(view: View, tickets: Iterable[int] | None) -> tuple[int, ...]:
    """The tickets asked about, each once, in order."""
    asked = tuple(sorted(set(view.tickets if tickets is None else tickets)))
    last = len(view.setup.tickets) - 1
    for ticket in asked:
        if not 0 <= ticket <= last:
            raise OptionError(f"there is no ticket {ticket}; the tickets of this game are 0 to {last}")
    return asked


def _best(view: View, asked: tuple[int, ...], trains: int) -> Network:
    words, chosen = np.zeros(TICKET_WORDS, np.int64), np.zeros(TICKET_WORDS, np.int64)
    tracks = np.zeros(TRACK_WORDS, np.int64)
    for ticket in asked:
        words[ticket >> 6] |= BIT[ticket & 63]
    book = view.setup.rulebook[0]
    needed = int(best_tickets(book, view.table, view.seat, words[0], words[1], trains, chosen, tracks))
    if needed == TOO_MANY:
        raise OptionError(
            f"too many tickets to plan for at once; give at most {MAX_WANTED} that are not complete yet, "
            f"with at most {MAX_PLACES} different ends"
        )
    complete = tuple(members(chosen))
    points = sum(view.setup.tickets[ticket].points * (1 if ticket in complete else -1) for ticket in asked)
    return Network(needed, tuple(members(tracks)), complete, points)
