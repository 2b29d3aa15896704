"""The actions of a setup, numbered without gaps: for learners, whose outputs are one number for each action.

The numbers of ``game/actions.py`` are the same for all boards, with gaps for what a board does not have. Here only
those that can be legal on the setup remain, in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from railwright.errors import IllegalActionError
from railwright.game.action_wording import general_text
from railwright.game.actions import (
    ACTIONS,
    CLAIM,
    DECK,
    DECLINE,
    KEEP,
    PASS,
    PASSENGER,
    STATION,
    TICKETS,
    pay,
    pay_locomotives,
)
from railwright.game.board import Track
from railwright.game.colors import COLORS, PASSENGER_COLORS, TRACK_COLORS
from railwright.game.json_reader import brief
from railwright.game.setup import Setup
from railwright.game.state import NONE


class ActionSpace:
    """The actions that can be legal on a setup, numbered from 0.

    >>> import railwright
    >>> actions = ActionSpace(railwright.load_setup("usa"))
    >>> actions.size, actions.words(5), actions.words(14)
    (169, 'draw from the deck', 'keep tickets 1, 2, 3 of the offer')
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        numbers = sorted(set(_possible(setup)))
        self.numbers: NDArray[np.int16] = np.array(numbers, np.int16)
        """The number of each action in ``game/actions.py``, which is the same for all boards."""
        self.compact: NDArray[np.int16] = np.full(ACTIONS, NONE, np.int16)
        """The other way round: the action here of each such number, -1 if it is not possible on the setup."""
        self.compact[self.numbers] = np.arange(len(numbers))
        for array in (self.numbers, self.compact):
            array.setflags(write=False)

    def __repr__(self) -> str:
        return f"<ActionSpace of {self.setup!r}: {self.size} actions>"

    def __len__(self) -> int:
        return self.size

    @property
    def size(self) -> int:
        """How many actions there are."""
        return len(self.numbers)

    def words(self, action: int) -> str:
        """Describe an action."""
        if not isinstance(action, int | np.integer) or not 0 <= action < self.size:
            raise IllegalActionError(f"actions of {self.setup!r} are 0 to {self.size - 1}, not {brief(action)}")
        return str(general_text(self.setup, int(self.numbers[action])))


def _possible(setup: Setup) -> Iterator[int]:
    """The numbers of all actions that can be legal on a setup."""
    rules, book = setup.ruleset, setup.rulebook[0]
    yield from range(rules.face_up)
    yield from (DECK, PASS)
    yield from _draws(setup)
    yield from _keeps(setup)
    total = int(book["passenger_total"])
    yield from range(PASSENGER, PASSENGER + min(total, len(PASSENGER_COLORS)))
    if rules.stations:
        yield from range(STATION, STATION + len(setup.board.cities))
        for price in range(1, rules.stations + 1):
            yield from _payments(setup, price, range(len(COLORS)))
    for number, track in enumerate(setup.board.tracks):
        if track.length <= rules.trains:
            yield CLAIM + number
            yield from _payments(setup, track.length, _colors(track), int(book["needs"][number]))
        if book["tunnel"][number]:
            yield DECLINE
            for extra in range(1, rules.tunnel_cards + 1):
                yield from _payments(setup, extra, _colors(track))


def _draws(setup: Setup) -> Iterator[int]:
    """Drawing tickets; where the seat announces the mix, one action for each number of long tickets."""
    long = int(setup.rulebook[0]["long_tickets"])
    most = max(setup.dealing.deal.any, setup.dealing.draw.any)
    yield from range(TICKETS, TICKETS + 1 + min(most, long))


def _keeps(setup: Setup) -> Iterator[int]:
    """Keeping offered tickets. A deck that runs out offers fewer."""
    dealing, most = setup.dealing, setup.ruleset.seats[1]
    sums = (draw.short + draw.long + draw.any for draw in (dealing.deal, dealing.draw))
    dealt, drawn = (min(total, len(setup.tickets)) for total in sums)
    long = int(setup.rulebook[0]["long_tickets"])
    short = len(setup.tickets) - long
    lasts = dealing.deal.short * most <= short and dealing.deal.long * most <= long and dealt * most <= short + long
    openings = range(dealt if lasts else 1, dealt + 1)
    for offers, least in ((openings, dealing.keep), (range(1, drawn + 1), dealing.draw_keep)):
        for offered in offers:
            yield from (KEEP + kept for kept in range(1, 1 << offered) if kept.bit_count() >= min(offered, least))


def _colors(track: Track) -> range:
    """The card colours that can pay for a track."""
    color = TRACK_COLORS.index(track.color)
    return range(color, color + 1) if color < len(COLORS) else range(len(COLORS))


def _payments(setup: Setup, cost: int, colors: range, needs: int = 0) -> Iterator[int]:
    """The payments of some cards, at least ``needs`` of them locomotives."""
    each, locomotives = setup.ruleset.cards_per_color, setup.ruleset.locomotives
    for wild in range(max(needs, cost - each), min(cost - 1, locomotives) + 1):
        yield from (pay(color, wild) for color in colors)
    if cost <= locomotives:
        yield pay_locomotives(cost)
