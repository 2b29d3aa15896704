"""The state of a game, in three parts: what everyone sees, what each seat alone sees, and what nobody sees.

A player is given ``table`` and its own ``PrivateState``: it cannot look further.
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
"""An empty place in the row, no track, no city, no owner."""

# The stages of a turn: what is to be decided now.
AT_MIX = 0
"""How many of the opening tickets come from the long deck."""
AT_KEEP = 1
"""Which of the offered tickets to keep."""
AT_TURN = 2
"""What to do this turn."""
AT_SECOND_CARD = 3
"""Which second card to draw."""
AT_PAY = 4
"""How to pay for the chosen track or station."""
AT_TUNNEL = 5
"""Whether and how to pay what a tunnel asks for."""
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
    """How many cards the deck has."""
    discard_size: Annotated[int, np.int16]
    """How many cards lie on the discard pile."""
    turn: Annotated[int, np.int16]
    """Turns finished since the opening tickets were chosen."""
    track: Annotated[int, np.int16]
    """The track that is being paid for, or NONE."""
    hand_size: Annotated[Ints, np.int16, MAX_SEATS]
    """How many cards each seat holds."""
    seats: Annotated[int, np.int8]
    """How many seats play."""
    seat: Annotated[int, np.int8]
    """Who decides now."""
    stage: Annotated[int, np.int8]
    """The number of the stage: its place in the list of stages."""
    opening: Annotated[int, np.int8]
    """1 while the opening tickets are being chosen."""
    last_round: Annotated[int, np.int8]
    """Turns left once the last round has been set off, otherwise 0."""
    passes: Annotated[int, np.int8]
    """Seats that have passed in a row."""
    face_up: Annotated[Ints, np.int8, FACE_UP_PLACES]
    """The cards of the row, NONE for an empty place."""
    discards: Annotated[Ints, np.int8, CARD_KINDS]
    """How many cards of each kind are discarded."""
    trains: Annotated[Ints, np.int8, MAX_SEATS]
    """Trains that each seat has left."""
    shown: Annotated[Ints, np.int8, MAX_SEATS, CARD_KINDS]
    """Cards that the public history proves to be in a hand: taken face up, or seen at a tunnel, and not yet spent."""
    tickets: Annotated[Ints, np.int16, MAX_SEATS, 2]
    """How many short and long tickets each seat holds."""
    ticket_deck: Annotated[Ints, np.int16, 2]
    """How many tickets are left in the short and the long deck."""
    boxed: Annotated[Ints, np.int16, 2]
    """How many opening tickets, short and long, have left the game."""
    offered: Annotated[Ints, np.int8, 2]
    """How many short and long tickets the deciding seat is looking at."""
    stations_left: Annotated[Ints, np.int8, MAX_SEATS]
    """Stations that each seat has left."""
    station: Annotated[Ints, np.int8, MAX_CITIES]
    """The seat that built a station in each city, or NONE."""
    city: Annotated[int, np.int8]
    """The city of the station that is being paid for, or where a passenger is taken; otherwise NONE."""
    laid_color: Annotated[int, np.int8]
    """At a tunnel: the colour of the cards laid down (the wild card's number if there were only locomotives)."""
    laid_cards: Annotated[int, np.int8]
    """At a tunnel: how many cards of that colour were laid down, locomotives not counted."""
    laid_locomotives: Annotated[int, np.int8]
    """At a tunnel: how many locomotives were laid down."""
    extra: Annotated[int, np.int8]
    """At a tunnel: how many more cards are asked for."""
    revealed: Annotated[Ints, np.int8, TUNNEL_CARDS]
    """At a tunnel: the cards turned over, NONE where there was none."""
    taken: Annotated[Ints, np.int8, MAX_SEATS, len(PASSENGER_COLORS)]
    """Passengers that each seat has, by colour."""


class PrivateState:
    """What one seat alone sees."""

    tickets: Annotated[Ints, np.int64, TICKET_WORDS]
    """The tickets it holds, as bits."""
    returned: Annotated[Ints, np.int64, TICKET_WORDS]
    """Tickets that it put under a deck and that nobody has drawn since."""
    boxed: Annotated[Ints, np.int64, TICKET_WORDS]
    """Opening tickets that it put back into the box."""
    hand: Annotated[Ints, np.int8, CARD_KINDS]
    """How many cards of each kind it holds."""
    offer: Annotated[Ints, np.int8, MAX_OFFER]
    """The tickets it is looking at, long ones first; NONE for the rest."""


class State:
    """A whole game at one moment."""

    rng: Annotated[Any, np.uint64, RNG_WORDS]
    """Everything that is still to come (``chance.py``)."""
    table: Table
    private: Annotated[Any, PrivateState, MAX_SEATS]
    box: Annotated[Ints, np.int64, TICKET_WORDS]
    """Tickets that have left the game."""
    deck: Annotated[Ints, np.int8, CARD_KINDS]
    """How many cards of each kind the deck holds. A card drawn is any of them with equal chance."""
    ticket_order: Annotated[Ints, np.int8, MAX_TICKETS]
    """Both ticket decks as rings: the long one in the places of the long tickets, then the short one."""
    ticket_top: Annotated[Ints, np.int16, 2]
    """Where in its ring the top of each ticket deck is."""


TABLE = dtype_of(Table)
PRIVATE = dtype_of(PrivateState)
STATE = dtype_of(State)

# The same for the signatures of kernels. A kernel without a signature is compiled again for every mix of argument
# types, and to Numba the literal 3 and a variable are of different types.
TABLE_TYPE = numba.from_dtype(TABLE)
PRIVATE_TYPE = numba.from_dtype(PRIVATE)
STATE_TYPE = numba.from_dtype(STATE)

States = NDArray[Any]
"""An array of STATE records. Python code passes arrays of one element: compiled code takes them fastest."""


def copy_states(states: States) -> States:
    """An independent copy, also of the unused bytes between fields, so that equal states have equal bytes."""
    copy: States = states.view(np.uint8).copy().view(STATE)
    return copy


def empty_state() -> States:
    """Room for one state. States are made here and not in compiled code, where they would not outlive the function."""
    return np.zeros(1, STATE)
