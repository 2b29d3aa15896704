"""Find tickets by the names that a user gives them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from railwright.cli.terminal.names import fold
from railwright.errors import UnknownNameError

if TYPE_CHECKING:  # the help of the command must not wait for Numba
    from railwright.game.setup import Setup


def find_tickets(setup: Setup, names: Iterable[str]) -> list[int]:
    """The indices of tickets named by their cities, in either order, with or without accents."""
    known = {
        fold(" ".join(places)): i
        for i, ticket in enumerate(setup.tickets)
        for places in (ticket.places, ticket.places[::-1])
    }
    found = []
    for name in names:
        if fold(name) not in known:
            example = " - ".join(setup.tickets[0].places)
            raise UnknownNameError(f"the deck {setup.deck!r} has no ticket {name!r}; an example of one is {example!r}")
        found.append(known[fold(name)])
    return list(dict.fromkeys(found))
