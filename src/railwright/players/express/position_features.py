"""Writes the features of a position."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, void

from railwright.compiled.bits import BIT, count_bits, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.board import MAX_LENGTH
from railwright.game.colors import CARD_KINDS, COLORS, LOCOMOTIVE, PASSENGER_COLORS
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.ruleset import FACE_UP_PLACES, MAX_SEATS
from railwright.game.scoring import pay_passengers
from railwright.game.state import (
    AT_KEEP,
    AT_MIX,
    AT_PASSENGER,
    AT_PAY,
    AT_SECOND_CARD,
    AT_TURN,
    LONG,
    NONE,
    PRIVATE_TYPE,
    SHORT,
    TABLE_TYPE,
    TICKET_WORDS,
    TRACK_WORDS,
    PrivateState,
    Table,
)
from railwright.players.express.connection_features import write_connections
from railwright.players.express.features import (
    CARDS,
    HAND,
    MORE_TRAINS,
    PASSENGERS,
    PLAN_CARDS,
    PLAN_SPACES,
    PLAN_TRACKS,
    PLAN_VALUE,
    POINTS,
    POSITION,
    POSITION_TYPE,
    ROUNDS,
    SAME_COLOR,
    TICKET_DECK,
    TICKET_POINTS,
    TICKETS,
    TRAINS,
    TURNS,
    WAITING_PASSENGERS,
    PositionFeatures,
)
from railwright.players.express.memory import THOUGHT_TYPE, Thought
from railwright.players.kit.game_length import turns_left
from railwright.players.planner.memory import PLAN_TYPE, PLANNER_TYPE, SCRATCH_TYPE, Planner, Scratch, TrackPlan
from railwright.players.planner.passengers import is_raced, passenger_lead, passengers_waiting
from railwright.players.planner.plan import missing_of
from railwright.players.planner.stations import planned_station

_LAST_TURNS, _RUSH = 8.0, 3.0
_SIX = 6
_BEYOND = 1_000_000
"""More points or trains than there can be."""
_COLORS = len(COLORS)
_PASSENGER_COLORS = len(PASSENGER_COLORS)
_WRITER = void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, PLANNER_TYPE, SCRATCH_TYPE, THOUGHT_TYPE)


@kernel(signature=int64(TABLE_TYPE, int64))
def _has_built(table: Table, seat: int) -> int:
    built = ZERO
    for word in range(TRACK_WORDS):
        built |= table.own[seat, word]
    return int(built != 0)


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, POSITION_TYPE))
def _write_tickets(book: Rulebook, table: Table, mine: PrivateState, seat: int, position: PositionFeatures) -> None:
    count, points, richest = ZERO, ZERO, ZERO
    for word in range(TICKET_WORDS):
        tickets = mine.tickets[word]
        while tickets != 0:
            ticket = 64 * word + lowest_bit(tickets)
            tickets &= tickets - 1
            count += 1
            points += book.ticket_points[ticket]
            richest = max(richest, ZERO + book.ticket_points[ticket])
    position.tickets = count / TICKETS
    position.ticket_points = points / (book.scale * TICKET_POINTS)
    position.richest_ticket = richest / (book.scale * TICKET_POINTS)
    position.all_tickets = (ZERO + table.tickets[seat, SHORT] + table.tickets[seat, LONG]) / (2 * TICKETS)
    position.ticket_deck = (ZERO + table.ticket_deck[SHORT] + table.ticket_deck[LONG]) / TICKET_DECK
    position.least_drawn = book.draw_keep / 2.0


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64))
def has_track_at(book: Rulebook, table: Table, seat: int, city: int) -> int:
    """1 if a seat has a track that ends in a city."""
    found = ZERO
    for word in range(TRACK_WORDS):
        found |= table.own[seat, word] & book.at_city[city, word]
    return int(found != 0)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64))
def open_twins(book: Rulebook, table: Table, seat: int, track: int) -> int:
    """Tracks parallel to a track that the seat may claim."""
    count = ZERO
    for i in range(book.twins.shape[1]):
        twin = book.twins[track, i]
        if twin != NONE and table.open[seat, twin >> 6] & BIT[twin & 63] != 0:
            count += 1
    return count


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, PLAN_TYPE))
def _raced_tracks(book: Rulebook, table: Table, seat: int, plan: TrackPlan) -> int:
    """Tracks of a plan at whose ends another seat has tracks, and to which no parallel track is open."""
    count = ZERO
    for word in range(TRACK_WORDS):
        missing = plan.tracks[word] & ~table.own[seat, word]
        while missing != 0:
            track = 64 * word + lowest_bit(missing)
            missing &= missing - 1
            is_near = False
            for other in range(table.seats):
                if other != seat:
                    is_near |= has_track_at(book, table, other, ZERO + book.city_a[track]) == 1
                    is_near |= has_track_at(book, table, other, ZERO + book.city_b[track]) == 1
            count += is_near and open_twins(book, table, seat, track) == 0
    return count


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, SCRATCH_TYPE, THOUGHT_TYPE, POSITION_TYPE))
def _count_unseen(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, scratch: Scratch, thought: Thought,
    position: PositionFeatures,
) -> None:  # fmt: skip
    """Write what is left of each kind of card: in the deck, or in the hands of others and never shown."""
    left = np.empty(CARD_KINDS, np.int64)
    total = ZERO
    for card in range(CARD_KINDS):
        left[card] = ZERO + book.cards[card] - table.discards[card] - mine.hand[card]
        for other in range(table.seats):
            if other != seat:
                left[card] -= table.shown[other, card]
    for place in range(FACE_UP_PLACES):
        if table.face_up[place] != NONE:
            left[table.face_up[place]] -= 1
    for card in range(CARD_KINDS):
        total += max(ZERO, left[card])
    position.unseen_needed = 0.0
    for card in range(CARD_KINDS):
        thought.unseen[card] = max(ZERO, left[card]) / max(ZERO + 1, total)
        if card == LOCOMOTIVE or scratch.needs[card] > 0:
            position.unseen_needed += thought.unseen[card]
    position.unseen_locomotives = thought.unseen[LOCOMOTIVE]


@kernel(signature=void(TABLE_TYPE, PRIVATE_TYPE, SCRATCH_TYPE, POSITION_TYPE))
def _write_cards(table: Table, mine: PrivateState, scratch: Scratch, position: PositionFeatures) -> None:
    used, needed = ZERO, ZERO
    for rank in range(_COLORS):
        best, most = ZERO, ZERO - 1
        for color in range(_COLORS):
            if used >> color & 1 == 0 and mine.hand[color] > most:
                best, most = ZERO + color, ZERO + mine.hand[color]
        used |= 1 << best
        position.colors[rank] = most / SAME_COLOR
        needed += max(ZERO, scratch.needs[rank])
    locomotives, useful = ZERO, ZERO
    for place in range(FACE_UP_PLACES):
        card = table.face_up[place]
        if card == LOCOMOTIVE:
            locomotives += 1
        elif card != NONE and scratch.needs[card] > 0:
            useful += 1
    position.locomotives = mine.hand[LOCOMOTIVE] / 4.0
    position.needed_cards = needed / 10.0
    position.needed_locomotives = max(ZERO, scratch.needs[LOCOMOTIVE]) / 3.0
    position.face_up_locomotives = locomotives / 2.0
    position.face_up_needed = useful / 3.0
    position.deck = table.deck_size / CARDS
    position.discards = table.discard_size / CARDS


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64, POSITION_TYPE))
def _write_opponents(book: Rulebook, table: Table, seat: int, position: PositionFeatures) -> None:
    points = POINTS * book.scale
    trains, hand, best = ZERO + table.trains[seat], ZERO, ZERO - _BEYOND
    fewest, bare, tickets = ZERO + _BEYOND, ZERO + _BEYOND, ZERO
    for step in range(1, table.seats):
        other = (seat + step) % table.seats
        opponent = position.opponents[step - 1]
        held = ZERO + table.tickets[other, SHORT] + table.tickets[other, LONG]
        without = ZERO + table.trains[other] - table.hand_size[other]
        opponent.plays = 1.0
        opponent.trains = table.trains[other] / TRAINS
        opponent.hand = table.hand_size[other] / HAND
        opponent.points = table.points[other] / points
        opponent.tickets = held / TICKETS
        opponent.has_no_track = 1 - _has_built(table, other)
        opponent.trains_without_cards = without / HAND
        fewest = min(fewest, ZERO + table.trains[other])
        hand = max(hand, ZERO + table.hand_size[other])
        best = max(best, ZERO + table.points[other])
        bare = min(bare, without)
        tickets += held
    position.fewest_trains = fewest / TRAINS
    position.largest_hand = hand / HAND
    position.highest_points = best / points
    position.lead = (table.points[seat] - best) / points
    position.fewest_trains_without_cards = bare / HAND
    position.trains_without_cards = (trains - table.hand_size[seat]) / HAND
    position.is_first_to_end = trains <= fewest
    position.more_trains = (trains - fewest) / MORE_TRAINS
    position.tickets_of_others = tickets / (table.seats - 1) / TICKETS


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64, POSITION_TYPE))
def _write_passengers(book: Rulebook, table: Table, seat: int, position: PositionFeatures) -> None:
    taken, led, raced, waiting = ZERO, ZERO, ZERO, ZERO
    paid = np.zeros(MAX_SEATS, np.int64)
    for color in range(_PASSENGER_COLORS):
        taken += table.taken[seat, color]
        led += passenger_lead(table, seat, color) > 0
        raced += is_raced(table, seat, color)
        waiting += passengers_waiting(book, table, color)
        pay_passengers(book, table, color, paid)
    most = ZERO
    for other in range(table.seats):
        if other != seat:
            most = max(most, paid[other])
    position.passengers = taken / PASSENGERS
    position.led_passengers = led / _PASSENGER_COLORS
    position.waiting_passengers = waiting / WAITING_PASSENGERS
    position.passenger_points = paid[seat] / (POINTS * book.scale)
    position.passenger_lead = (paid[seat] - most) / (POINTS * book.scale)
    position.passenger_races = raced / _PASSENGER_COLORS


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64, int64))
def _open_tracks(book: Rulebook, table: Table, seat: int, shortest: int, longest: int) -> int:
    """Tracks of some lengths that the seat may claim."""
    count = ZERO
    for word in range(book.track_words):
        tracks = book.gray[longest, word] & ~book.gray[shortest - 1, word]
        for color in range(_COLORS):
            tracks |= book.colored[color, longest, word] & ~book.colored[color, shortest - 1, word]
        count += count_bits(tracks & table.open[seat, word])
    return count


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64, POSITION_TYPE))
def _write_rules(book: Rulebook, table: Table, seat: int, position: PositionFeatures) -> None:
    position.has_stations = book.stations > 0
    position.has_passengers = book.passenger_total > 0
    position.longest_path_bonus = 10 * book.longest_path / (POINTS * book.scale)
    position.globetrotter_bonus = 10 * book.globetrotter / (POINTS * book.scale)
    position.stations_left = table.stations_left[seat] / 3.0
    position.one = 1.0
    position.open_fours = _open_tracks(book, table, seat, 4, 4) / 10.0
    position.open_fives = _open_tracks(book, table, seat, 5, 5) / 10.0
    position.open_sixes = _open_tracks(book, table, seat, _SIX, MAX_LENGTH) / 10.0
    position.tunnel_cards = book.tunnel_cards / 3.0
    position.end_trains = book.end_trains / 3.0


@kernel(signature=_WRITER)
def write_position(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, planner: Planner, scratch: Scratch, thought: Thought
) -> None:  # fmt: skip
    """Write the features of a position. The needs of the plan must have been counted."""
    numbers: Any = thought.position[:]
    numbers[:] = 0
    position = numbers.view(POSITION)[0]
    is_keeping = table.stage == AT_KEEP
    position.at_opening = is_keeping and table.opening == 1
    position.at_keep = is_keeping and table.opening == 0
    position.at_turn = table.stage == AT_TURN
    position.at_second_card = table.stage == AT_SECOND_CARD
    position.at_mix = table.stage == AT_MIX
    position.at_pay = table.stage == AT_PAY
    position.at_passenger = table.stage == AT_PASSENGER
    position.seats[table.seats - 2] = 1.0
    tracks, spaces, cards = missing_of(book, table, mine, seat, planner.plan)
    turns = turns_left(book, table) / 100.0
    position.trains = table.trains[seat] / TRAINS
    position.hand = table.hand_size[seat] / HAND
    position.points = table.points[seat] / (POINTS * book.scale)
    position.plan_value = planner.plan.value / PLAN_VALUE
    position.plan_tracks = tracks / PLAN_TRACKS
    position.plan_spaces = spaces / PLAN_SPACES
    position.plan_cards = cards / PLAN_CARDS
    position.spare_trains = (table.trains[seat] - spaces) / TRAINS
    position.is_plan_built = tracks == 0
    position.turns_left = turns / TURNS
    position.last_turns_left = min(turns, _LAST_TURNS) / _LAST_TURNS
    position.is_rush = turns <= _RUSH
    position.rounds = table.turn / table.seats / ROUNDS
    position.is_last_round = table.last_round > 0
    position.last_round_turns = table.last_round / 5.0
    position.has_no_track = 1 - _has_built(table, seat)
    _write_tickets(book, table, mine, seat, position)
    _write_cards(table, mine, scratch, position)
    _count_unseen(book, table, mine, seat, scratch, thought, position)
    _write_opponents(book, table, seat, position)
    position.raced_tracks = _raced_tracks(book, table, seat, planner.plan) / PLAN_TRACKS
    write_connections(book, table, mine, seat, planner.plan, position)
    _write_rules(book, table, seat, position)
    if book.stations > 0:
        position.plans_station = planned_station(book, table, seat, planner.plan) != NONE
    if book.passenger_total > 0:
        _write_passengers(book, table, seat, position)
