"""Draws tickets until it has work for all its trains: the Hungry Agent of de Mesentier Silva et al. (2017).

- tickets: for every choice it plans how to connect all its cities (``silva.hungry_plan``), and keeps the choice with
  most points per train among those that leave five trains; if there is none, the one that takes the fewest trains
- it draws tickets while its threshold is more than eight below its trains. As coded, the threshold is the number of
  trains for *all* offered tickets (published: for the kept ones)
- it replans when somebody has scored. As coded, after a choice of tickets the points of the others are counted twice,
  so it keeps its plan longer (published: it does not)
- it claims the first route of its plan that it can pay for in the planned colour, a gray one with a colour that the
  plan does not need (published: the most valuable first). Without a plan it claims the longest track
- it draws the most frequent face-up kind if the plan needs it, otherwise from the deck (published: before that, the
  kind that the plan needs most)

"The most important routes first" in Smith & Anton (2022) is read as those with most points. Completed tickets take no
trains: as coded, there is no plan for them alone and they are kept only with others; as published, such a plan is
better than any that takes trains. If a place has several cities, the plan uses the two ends nearest each other; the
locomotives of ferries count as needed.
"""

from __future__ import annotations

from typing import Annotated, Any

import numba
import numpy as np
from numba import int16, int64, types, void

from railwright.compiled.bits import lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.layout import dtype_of, words_before, words_of
from railwright.game.actions import CLAIM, DECK, KEEP, MAX_LEGAL, PAY
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
    VARIANT_OPTION,
    SharedMemory,
    any_move,
    claim,
    face_up,
    first_claim,
    list_by_size,
    settle,
    total_points,
)
from railwright.players.silva.hungry_plan import (
    LOCOMOTIVE_NEED,
    PLAN_TYPE,
    SURVEY_TYPE,
    VOID,
    HungryPlan,
    Survey,
    fill_distances,
    make_plan,
    planned_trains,
    ticket_ends,
)

SPARE_TRAINS = 5
"""A choice of tickets that leaves this many trains is judged by its points per train."""

DRAW_MARGIN = 8
"""It draws tickets while the threshold is more than this below its trains."""

VOID_TRAINS = -1000
"""The trains of a void plan: fewer than any other, as None compares in the authors' program."""

_NEEDS = (*TRACK_COLORS, "locomotive")
NEED_ORDER = np.array(
    [
        _NEEDS.index(name)
        for name in ("blue", "pink", "green", "yellow", "gray", "orange", "black", "white", "locomotive", "red")
    ],
    np.int64,
)
"""The order in which the needs of a plan are examined."""


class HungryMemory:
    """The memory of a player: what it keeps between decisions, then scratch space."""

    shared: SharedMemory
    seen: Annotated[int, np.int64]
    """Points of all seats when it last planned; as coded, more than that after a choice of tickets."""
    threshold: Annotated[int, np.int64]
    """Trains needed for its tickets; it draws more while this is small."""
    plan: HungryPlan
    """The end of what is kept between decisions."""
    tentative: HungryPlan
    """A plan that is only compared with others."""
    survey: Survey


MEMORY = dtype_of(HungryMemory)
MEMORY_TYPE = numba.from_dtype(MEMORY)
MEMORY_WORDS = words_of(MEMORY)
_OPTIONS = (VARIANT_OPTION,)
_LASTING_WORDS = words_before(MEMORY, "tentative") - len(_OPTIONS)


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


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, SURVEY_TYPE))
def _take_stock(book: Rulebook, table: Table, mine: PrivateState, survey: Survey) -> None:
    """Fill in the distances of ticket cities, and the cities and points of held tickets.

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
    fill_distances(book, table, cities, survey)
    survey.cities = survey.points = 0
    for word in range(TICKET_WORDS):
        tickets = mine.tickets[word]
        while tickets != 0:
            ticket = 64 * word + lowest_bit(tickets)
            tickets &= tickets - 1
            ends = _is_reached(book, table, seat, ZERO + book.ticket_from[ticket])
            if ends and _is_reached(book, table, seat, ZERO + book.ticket_to[ticket]):
                survey.cities |= ticket_ends(book, ticket, survey)
                survey.points += book.ticket_points[ticket]


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int16[::1], int64, MEMORY_TYPE))
def _keep_tickets(
    book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: HungryMemory
) -> int:
    """Keep the tickets with the best plan and adopt that plan; keep the cheapest if no plan fits the trains."""
    survey, plan, listed = memory.survey, memory.tentative, np.empty(MAX_LEGAL, np.int64)
    _take_stock(book, table, mine, survey)
    list_by_size(legal, count, listed)
    seat, variant = ZERO + table.seat, memory.shared.variant
    trains = ZERO + table.trains[seat]
    best, best_value, best_trains = NONE, ZERO, ZERO + 1
    tightest, threshold = trains, ZERO
    cheapest, fewest = NONE, ZERO
    for i in range(count):
        cities, points = survey.cities, survey.points
        for place in range(MAX_OFFER):
            if (listed[i] - KEEP) >> place & 1:
                cities |= ticket_ends(book, ZERO + mine.offer[place], survey)
                points += book.ticket_points[mine.offer[place]]
        if cheapest == NONE or points < fewest:
            cheapest, fewest = listed[i], points
        worth = make_plan(book, table, cities, variant, survey, plan)
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
            memory.plan = plan
    if best == NONE:
        return cheapest
    memory.threshold = threshold
    others = total_points(table) - table.points[seat]
    memory.seen = memory.seen + others if variant == CODED else total_points(table)
    return best


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, MEMORY_TYPE))
def _replan(book: Rulebook, table: Table, mine: PrivateState, memory: HungryMemory) -> None:
    """Replan for all held tickets, including completed ones, whose tracks cost nothing."""
    survey = memory.survey
    _take_stock(book, table, mine, survey)
    make_plan(book, table, survey.cities, memory.shared.variant, survey, memory.plan)
    memory.seen = total_points(table)


# claims


@kernel(signature=int64(BOOK_TYPE, int64, int64, PLAN_TYPE))
def _is_planned(book: Rulebook, route: int, color: int, plan: HungryPlan) -> int:
    """1 if a plan has a route (given by any of its tracks) in a colour, or in gray and does not need that colour."""
    for word in range(book.track_words):
        tracks = book.at_city[book.city_a[route], word] & book.at_city[book.city_b[route], word]
        tracks &= plan.tracks[word]
        while tracks != 0:
            planned = book.color[64 * word + lowest_bit(tracks)]
            tracks &= tracks - 1
            if planned == color or (planned == GRAY and plan.needs[color] == 0):
                return 1
    return 0


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int16[::1], int64, MEMORY_TYPE))
def _claim_planned(
    book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: HungryMemory
) -> int:
    """The first listed claim that is planned (published: the most valuable one); NONE if there is none."""
    plan, shared = memory.plan, memory.shared
    best, most = NONE, ZERO
    for i in range(count):
        if not CLAIM <= legal[i] < PAY:
            continue
        route = ZERO + legal[i] - CLAIM
        points = ZERO + book.route_points[book.length[route]]
        if best != NONE and points <= most:
            continue
        for color in CLAIM_ORDER:
            action = claim(book, table, mine, route, color, shared) if _is_planned(book, route, color, plan) else NONE
            if action != NONE:
                best, most = action, points
                break
        if best != NONE and shared.variant == CODED:
            break
    return best


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int16[::1], int64, MEMORY_TYPE))
def _claim(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: HungryMemory) -> int:
    """Claim for the plan, or the longest track if there is no plan; NONE if neither is possible."""
    planned = ZERO
    for word in range(TRACK_WORDS):
        planned |= memory.plan.tracks[word]
    if planned != 0:
        return _claim_planned(book, table, mine, legal, count, memory)
    longest = longest_claim(book, legal, count)
    return NONE if longest == NONE else first_claim(book, table, mine, longest - CLAIM, memory.shared)


# cards


@kernel(signature=int64(int64[::1], ORDER_TYPE))
def _largest(counts: Any, order: Any) -> int:
    """The index of the largest count; ties go to the first in ``order``."""
    best = order[0]
    for i in order:
        if counts[i] > counts[best]:
            best = i
    return best


@kernel(signature=int64(TABLE_TYPE, int16[::1], int64, MEMORY_TYPE, types.uint64[::1]))
def _draw(table: Table, legal: Any, count: int, memory: HungryMemory, source: Any) -> int:
    """Draw the most frequent face-up kind if it is needed, otherwise from the deck."""
    need, shared = memory.plan.needs[:], memory.shared
    most = _largest(need, NEED_ORDER)
    if shared.variant == PUBLISHED and need[most] > 0 and most != GRAY:
        action = face_up(table, legal, count, ZERO + LOCOMOTIVE if most == LOCOMOTIVE_NEED else most)
        if action != NONE:
            return action
    copies = np.zeros(CARD_KINDS, np.int64)
    for place in range(FACE_UP_PLACES):
        if table.face_up[place] != NONE:
            copies[table.face_up[place]] += 1
    kind = _largest(copies, HAND_ORDER)
    is_needed = need[LOCOMOTIVE_NEED if kind == LOCOMOTIVE else kind] > 0
    if is_needed or (most == GRAY and copies[kind] > 1):
        action = face_up(table, legal, count, kind)
        if action != NONE:
            return action
    return ZERO + DECK if is_legal(legal, count, ZERO + DECK) else any_move(legal, count, shared, source)


@compiled(name="hungry", memory=MEMORY_WORDS - len(_OPTIONS), options=_OPTIONS, lasting=_LASTING_WORDS)
def player(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Draws tickets until it has work for all its trains, then follows one plan for all of them."""
    own = memory[:MEMORY_WORDS].view(MEMORY)[0]
    if table.stage == AT_KEEP:
        return _keep_tickets(book, table, mine, legal, count, own)
    if table.stage != AT_TURN and table.stage != AT_SECOND_CARD:
        return settle(table, mine, legal, count, own.shared)
    if total_points(table) > own.seen:
        _replan(book, table, mine, own)
    if table.stage == AT_TURN:
        action = NONE
        if own.threshold < table.trains[table.seat] - DRAW_MARGIN:
            action = draw_tickets(legal, count)
        if action == NONE:
            action = _claim(book, table, mine, legal, count, own)
        if action != NONE:
            return action
    return _draw(table, legal, count, own, source)
