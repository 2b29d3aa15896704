"""The state of a game, in three parts: what everyone sees, what each seat alone sees, and what nobody sees.

A player receives ``table`` and its own ``PrivateState``, and nothing else.
"""

from __future__ import annotations

from typing import Annotated, Any

import numba
import numpy as np
from numpy.typing import NDArray

from railwright.compiled.layout import Ints, dtype_of
from railwright.game.board import MAX_CITIES, MAX_TICKETS, MAX_TRACKS
from railwright.game.chance import RNG_WORDS
from railwright.game.colors import CARD_KINDS, PASSENGER_COLORS
from railwright.game.ruleset import FACE_UP_PLACES, MAX_OFFER, MAX_SEATS

TRACK_WORDS = MAX_TRACKS // 64
TICKET_WORDS = MAX_TICKETS // 64
TUNNEL_CARDS = 3
SHORT, LONG = 0, 1
"""The two ticket decks. Without a division into long and short, all tickets are short."""

PASSENGER_BITS, PASSENGER_MASK = 3, 7
"""Passengers of one colour in one place take three bits: at most seven."""

NONE = -1
"""Marks an empty place in the row, or no track, city or owner."""

# The stages: what the deciding seat has to decide.
AT_MIX = 0
"""How many opening tickets to take from the long deck."""
AT_KEEP = 1
"""Which of the offered tickets to keep."""
AT_TURN = 2
"""What to do this turn."""
AT_SECOND_CARD = 3
"""Which second card to draw."""
AT_PAY = 4
"""How to pay for the chosen track or station."""
AT_TUNNEL = 5
"""Whether and how to pay the extra cards of a tunnel."""
AT_PASSENGER = 6
"""Which passenger to take."""
OVER = 7
"""Nothing: the game has ended."""

STAGES = ("mix", "keep", "turn", "second_card", "pay", "tunnel", "passenger", "over")


class Table:
    """What everyone at the table sees."""

    own: Annotated[Ints, np.int64, MAX_SEATS, TRACK_WORDS]
    """The tracks of each seat, as bits."""
    open: Annotated[Ints, np.int64, MAX_SEATS, TRACK_WORDS]
    """The tracks that each seat may still claim, as bits."""
    points: Annotated[Ints, np.int32, MAX_SEATS]
    """Points for claimed tracks so far, in units of the setup's scale."""
    passengers: Annotated[Ints, np.int32, MAX_CITIES]
    """Passengers that wait at each place: three bits for the number of each colour."""
    deck_size: Annotated[int, np.int16]
    """Number of cards in the deck."""
    discard_size: Annotated[int, np.int16]
    """Number of cards on the discard pile."""
    turn: Annotated[int, np.int16]
    """Turns finished since the opening tickets were chosen."""
    track: Annotated[int, np.int16]
    """The track that is being paid for, or NONE."""
    hand_size: Annotated[Ints, np.int16, MAX_SEATS]
    """Number of cards in each seat's hand."""
    seats: Annotated[int, np.int8]
    """Number of seats in the game."""
    seat: Annotated[int, np.int8]
    """The seat that decides now."""
    stage: Annotated[int, np.int8]
    """The number of the current stage: its index in the list of stages."""
    opening: Annotated[int, np.int8]
    """1 while the opening tickets are being chosen."""
    last_round: Annotated[int, np.int8]
    """Turns left once the last round has begun, otherwise 0."""
    passes: Annotated[int, np.int8]
    """Number of seats that have passed in a row."""
    face_up: Annotated[Ints, np.int8, FACE_UP_PLACES]
    """The face-up cards; NONE for an empty place."""
    discards: Annotated[Ints, np.int8, CARD_KINDS]
    """Number of discarded cards of each kind."""
    trains: Annotated[Ints, np.int8, MAX_SEATS]
    """Trains that each seat has left."""
    shown: Annotated[Ints, np.int8, MAX_SEATS, CARD_KINDS]
    """Cards known to be in a hand from the public history: taken face up, or seen at a tunnel, and not yet spent."""
    tickets: Annotated[Ints, np.int16, MAX_SEATS, 2]
    """Number of short and long tickets that each seat holds."""
    ticket_deck: Annotated[Ints, np.int16, 2]
    """Number of tickets left in the short and the long deck."""
    boxed: Annotated[Ints, np.int16, 2]
    """Number of short and long opening tickets that have left the game."""
    offered: Annotated[Ints, np.int8, 2]
    """Number of short and long tickets offered to the deciding seat."""
    stations_left: Annotated[Ints, np.int8, MAX_SEATS]
    """Stations that each seat has left."""
    station: Annotated[Ints, np.int8, MAX_CITIES]
    """The seat that built a station in each city, or NONE."""
    city: Annotated[int, np.int8]
    """The city of the station that is being paid for, or where a passenger is being taken; otherwise NONE."""
    laid_color: Annotated[int, np.int8]
    """At a tunnel: the colour of the cards laid down; LOCOMOTIVE if there were only locomotives."""
    laid_cards: Annotated[int, np.int8]
    """At a tunnel: number of cards of that colour laid down, without locomotives."""
    laid_locomotives: Annotated[int, np.int8]
    """At a tunnel: number of locomotives laid down."""
    extra: Annotated[int, np.int8]
    """At a tunnel: number of extra cards to be paid."""
    revealed: Annotated[Ints, np.int8, TUNNEL_CARDS]
    """At a tunnel: the cards turned over, NONE where there was none."""
    taken: Annotated[Ints, np.int8, MAX_SEATS, len(PASSENGER_COLORS)]
    """Number of passengers of each colour that each seat has."""


class PrivateState:
    """What one seat alone sees."""

    tickets: Annotated[Ints, np.int64, TICKET_WORDS]
    """The tickets it holds, as bits."""
    returned: Annotated[Ints, np.int64, TICKET_WORDS]
    """Tickets that it returned to the bottom of a deck and that nobody has drawn since, as bits."""
    boxed: Annotated[Ints, np.int64, TICKET_WORDS]
    """Opening tickets that it put back into the box, as bits."""
    hand: Annotated[Ints, np.int8, CARD_KINDS]
    """Number of cards of each kind in its hand."""
    offer: Annotated[Ints, np.int8, MAX_OFFER]
    """The tickets offered to it, long ones first; NONE for the rest."""


class State:
    """The complete state of a game."""

    rng: Annotated[Any, np.uint64, RNG_WORDS]
    """The random generator, which determines all future draws (``chance.py``)."""
    table: Table
    private: Annotated[Any, PrivateState, MAX_SEATS]
    box: Annotated[Ints, np.int64, TICKET_WORDS]
    """Tickets that have left the game, as bits."""
    deck: Annotated[Ints, np.int8, CARD_KINDS]
    """Number of cards of each kind in the deck. Every card of the deck is equally likely to be drawn."""
    ticket_order: Annotated[Ints, np.int8, MAX_TICKETS]
    """Both ticket decks as ring buffers: first that of the long tickets, then that of the short ones."""
    ticket_top: Annotated[Ints, np.int16, 2]
    """The index of the top ticket in each ring."""


TABLE = dtype_of(Table)
PRIVATE = dtype_of(PrivateState)
STATE = dtype_of(State)

# The same types for the signatures of kernels. A kernel without a signature is compiled again for every combination of
# argument types, and to Numba the literal 3 and a variable have different types.
TABLE_TYPE = numba.from_dtype(TABLE)
PRIVATE_TYPE = numba.from_dtype(PRIVATE)
STATE_TYPE = numba.from_dtype(STATE)
STATES_TYPE: Any = numba.types.Array(STATE_TYPE, 1, "C")
"""Python passes records to compiled code as arrays."""

States = NDArray[Any]
"""An array of STATE records. Python code passes arrays of one element, which is the fastest way into compiled code."""


def copy_states(states: States) -> States:
    """An independent copy, including the padding between fields, so that equal states have equal bytes."""
    copy: States = states.view(np.uint8).copy().view(STATE)
    return copy


def empty_state() -> States:
    """A blank state. States are allocated here, as those of compiled code would not outlive the function."""
    return np.zeros(1, STATE)
