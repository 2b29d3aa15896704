"""The choices of a decision: which actions are compared, and their features."""

from __future__ import annotations

from typing import Any

from numba import int16, int64, void

from railwright.compiled.bits import BIT
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.actions import CLAIM, DECK, KEEP, PASS, PASSENGER, PAY, PAY_STEP, STATION, TICKETS
from railwright.game.board import MAX_LENGTH
from railwright.game.colors import COLORS, GRAY, LOCOMOTIVE, PASSENGER_COLORS
from railwright.game.payment import price, station_price
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.ruleset import FACE_UP_PLACES, MAX_OFFER
from railwright.game.state import (
    NONE,
    PASSENGER_BITS,
    PASSENGER_MASK,
    PRIVATE_TYPE,
    TABLE_TYPE,
    TICKET_WORDS,
    TRACK_WORDS,
    PrivateState,
    Table,
)
from railwright.players.express.features import (
    CHOICE,
    CHOICE_TYPE,
    PLAN_CARDS,
    PLAN_SPACES,
    PLAN_TRACKS,
    PLAN_VALUE,
    SAME_COLOR,
    TICKET_POINTS,
    TRAINS,
    ChoiceFeatures,
)
from railwright.players.express.memory import THOUGHT_TYPE, Thought
from railwright.players.express.position_features import has_track_at, open_twins
from railwright.players.planner.memory import PLAN_TYPE, PLANNER_TYPE, SCRATCH_TYPE, Planner, Scratch, TrackPlan
from railwright.players.planner.passengers import is_raced, passenger_lead, passengers_waiting
from railwright.players.planner.plan import cards_missing, gain_of, make_plan, missing_of, most_of_a_color
from railwright.players.planner.stations import planned_station

PLANNED_LENGTH = 3
"""Spaces added to the length of a planned track when claims are ranked by length."""

_COLORS = len(COLORS)
_GAIN = 1500.0
_LONGEST_KIND = 6


@kernel(signature=int64(TABLE_TYPE, int64, int64))
def _is_repeated(table: Table, action: int, favourite: int) -> int:
    """1 if the same kind of card is face up at an earlier place or is the favourite."""
    card = table.face_up[action]
    found = favourite < DECK and table.face_up[favourite] == card
    for place in range(action):
        found |= table.face_up[place] == card
    return int(found)


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int16[::1], int64, PLAN_TYPE, THOUGHT_TYPE))
def list_choices(
    book: Rulebook, table: Table, legal: Any, favourite: int, plan: TrackPlan, thought: Thought
) -> None:  # fmt: skip
    """List the actions to compare, the planner's favourite first.

    These are one face-up card of each kind, tickets, the station of the plan, payments, passengers, and the longest
    claims, planned tracks first.
    """
    actions = thought.actions
    actions[0] = favourite
    count = 1
    city = planned_station(book, table, ZERO + table.seat, plan)
    for i in range(len(legal)):
        action = ZERO + legal[i]
        is_listed_later = CLAIM <= action < PAY
        is_idle_station = STATION <= action < CLAIM and (city == NONE or action != STATION + city)
        if action == favourite or is_listed_later or is_idle_station or count == thought.most:
            continue
        if action >= DECK or not _is_repeated(table, action, favourite):
            actions[count] = action
            count += 1
    for rank in range(MAX_LENGTH + PLANNED_LENGTH, 0, -1):
        for i in range(len(legal)):
            action = ZERO + legal[i]
            if action < CLAIM or action >= PAY or action == favourite or count == thought.most:
                continue
            track = action - CLAIM
            is_planned = plan.tracks[track >> 6] & BIT[track & 63] != 0
            if rank == book.length[track] + PLANNED_LENGTH * is_planned:
                actions[count] = action
                count += 1
    thought.count = count


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64))
def _longest_of_color(book: Rulebook, table: Table, seat: int, color: int) -> int:
    """The length of the longest track of a colour that the seat may claim and has trains for."""
    for length in range(min(ZERO + MAX_LENGTH, ZERO + table.trains[seat]), 0, -1):
        for word in range(book.track_words):
            tracks = book.colored[color, length, word] & ~book.colored[color, length - 1, word]
            if tracks & table.open[seat, word] != 0:
                return length
    return ZERO


@kernel(
    signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64, SCRATCH_TYPE, THOUGHT_TYPE, CHOICE_TYPE)
)  # fmt: skip
def _write_card(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, card: int, scratch: Scratch, thought: Thought,
    choice: ChoiceFeatures,
) -> None:  # fmt: skip
    needs = scratch.needs
    if card == LOCOMOTIVE:
        needed = ZERO
        for color in range(_COLORS):
            needed += max(ZERO, needs[color])
        choice.is_locomotive = 1.0
        choice.locomotive_completes = needed == 1
        choice.locomotive_is_needed = needs[card] > 0
        return
    again = ZERO - 1
    for place in range(FACE_UP_PLACES):
        again += table.face_up[place] == card
    longest = _longest_of_color(book, table, seat, card)
    choice.is_card = 1.0
    choice.card_need = needs[card] / SAME_COLOR
    choice.card_is_needed = needs[card] > 0
    choice.card_held = mine.hand[card] / SAME_COLOR
    choice.card_is_most_held = mine.hand[card] == most_of_a_color(mine)
    choice.card_again = again / 2.0
    choice.longest_of_color = longest / SAME_COLOR
    choice.longest_missing = (longest - mine.hand[card]) / SAME_COLOR
    choice.card_unseen = thought.unseen[card]


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64, PLANNER_TYPE, SCRATCH_TYPE, CHOICE_TYPE))
def _write_keep(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, kept: int, planner: Planner, scratch: Scratch,
    choice: ChoiceFeatures,
) -> None:  # fmt: skip
    """The features of keeping some offered tickets: the joint plan for them and for those held."""
    tentative = scratch.tentative
    tentative.style = planner.style
    plan = tentative.plan
    count, points = ZERO, ZERO
    for word in range(TICKET_WORDS):
        plan.tickets[word] = mine.tickets[word]
    for i in range(MAX_OFFER):
        if kept >> i & 1:
            ticket = ZERO + mine.offer[i]
            plan.tickets[ticket >> 6] |= BIT[ticket & 63]
            points += book.ticket_points[ticket]
            count += 1
    make_plan(book, table, mine, seat, tentative, scratch)
    tracks, spaces, cards = missing_of(book, table, mine, seat, plan)
    choice.is_keep = 1.0
    choice.keep_value = plan.value / PLAN_VALUE
    choice.keep_spaces = spaces / PLAN_SPACES
    choice.keep_points = points / (book.scale * TICKET_POINTS)
    choice.keep_count = count / 3.0
    choice.keep_tracks = tracks / PLAN_TRACKS
    choice.keep_cards = cards / PLAN_CARDS
    choice.keep_spare_trains = (table.trains[seat] - spaces) / TRAINS


@kernel(signature=int64(BOOK_TYPE, PLAN_TYPE, int64))
def _is_planned_at(book: Rulebook, plan: TrackPlan, city: int) -> int:
    """1 if a track of the plan ends in a city."""
    found = ZERO
    for word in range(TRACK_WORDS):
        found |= plan.tracks[word] & book.at_city[city, word]
    return int(found != 0)


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64, int64, PLAN_TYPE, CHOICE_TYPE))
def _write_ends(
    book: Rulebook, table: Table, seat: int, track: int, plan: TrackPlan, choice: ChoiceFeatures
) -> None:  # fmt: skip
    """The features of a track's surroundings."""
    first, second = ZERO + book.city_a[track], ZERO + book.city_b[track]
    own_first, own_second = has_track_at(book, table, seat, first), has_track_at(book, table, seat, second)
    near = ZERO
    for step in range(1, table.seats):
        other = (seat + step) % table.seats
        at_first, at_second = has_track_at(book, table, other, first), has_track_at(book, table, other, second)
        near += at_first + at_second + at_first * at_second
    choice.open_twins = open_twins(book, table, seat, track)
    choice.own_ends = own_first + own_second
    choice.joins_own = own_first * own_second
    choice.planned_ends = 0.5 * (_is_planned_at(book, plan, first) | own_first)
    choice.planned_ends += 0.5 * (_is_planned_at(book, plan, second) | own_second)
    choice.others_near = near / 3.0


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64, int64, CHOICE_TYPE))
def _write_waiting(book: Rulebook, table: Table, seat: int, city: int, choice: ChoiceFeatures) -> None:
    """The features of the passengers at one end of a track."""
    waiting, raced = table.passengers[book.place[city]], ZERO
    for color in range(len(PASSENGER_COLORS)):
        if waiting >> PASSENGER_BITS * color & PASSENGER_MASK != 0:
            raced |= is_raced(table, seat, color)
    choice.passenger_ends += 0.5 * (waiting != 0)
    choice.raced_ends += 0.5 * raced


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64, PLANNER_TYPE, SCRATCH_TYPE, CHOICE_TYPE))
def _write_claim(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, track: int, planner: Planner, scratch: Scratch,
    choice: ChoiceFeatures,
) -> None:  # fmt: skip
    length, color, most = ZERO + book.length[track], ZERO + book.color[track], most_of_a_color(mine)
    trains = table.trains[seat] - length
    choice.is_claim = 1.0
    choice.length[min(length, _LONGEST_KIND) - 1] = 1.0
    choice.gain = gain_of(book, table, track, planner.style) / _GAIN
    choice.spent_locomotives = cards_missing(book, mine, most, track) / 3.0
    choice.claim_is_planned = planner.plan.tracks[track >> 6] & BIT[track & 63] != 0
    choice.required_locomotives = book.needs[track] / 2.0
    choice.is_tunnel = book.tunnel[track]
    choice.trains_after = trains / TRAINS
    choice.ends_game = trains <= book.end_trains
    choice.is_gray = color == GRAY
    choice.cards_after = ((most if color == GRAY else ZERO + mine.hand[color]) - length) / SAME_COLOR
    choice.claim_need = (ZERO if color == GRAY else max(ZERO, scratch.needs[color])) / SAME_COLOR
    _write_ends(book, table, seat, track, planner.plan, choice)
    if book.passenger_total > 0:
        _write_waiting(book, table, seat, ZERO + book.city_a[track], choice)
        _write_waiting(book, table, seat, ZERO + book.city_b[track], choice)


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64, int64, CHOICE_TYPE))
def _write_passenger(book: Rulebook, table: Table, seat: int, color: int, choice: ChoiceFeatures) -> None:
    choice.is_passenger = 1.0
    choice.passenger_taken = table.taken[seat, color] / 4.0
    choice.passenger_lead = passenger_lead(table, seat, color) / 3.0
    choice.passenger_is_raced = is_raced(table, seat, color)
    choice.passenger_waits = passengers_waiting(book, table, color) / 10.0


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, SCRATCH_TYPE, CHOICE_TYPE))
def _write_payment(
    book: Rulebook, table: Table, mine: PrivateState, payment: int, scratch: Scratch, choice: ChoiceFeatures
) -> None:  # fmt: skip
    color, locomotives = payment // PAY_STEP, payment % PAY_STEP
    cards = price(book, table) - locomotives
    choice.is_payment = 1.0
    choice.paid_locomotives = locomotives / 3.0
    if color < LOCOMOTIVE:
        choice.paid_need = max(ZERO, scratch.needs[color] + cards) / SAME_COLOR
        choice.paid_left = (mine.hand[color] - cards) / SAME_COLOR


@kernel(
    signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, PLANNER_TYPE, SCRATCH_TYPE, int64, THOUGHT_TYPE)
)  # fmt: skip
def write_choices(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, planner: Planner, scratch: Scratch, is_planned: int,
    thought: Thought,
) -> None:  # fmt: skip
    """Write the features of all listed choices. ``is_planned`` is 1 if the first is the planner's own."""
    for i in range(thought.count):
        numbers: Any = thought.choices[i]
        numbers[:] = 0
        choice = numbers.view(CHOICE)[0]
        choice.is_planned = is_planned * (i == 0)
        action = thought.actions[i]
        if action < DECK:
            _write_card(book, table, mine, seat, ZERO + table.face_up[action], scratch, thought, choice)
        elif action == DECK:
            choice.is_deck = 1.0
        elif action == PASS:
            choice.is_pass = 1.0
        elif TICKETS <= action < PASSENGER:
            choice.is_tickets = 1.0
            choice.long_tickets = (action - TICKETS) / 3.0
        elif PASSENGER <= action < KEEP:
            _write_passenger(book, table, seat, action - PASSENGER, choice)
        elif KEEP <= action < STATION:
            _write_keep(book, table, mine, seat, action - KEEP, planner, scratch, choice)
        elif STATION <= action < CLAIM:
            choice.is_station = 1.0
            choice.station_price = station_price(book, table, seat) / 3.0
        elif CLAIM <= action < PAY:
            _write_claim(book, table, mine, seat, action - CLAIM, planner, scratch, choice)
        elif action >= PAY:
            _write_payment(book, table, mine, action - PAY, scratch, choice)
