"""Draws tickets until it has work for all its trains: the Hungry Agent of de Mesentier Silva et al. (2017).

- tickets: for every choice it plans how to connect all its cities (``silva.hungry_plan``), and keeps the choice with
  most points per train among those that leave five trains; if there is none, the one that takes the fewest trains
- it draws tickets while its threshold is more than eight below its trains. As coded, the threshold is the number of
  trains for *all* offered tickets (published: for the kept ones)
- it replans when somebody has scored. As coded, after a choice of tickets the points of the others are counted twice,
  so it keeps its plan longer (published: it does not)
- it claims the first route of its plan that it can pay for in the planned colour, a grey one with a colour that the
  plan does not need (published: the most valuable first). Without a plan it claims the longest track
- it draws the most frequent face-up kind if the plan needs it, otherwise from the deck (published: before that, the
  kind that the plan needs most)

"The most important routes first" in Smith & Anton (2022) is read as those with most points. Completed tickets take no
trains: as coded, there is no plan for them alone and they are kept only with others; as published, such a plan is
better than any that takes trains. If a place has several cities, the plan uses the two ends nearest each other; the
locomotives of ferries count as needed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int16, int64, types, void

from railwright.compiled.bits import lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.actions import CLAIM, DECK, KEEP, MAX_LEGAL, PAY
from railwright.game.board import MAX_CITIES
from railwright.game.colors import CARD_KINDS, GRAY, LOCOMOTIVE, TRACK_COLORS
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.ruleset import FACE_UP_PLACES, MAX_OFFER
from railwright.game.state import (
    AT_KEEP,
    AT_SECOND_CARD,
    AT_TURN,
    NONE,
    PRIVATE_TYPE,
    TABLE_TYPE,
    TICKET_WORDS,
    TRACK_WORDS,
    PrivateState,
    Table,
)
from railwright.players.kit.choices import draw_tickets, is_legal, longest_claim
from railwright.players.kit.interface import compiled
from railwright.players.silva.claims import (
    CLAIM_ORDER,
    CODED,
    HAND_ORDER,
    ORDER_TYPE,
    PUBLISHED,
    VARIANT,
    VARIANT_OPTION,
    any_move,
    claim,
    face_up,
    first_claim,
    list_by_size,
    settle,
    total_points,
)
from railwright.players.silva.hungry_plan import (
    NEED,
    NEED_WILD,
    PLAN_WORDS,
    PLANNED,
    VOID,
    fill_distances,
    make_plan,
    planned_trains,
    ticket_ends,
)

# words of memory, after the variant and the colour of the current payment
SEEN = 2
"""Points of all seats when it last planned; as coded, more than that after a choice of tickets."""
THRESHOLD = 3
"""Trains needed for its tickets; it draws more while this is small."""
PLAN = 4
_MEMORY = PLAN + PLAN_WORDS - 1

SPARE_TRAINS = 5
"""A choice of tickets that leaves this many trains is judged by its points per train."""

DRAW_MARGIN = 8
"""It draws tickets while the threshold is more than this below its trains."""

VOID_TRAINS = -1000
"""The trains of a void plan: fewer than any other, as None compares in the authors' program."""

_WILD_NEED = NEED_WILD - NEED
_NEEDS = (*TRACK_COLORS, "locomotive")
NEED_ORDER = np.array(
    [
        _NEEDS.index(name)
        for name in ("blue", "pink", "green", "yellow", "gray", "orange", "black", "white", "locomotive", "red")
    ],
    np.int64,
)
"""The order in which the needs of a plan are examined."""

_ROOM = (MAX_CITIES, MAX_CITIES)


# tickets


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64))
def _is_reached(book: Rulebook, table: Table, seat: int, cities: int) -> int:
    """1 if any of these cities still has a track that the seat owns or may claim, otherwise 0."""
    while cities != 0:
        city = lowest_bit(cities)
        cities &= cities - 1
        for word in range(book.track_words):
            if book.at_city[city, word] & (table.own[seat, word] | table.open[seat, word]) != 0:
                return 1
    return 0


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64[:, ::1], int64[:, ::1], int64[::1]))
def _survey(book: Rulebook, table: Table, mine: PrivateState, distance: Any, arrival: Any, held: Any) -> None:
    """Fill in the distances of ticket cities, and the cities (``held[0]``) and points (``held[1]``) of held tickets.

    Held tickets count only while both their places have tracks left.
    """
    seat, cities = ZERO + table.seat, ZERO
    for word in range(TICKET_WORDS):
        tickets = mine.tickets[word]
        while tickets != 0:
            ticket = 64 * word + lowest_bit(tickets)
            tickets &= tickets - 1
            cities |= book.ticket_from[ticket] | book.ticket_to[ticket]
    if table.stage == AT_KEEP:
        for place in range(MAX_OFFER):
            if mine.offer[place] != NONE:
                cities |= book.ticket_from[mine.offer[place]] | book.ticket_to[mine.offer[place]]
    fill_distances(book, table, seat, cities, distance, arrival)
    held[0] = held[1] = 0
    for word in range(TICKET_WORDS):
        tickets = mine.tickets[word]
        while tickets != 0:
            ticket = 64 * word + lowest_bit(tickets)
            tickets &= tickets - 1
            ends = _is_reached(book, table, seat, ZERO + book.ticket_from[ticket])
            if ends and _is_reached(book, table, seat, ZERO + book.ticket_to[ticket]):
                held[0] |= ticket_ends(book, ticket, distance)
                held[1] += book.ticket_points[ticket]


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int16[::1], int64, int64[::1]))
def _keep_tickets(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any) -> int:
    """Keep the tickets with the best plan and adopt that plan; keep the cheapest if no plan fits the trains."""
    distance, arrival, held = np.empty(_ROOM, np.int64), np.empty(_ROOM, np.int64), np.empty(2, np.int64)
    plan, listed = np.empty(PLAN_WORDS, np.int64), np.empty(MAX_LEGAL, np.int64)
    _survey(book, table, mine, distance, arrival, held)
    list_by_size(legal, count, listed)
    seat, variant = ZERO + table.seat, memory[VARIANT]
    trains = ZERO + table.trains[seat]
    best, best_value, best_trains = NONE, ZERO, ZERO + 1
    tightest, threshold = trains, ZERO
    cheapest, fewest = NONE, ZERO
    for i in range(count):
        cities, points = held[0], held[1]
        for place in range(MAX_OFFER):
            if (listed[i] - KEEP) >> place & 1:
                cities |= ticket_ends(book, ZERO + mine.offer[place], distance)
                points += book.ticket_points[mine.offer[place]]
        if cheapest == NONE or points < fewest:
            cheapest, fewest = listed[i], points
        worth = make_plan(book, table, seat, cities, distance, arrival, variant, plan)
        needed = planned_trains(plan) if worth != VOID else ZERO + VOID_TRAINS
        value = points + worth
        is_better = False
        if needed > trains - SPARE_TRAINS:
            is_better = needed < tightest
            tightest = min(tightest, needed)
        elif worth != VOID and value * best_trains > best_value * needed:
            is_better = True
            best_value, best_trains = value, needed
        if variant == CODED or is_better:
            threshold = needed
        if is_better:
            best = listed[i]
            for word in range(PLAN_WORDS):
                memory[PLAN + word] = plan[word]
    if best == NONE:
        return cheapest
    memory[THRESHOLD] = threshold
    others = total_points(table) - table.points[seat]
    memory[SEEN] = memory[SEEN] + others if variant == CODED else total_points(table)
    return best


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64[::1]))
def _plan_anew(book: Rulebook, table: Table, mine: PrivateState, memory: Any) -> None:
    """Replan for all held tickets, including completed ones, whose tracks cost nothing."""
    distance, arrival, held = np.empty(_ROOM, np.int64), np.empty(_ROOM, np.int64), np.empty(2, np.int64)
    _survey(book, table, mine, distance, arrival, held)
    plan = memory[PLAN : PLAN + PLAN_WORDS]
    make_plan(book, table, ZERO + table.seat, held[0], distance, arrival, memory[VARIANT], plan)
    memory[SEEN] = total_points(table)


# claims


@kernel(signature=int64(BOOK_TYPE, int64, int64, int64[::1]))
def _is_planned(book: Rulebook, route: int, color: int, plan: Any) -> int:
    """1 if a plan has a route (given by any of its tracks) in a colour, or in grey and does not need that colour."""
    for word in range(book.track_words):
        tracks = book.at_city[book.city_a[route], word] & book.at_city[book.city_b[route], word]
        tracks &= plan[PLANNED + word]
        while tracks != 0:
            planned = book.color[64 * word + lowest_bit(tracks)]
            tracks &= tracks - 1
            if planned == color or (planned == GRAY and plan[NEED + color] == 0):
                return 1
    return 0


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int16[::1], int64, int64[::1]))
def _claim_planned(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any) -> int:
    """The first listed claim that is planned (published: the most valuable one); NONE if there is none."""
    plan = memory[PLAN : PLAN + PLAN_WORDS]
    best, most = NONE, ZERO
    for i in range(count):
        if not CLAIM <= legal[i] < PAY:
            continue
        route = ZERO + legal[i] - CLAIM
        points = ZERO + book.route_points[book.length[route]]
        if best != NONE and points <= most:
            continue
        for color in CLAIM_ORDER:
            action = claim(book, table, mine, route, color, memory) if _is_planned(book, route, color, plan) else NONE
            if action != NONE:
                best, most = action, points
                break
        if best != NONE and memory[VARIANT] == CODED:
            break
    return best


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int16[::1], int64, int64[::1]))
def _claim(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any) -> int:
    """Claim for the plan, or the longest track if there is no plan; NONE if neither is possible."""
    planned = ZERO
    for word in range(TRACK_WORDS):
        planned |= memory[PLAN + PLANNED + word]
    if planned != 0:
        return _claim_planned(book, table, mine, legal, count, memory)
    longest = longest_claim(book, legal, count)
    return NONE if longest == NONE else first_claim(book, table, mine, longest - CLAIM, memory)


# cards


@kernel(signature=int64(int64[::1], ORDER_TYPE))
def _largest(counts: Any, order: Any) -> int:
    """The index of the largest count; ties go to the first in ``order``."""
    best = order[0]
    for i in order:
        if counts[i] > counts[best]:
            best = i
    return best


@kernel(signature=int64(TABLE_TYPE, int16[::1], int64, int64[::1], types.uint64[::1]))
def _draw(table: Table, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Draw the most frequent face-up kind if it is needed, otherwise from the deck."""
    need = memory[PLAN + NEED : PLAN + NEED_WILD + 1]
    most = _largest(need, NEED_ORDER)
    if memory[VARIANT] == PUBLISHED and need[most] > 0 and most != GRAY:
        action = face_up(table, legal, count, ZERO + LOCOMOTIVE if most == _WILD_NEED else most)
        if action != NONE:
            return action
    copies = np.zeros(CARD_KINDS, np.int64)
    for place in range(FACE_UP_PLACES):
        if table.face_up[place] != NONE:
            copies[table.face_up[place]] += 1
    kind = _largest(copies, HAND_ORDER)
    is_needed = need[_WILD_NEED if kind == LOCOMOTIVE else kind] > 0
    if is_needed or (most == GRAY and copies[kind] > 1):
        action = face_up(table, legal, count, kind)
        if action != NONE:
            return action
    return ZERO + DECK if is_legal(legal, count, ZERO + DECK) else any_move(legal, count, memory, source)


@compiled(name="hungry", memory=_MEMORY, options=(VARIANT_OPTION,))
def player(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Draws tickets until it has work for all its trains, then follows one plan for all of them."""
    if table.stage == AT_KEEP:
        return _keep_tickets(book, table, mine, legal, count, memory)
    if table.stage != AT_TURN and table.stage != AT_SECOND_CARD:
        return settle(table, mine, legal, count, memory)
    if total_points(table) > memory[SEEN]:
        _plan_anew(book, table, mine, memory)
    if table.stage == AT_TURN:
        action = NONE
        if memory[THRESHOLD] < table.trains[table.seat] - DRAW_MARGIN:
            action = draw_tickets(legal, count)
        if action == NONE:
            action = _claim(book, table, mine, legal, count, memory)
        if action != NONE:
            return action
    return _draw(table, legal, count, memory, source)
