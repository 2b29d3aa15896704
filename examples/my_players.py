"""Two players of your own: one compiled, one in ordinary Python. They import stable names only (docs/python.md).

railwright simulate --players examples/my_players.py:builder,examples/my_players.py:Thrifty,random --games 500
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from railwright import Player, View, compiled_player
from railwright.compiled.rng import below

DECK, TICKETS, KEEP, CLAIM, PAY = 5, 10, 100, 400, 600
"""The first numbers of the kinds of actions: docs/actions.md."""


@compiled_player
def builder(book: Any, table: Any, mine: Any, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Claims the longest track it can pay for; otherwise draws from the deck."""
    best = -1
    for i in range(count):
        action = legal[i]
        if CLAIM <= action < PAY and (best < 0 or book.length[action - CLAIM] > book.length[best - CLAIM]):
            best = action
    if best >= 0:
        return best
    for i in range(count):
        if legal[i] == DECK:
            return DECK
    return int(legal[below(source, count)])


class Thrifty(Player):
    """Keeps the cheapest tickets, never draws more, and claims whatever extends its network."""

    name = "thrifty"
    summary = "Grows one network, spending as few locomotives as it can."

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Choose one of the legal actions."""
        if view.stage == "keep":
            return min(legal, key=lambda action: self._ticket_points(view, action))
        board = view.setup.board
        own_cities = {city for track in view.tracks(view.seat) for city in board.tracks[track].cities}
        claims = [action for action in legal if CLAIM <= action < PAY]
        joined = [action for action in claims if own_cities & set(board.tracks[action - CLAIM].cities)]
        if joined or (claims and not own_cities):
            return max(joined or claims, key=lambda action: board.tracks[action - CLAIM].length)
        payments = [action for action in legal if action >= PAY]
        if payments:
            return min(payments, key=lambda action: action % 10)  # the last digit is the number of locomotives
        draws = [action for action in legal if action <= DECK]
        others = [action for action in legal if not TICKETS <= action < TICKETS + 8]
        return int(self.rng.choice(draws or others or list(legal)))

    @staticmethod
    def _ticket_points(view: View, action: int) -> int:
        kept = [ticket for place, ticket in enumerate(view.offer) if (action - KEEP) >> place & 1]
        return sum(view.setup.tickets[ticket].points for ticket in kept)
