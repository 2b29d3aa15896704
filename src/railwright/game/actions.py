"""The numbers of all actions, which are the same for players, records, learning masks and the web.

| numbers | action |
| --- | --- |
| 0 to 4 | take the face-up card at this place |
| 5 | draw from the deck |
| 6 | pass |
| 7 | decline to pay the extra cards of a tunnel |
| 10 + k | draw tickets, k of them from the long deck |
| 20 + c | take a passenger of colour c |
| 100 + m | keep the offered tickets whose bits are set in m |
| 300 + c | build a station in city c |
| 400 + t | claim track t |
| 600 + 10 c + n | pay with colour c and n locomotives (c = 8: locomotives only) |
"""

from __future__ import annotations

from dataclasses import dataclass

from railwright.game.board import MAX_CITIES, MAX_LENGTH, MAX_TRACKS
from railwright.game.colors import CARD_KINDS, LOCOMOTIVE, PASSENGER_COLORS
from railwright.game.ruleset import FACE_UP_PLACES, MAX_OFFER

DECK = 5
PASS = 6
DECLINE = 7
TICKETS = 10
PASSENGER = 20
KEEP = 100
STATION = 300
CLAIM = 400
PAY = 600
PAY_STEP = 10
"""Distance between the payments of two colours: room for 0 to 9 locomotives."""

ACTIONS = PAY + PAY_STEP * CARD_KINDS + PAY_STEP
"""Upper bound: all action numbers are below this."""

MAX_LEGAL = 320
"""Room for all legal actions of a decision: at most 5 + 1 + 8 + 64 + 192 in a turn, 127 when keeping tickets."""

assert MAX_LENGTH < PAY_STEP
assert FACE_UP_PLACES == DECK
assert PASSENGER + len(PASSENGER_COLORS) <= KEEP
assert KEEP + 2**MAX_OFFER <= STATION
assert STATION + MAX_CITIES <= CLAIM
assert CLAIM + MAX_TRACKS <= PAY


@dataclass(frozen=True, slots=True)
class Action:
    """The meaning of an action number."""

    kind: str
    """One of row, deck, pass, decline, tickets, passenger, keep, station, claim, pay."""
    value: int = 0
    """By kind: the place in the row, number of long tickets, colour, ticket bits, city, track or colour of payment."""
    locomotives: int = 0
    """For pay: the number of locomotives among the cards."""

    @property
    def kept(self) -> tuple[int, ...]:
        """For keep: the places of the kept tickets in the offer, counted from 0."""
        return tuple(i for i in range(MAX_OFFER) if self.value >> i & 1)


_RANGES = (
    ("row", 0, FACE_UP_PLACES), ("deck", DECK, 1), ("pass", PASS, 1), ("decline", DECLINE, 1),
    ("tickets", TICKETS, MAX_OFFER + 1), ("passenger", PASSENGER, len(PASSENGER_COLORS)), ("keep", KEEP, 2**MAX_OFFER),
    ("station", STATION, MAX_CITIES), ("claim", CLAIM, MAX_TRACKS),
)  # fmt: skip


def decode(number: int) -> Action | None:
    """The meaning of an action number; None if it has none."""
    for kind, first, count in _RANGES:
        if first <= number < first + count:
            return Action(kind, number - first)
    if PAY <= number < PAY + PAY_STEP * CARD_KINDS:
        color, locomotives = divmod(number - PAY, PAY_STEP)
        return Action("pay", color, locomotives)
    return None


def pay(color: int, locomotives: int) -> int:
    """The action that pays with a colour and some locomotives. The colour is LOCOMOTIVE for locomotives only."""
    return PAY + PAY_STEP * color + locomotives


def keep(*places: int) -> int:
    """The action that keeps the offered tickets at these places."""
    return KEEP + sum(1 << place for place in set(places))


def pay_locomotives(count: int) -> int:
    """The action that pays with locomotives only."""
    return pay(LOCOMOTIVE, count)
