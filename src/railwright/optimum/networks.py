"""For Python code: the fewest trains that complete tickets, and the best tickets for the trains that are left.

Exact, and honest: everything follows from what a seat sees. Only trains count here: the colours of cards play no part,
and neither do stations.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from railwright.compiled.bits import BIT, members
from railwright.errors import OptionError
from railwright.game.state import TICKET_WORDS, TRACK_WORDS
from railwright.game.view import View
from railwright.optimum.steiner import ANY_TRAINS, MAX_PLACES, MAX_WANTED, TOO_MANY, best_tickets


@dataclass(frozen=True, slots=True)
class Network:
    """Tracks with which a seat completes tickets."""

    trains: int
    """How many trains it takes."""
    tracks: tuple[int, ...]
    """The tracks to claim, by number; the seat's own tracks do the rest."""
    tickets: tuple[int, ...]
    """The tickets that are complete with it, those that are complete already among them."""
    points: int
    """The points of these tickets, less those of the other tickets that were asked about."""


def cheapest_network(view: View, tickets: Iterable[int] | None = None) -> Network | None:
    """The fewest trains with which the seat completes all of some tickets, by default those it holds.

    None if there is no way to complete them all. The seat may have fewer trains left than the network takes.
    """
    asked = _checked(view, tickets)
    found = _best(
        view, asked, ANY_TRAINS
    )  # with any number of trains, every ticket that can be completed is the best choice
    return found if found.tickets == asked else None


def best_network(view: View, tickets: Iterable[int] | None = None, *, trains: int | None = None) -> Network:
    """The tickets to complete so that their points, less those of the others, are greatest, with so many trains.

    By default these are the tickets that the seat holds and the trains it has left. Of equal choices it is one that
    takes the fewest trains.
    """
    if trains is not None and trains < 0:
        raise OptionError(f"the number of trains cannot be {trains}")
    return _best(view, _checked(view, tickets), int(view.table.trains[view.seat]) if trains is None else trains)


def _checked(view: View, tickets: Iterable[int] | None) -> tuple[int, ...]:
    """The tickets asked about, each once, in order."""
    asked = tuple(sorted(set(view.tickets if tickets is None else tickets)))
    last = len(view.setup.tickets) - 1
    for ticket in asked:
        if not 0 <= ticket <= last:
            raise OptionError(f"there is no ticket {ticket}: the tickets of this game are 0 to {last}")
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
            f"too many tickets to plan for at once: at most {MAX_WANTED} that are not complete yet, "
            f"with at most {MAX_PLACES} different ends, are possible"
        )
    complete = tuple(members(chosen))
    points = sum(view.setup.tickets[ticket].points * (1 if ticket in complete else -1) for ticket in asked)
    return Network(needed, tuple(members(tracks)), complete, points)
