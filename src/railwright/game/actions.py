"""The numbers of all actions: the same for players, records, learning masks and the web.

| numbers | action |
| --- | --- |
| 0 to 4 | take the face-up card at this place |
| 5 | draw from the deck |
| 6 | pass |
| 7 | decline to pay what a tunnel asks for |
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
"""Numbers from one colour of payment to the next: room for 0 to 9 locomotives."""

ACTIONS = PAY + PAY_STEP * CARD_KINDS + PAY_STEP
"""All action numbers are below this."""

MAX_LEGAL = 320
"""Room for every legal action of one moment: at most 5 + 1 + 8 + 64 + 192 in a turn, 127 when keeping tickets."""

assert MAX_LENGTH < PAY_STEP
assert FACE_UP_PLACES == DECK
assert PASSENGER + len(PASSENGER_COLORS) <= KEEP
assert KEEP + 2**MAX_OFFER <= STATION
assert STATION + MAX_CITIES <= CLAIM
assert CLAIM + MAX_TRACKS <= PAY


@dataclass(frozen=True, slots=True)
class Action:
    """What an action number means."""

    kind: str
    """One of row, deck, pass, decline, tickets, passenger, keep, station, claim, pay."""
    value: int = 0
    """The place, number of long tickets, colour, ticket bits, city, track or colour of payment."""
    locomotives: int = 0
    """For pay: how many locomotives are among the cards."""

    @property
    def kept(self) -> tuple[int, ...]:
        """For keep: which of the offered tickets, counted from 0."""
        return tuple(i for i in range(MAX_OFFER) if self.value >> i & 1)


_RANGES = (
    ("row", 0, FACE_UP_PLACES), ("deck", DECK, 1), ("pass", PASS, 1), ("decline", DECLINE, 1),
    ("tickets", TICKETS, MAX_OFFER + 1), ("passenger", PASSENGER, len(PASSENGER_COLORS)), ("keep", KEEP, 2**MAX_OFFER),
    ("station", STATION, MAX_CITIES), ("claim", CLAIM, MAX_TRACKS),
)  # fmt: skip


def decode(number: int) -> Action | None:
    """The meaning of an action number, or None if it has none."""
    for kind, first, count in _RANGES:
        if first <= number < first + count:
            return Action(kind, number - first)
    if PAY <= number < PAY + PAY_STEP * CARD_KINDS:
        color, locomotives = divmod(number - PAY, PAY_STEP)
        return Action("pay", color, locomotives)
    return None


def pay(color: int, locomotives: int) -> int:
    """The number of a payment. With locomotives alone the colour is LOCOMOTIVE."""
    return PAY + PAY_STEP * color + locomotives


def keep(*places: int) -> int:
    """The number of keeping the offered tickets at these places."""
    return KEEP + sum(1 << place for place in set(places))


def pay_locomotives(count: int) -> int:
    """The number of a payment with nothing but locomotives."""
    return pay(LOCOMOTIVE, count)
