"""What the network of express sees of a decision: numbers about the position, and about each choice.

None of them belongs to one board: they say how long a track is or whether the plan needs it, not which track it is. So
one network plays on every board, also on those it has never seen. All come from what the seat sees, and from the
planner's plan for its tickets. Most are scaled to lie between 0 and 1.
"""

from __future__ import annotations

from typing import Annotated, Any

import numba
import numpy as np

from railwright.compiled.layout import dtype_of
from railwright.game.colors import COLORS
from railwright.game.ruleset import MAX_SEATS

Number = Annotated[float, np.float32]


class OpponentFeatures:
    """Another seat."""

    plays: Number
    """1 if there is such a seat."""
    trains: Number
    hand: Number
    """Number of cards."""
    points: Number
    tickets: Number
    has_no_track: Number
    trains_without_cards: Number
    """Trains minus cards in hand."""


class PositionFeatures:
    """The position, as the deciding seat sees it."""

    at_opening: Number
    at_keep: Number
    at_turn: Number
    at_second_card: Number
    at_mix: Number
    at_pay: Number
    at_passenger: Number
    """1 for the stage of the decision."""
    seats: Annotated[Any, np.float32, MAX_SEATS - 1]
    """1 for the number of seats: two, three, four or five."""
    trains: Number
    hand: Number
    points: Number
    tickets: Number
    ticket_points: Number
    richest_ticket: Number
    plan_value: Number
    plan_tracks: Number
    plan_spaces: Number
    plan_cards: Number
    """Tracks of the plan that are not built yet, their spaces, and the cards missing for them."""
    spare_trains: Number
    """Trains that the plan does not need."""
    is_plan_built: Number
    turns_left: Number
    last_turns_left: Number
    """Turns left as far as there are fewer than eight."""
    is_rush: Number
    """1 if three turns or fewer are left."""
    deck: Number
    discards: Number
    rounds: Number
    is_last_round: Number
    last_round_turns: Number
    colors: Annotated[Any, np.float32, len(COLORS)]
    """Cards in hand by colour, the most frequent colour first."""
    locomotives: Number
    needed_cards: Number
    needed_locomotives: Number
    face_up_locomotives: Number
    face_up_needed: Number
    """Cards that the plan needs, and how many face-up cards help."""
    passengers: Number
    led_passengers: Number
    waiting_passengers: Number
    """Passengers that the seat has, colours of which it has most, and passengers that still wait."""
    passenger_points: Number
    passenger_lead: Number
    """Points for passengers if the game ended now, and how many more than the best other seat."""
    passenger_races: Number
    """Colours of passengers in which one more would change who leads."""
    opponents: Annotated[Any, OpponentFeatures, MAX_SEATS - 1]
    """The other seats, in the order in which they play."""
    fewest_trains: Number
    largest_hand: Number
    highest_points: Number
    """Of the other seats."""
    lead: Number
    fewest_trains_without_cards: Number
    trains_without_cards: Number
    is_first_to_end: Number
    more_trains: Number
    """Own trains minus the fewest of another seat."""
    has_stations: Number
    has_passengers: Number
    longest_path_bonus: Number
    globetrotter_bonus: Number
    stations_left: Number
    plans_station: Number
    """1 if the plan builds a station."""
    least_drawn: Number
    """Tickets that must be kept when tickets are drawn."""
    ticket_deck: Number
    one: Number
    """Always 1."""
    open_fours: Number
    open_fives: Number
    open_sixes: Number
    """Tracks of four, of five, and of six or more spaces that the seat may claim."""
    tunnel_cards: Number
    all_tickets: Number
    has_no_track: Number
    tickets_of_others: Number
    """Mean number of tickets of the other seats."""
    end_trains: Number
    completed_tickets: Number
    """Own tickets that the tracks complete."""
    given_up_points: Number
    """Points of own tickets that the plan gives up."""
    unseen_completed: Number
    unseen_planned: Number
    """Share of the tickets that the seat has not seen which its tracks complete, and which they will with the plan."""
    largest_network: Number
    network_lead: Number
    """Spaces of the largest connected network, and how many more than of the largest of another seat."""
    unseen_needed: Number
    unseen_locomotives: Number
    """Share of the cards that the seat has not seen which the plan needs, and which are locomotives."""
    raced_tracks: Number
    """Tracks of the plan that another seat may take soon: it has tracks there, and no parallel track is open."""


class ChoiceFeatures:
    """One of the actions that the seat can choose. What does not apply to it is 0."""

    is_planned: Number
    """1 for the planner's own choice."""
    # a face-up locomotive
    is_locomotive: Number
    locomotive_completes: Number
    """1 if one more card completes what the plan needs."""
    locomotive_is_needed: Number
    # another face-up card
    is_card: Number
    card_need: Number
    card_is_needed: Number
    card_held: Number
    card_is_most_held: Number
    card_again: Number
    """Further face-up cards of the same colour."""
    is_deck: Number
    is_pass: Number
    is_tickets: Number
    long_tickets: Number
    # tickets to keep
    is_keep: Number
    keep_value: Number
    keep_spaces: Number
    keep_points: Number
    keep_count: Number
    keep_tracks: Number
    keep_cards: Number
    keep_spare_trains: Number
    """The joint plan with these tickets: its value, and the same numbers as of the current plan."""
    # a track
    is_claim: Number
    length: Annotated[Any, np.float32, 6]
    """1 for its length: one, two, three, four, five, or six and more."""
    gain: Number
    spent_locomotives: Number
    claim_is_planned: Number
    """1 if it is part of the plan."""
    required_locomotives: Number
    is_tunnel: Number
    trains_after: Number
    ends_game: Number
    open_twins: Number
    own_ends: Number
    joins_own: Number
    """Ends at which the seat has tracks; 1 if both."""
    planned_ends: Number
    others_near: Number
    """Tracks of others at its ends."""
    is_gray: Number
    cards_after: Number
    claim_need: Number
    """Cards of its colour that the plan still needs."""
    passenger_ends: Number
    raced_ends: Number
    """Ends at which passengers wait, and at which one of them would change who leads in its colour."""
    # a passenger
    is_passenger: Number
    passenger_taken: Number
    passenger_lead: Number
    """Passengers of its colour that the seat has, and how many more than the best other seat."""
    passenger_is_raced: Number
    passenger_waits: Number
    """Passengers of its colour that wait anywhere."""
    # a payment
    is_payment: Number
    paid_locomotives: Number
    paid_need: Number
    """Cards of its colour that the plan would lack after it."""
    paid_left: Number
    """Cards of its colour that would stay in hand."""
    # a station
    is_station: Number
    station_price: Number
    # a face-up card, again
    longest_of_color: Number
    longest_missing: Number
    """The longest track of that colour that the seat may claim, and the cards that it lacks for it."""
    card_unseen: Number
    """Share of the cards that the seat has not seen which have this colour."""


POSITION = dtype_of(PositionFeatures)
CHOICE = dtype_of(ChoiceFeatures)
POSITION_SIZE = POSITION.itemsize // 4
CHOICE_SIZE = CHOICE.itemsize // 4
POSITION_TYPE = numba.from_dtype(POSITION)
CHOICE_TYPE = numba.from_dtype(CHOICE)

# What makes a feature 1.
TRAINS, TURNS, HAND, POINTS, TICKETS, TICKET_POINTS = 45.0, 20.0, 30.0, 100.0, 4.0, 20.0
PLAN_VALUE, PLAN_TRACKS, PLAN_SPACES, PLAN_CARDS = 2000.0, 6.0, 20.0, 15.0
CARDS, SAME_COLOR = 110.0, 6.0
TICKET_DECK, ROUNDS, MORE_TRAINS = 30.0, 40.0, 20.0
PASSENGERS, WAITING_PASSENGERS = 15.0, 60.0


def feature_names(dtype: np.dtype[Any]) -> list[str]:
    """The names of all numbers of a record, in order: those of arrays are numbered from 0."""
    names: list[str] = []
    for name in dtype.names or ():
        part = dtype[name]
        base, shape = part.subdtype or (part, ())
        inner = feature_names(base) if base.names else [""]
        for i in range(shape[0] if shape else 1):
            place = f"{name}.{i}" if shape else name
            names += [f"{place}.{field}" if field else place for field in inner]
    return names
