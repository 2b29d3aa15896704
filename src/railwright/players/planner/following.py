"""The planner: follows its plan, gathers cards for it, and spends what is left on the most valuable tracks."""

from __future__ import annotations

from numba import int64, types

from railwright.compiled.bits import BIT
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.actions import CLAIM, DECK, DECLINE, KEEP, PASS, TICKETS
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import (
    AT_KEEP,
    AT_MIX,
    AT_PASSENGER,
    AT_PAY,
    AT_SECOND_CARD,
    AT_TUNNEL,
    LONG,
    NONE,
    PRIVATE_TYPE,
    SHORT,
    TABLE_TYPE,
    TRACK_WORDS,
    PrivateState,
    Table,
)  # fmt: skip
from railwright.players.kit.game_length import turns_left
from railwright.players.planner.cards import answer_tunnel, count_needs, draw_needed, draw_unseen, pay
from railwright.players.planner.claims import ANYWHERE, AT_ANY_PRICE, ON_PLAN, best_claim
from railwright.players.planner.hoarding import RUSH_FROM
from railwright.players.planner.memory import PLANNER_TYPE, SCRATCH_TYPE, Planner, Scratch
from railwright.players.planner.passengers import take_passenger
from railwright.players.planner.plan import (
    gain_of,
    is_standing,
    make_plan,
    missing_of,
    plan_for_held,
)
from railwright.players.planner.stations import build_planned_station
from railwright.players.planner.style import STYLE_TYPE, PlayingStyle

SPARE_TRAINS, ENOUGH_TURNS = 20, 500
"""Trains that the plan must not need, and hundredths of a turn that must be left, to draw tickets for their bonus."""

_STEP = int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, PLANNER_TYPE, SCRATCH_TYPE)


@kernel(signature=int64(TABLE_TYPE, int64, int64))
def _choose_mix(table: Table, count: int, wanted: int) -> int:
    """Draw tickets, so many of them long as are wanted and there are."""
    short, long = ZERO + table.ticket_deck[SHORT], ZERO + table.ticket_deck[LONG]
    drawn = min(count, short + long)
    return TICKETS + min(min(drawn, long), max(drawn - short, wanted))


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, STYLE_TYPE))
def _draw_tickets(book: Rulebook, table: Table, style: PlayingStyle) -> int:
    """Draw tickets; NONE if no tickets are left."""
    short, long = ZERO + table.ticket_deck[SHORT], ZERO + table.ticket_deck[LONG]
    if book.draw_any > 0:
        return _choose_mix(table, ZERO + book.draw_any, style.long_tickets) if short + long > 0 else NONE
    return TICKETS if short * book.draw[SHORT] + long * book.draw[LONG] > 0 else NONE


@kernel(signature=types.boolean(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, PLANNER_TYPE))
def _wants_tickets(book: Rulebook, table: Table, mine: PrivateState, seat: int, planner: Planner) -> bool:
    """Whether a seat should draw tickets although its own are not completed yet, for the bonus for most tickets."""
    if book.globetrotter == 0 or table.tickets[seat, SHORT] + table.tickets[seat, LONG] >= planner.style.wanted_tickets:
        return False
    _, spaces, _ = missing_of(book, table, mine, seat, planner.plan)
    return table.trains[seat] - spaces >= SPARE_TRAINS


@kernel(signature=_STEP)
def _keep(book: Rulebook, table: Table, mine: PrivateState, seat: int, planner: Planner, scratch: Scratch) -> int:
    """Keep the tickets with the best joint plan."""
    offered = ZERO + table.offered[SHORT] + table.offered[LONG]
    least = min(offered, ZERO + (book.keep if table.opening else book.draw_keep))
    tentative = scratch.tentative
    tentative.style = planner.style
    plan = tentative.plan
    best, highest = ZERO, ZERO
    for kept in range(1, 1 << offered):
        count = ZERO
        plan.tickets[0], plan.tickets[1] = mine.tickets[0], mine.tickets[1]
        for i in range(offered):
            if kept >> i & 1:
                count += 1
                ticket = mine.offer[i]
                plan.tickets[ticket >> 6] |= BIT[ticket & 63]
        if count >= least:
            make_plan(book, table, mine, seat, tentative, scratch)
            if best == 0 or plan.value > highest:
                best, highest = kept, plan.value
    return KEEP + best


@kernel(signature=_STEP)
def _hoard(book: Rulebook, table: Table, mine: PrivateState, seat: int, planner: Planner, scratch: Scratch) -> int:
    """Gather cards until there are enough for all trains, then claim the longest tracks; NONE if no move is left."""
    claim = best_claim(book, table, mine, seat, planner, AT_ANY_PRICE)
    is_rich = table.hand_size[seat] >= table.trains[seat] - book.end_trains
    if claim != NONE and (is_rich or table.turn >= RUSH_FROM * table.seats or table.last_round > 0):
        return claim
    draw = draw_unseen(table, 1)
    return draw if draw != PASS else claim


@kernel(signature=_STEP)
def _take_turn(book: Rulebook, table: Table, mine: PrivateState, seat: int, planner: Planner, scratch: Scratch) -> int:
    """Claim a track, draw tickets or draw a card; NONE if none of these is possible."""
    style, plan = planner.style, planner.plan
    turns = turns_left(book, table)
    missing = ZERO
    for word in range(TRACK_WORDS):
        missing |= plan.tracks[word] & ~table.own[seat, word]
    if missing == 0 and style.stations == 1 and turns < style.replan_below:
        station = build_planned_station(book, table, mine, seat, plan)
        if station != NONE:
            return station
    if turns <= style.rush:
        claim = best_claim(book, table, mine, seat, planner, AT_ANY_PRICE)
        if claim != NONE:
            return claim
    if turns >= ENOUGH_TURNS and _wants_tickets(book, table, mine, seat, planner):
        tickets = _draw_tickets(book, table, style)
        if tickets != NONE:
            return tickets
    if missing != 0:
        claim = best_claim(book, table, mine, seat, planner, ON_PLAN)
        if claim != NONE:
            return claim
    else:
        tickets = _draw_tickets(book, table, style)
        if turns >= 100 * style.draw_tickets_above and tickets != NONE:
            return tickets
        claim = best_claim(book, table, mine, seat, planner, ANYWHERE)
        if claim != NONE:
            is_last = book.length[claim - CLAIM] >= table.trains[seat] - book.end_trains
            if is_last or gain_of(book, table, claim - CLAIM, style) >= style.min_gain:
                return claim
    count_needs(book, table, mine, seat, planner, scratch)
    draw = draw_needed(table, scratch.needs[:], 1)
    if draw != PASS:
        return draw
    plan.refused = 0  # with no cards left to turn over, a tunnel costs nothing extra
    claim = best_claim(book, table, mine, seat, planner, AT_ANY_PRICE)
    return claim if claim != NONE else _draw_tickets(book, table, style)


@kernel(signature=_STEP)
def follow_plan(book: Rulebook, table: Table, mine: PrivateState, seat: int, planner: Planner, scratch: Scratch) -> int:
    """The planner's action at any stage. Its plan is kept up to date.

    NONE if the only legal actions are ones that it never takes: to pass, or to build a station that it does not need.
    """
    plan = planner.plan
    if table.stage == AT_KEEP:
        return _keep(book, table, mine, seat, planner, scratch)
    if table.stage == AT_MIX:
        return _choose_mix(table, ZERO + book.deal_any, planner.style.long_tickets)
    if table.stage == AT_TUNNEL:
        answer = answer_tunnel(table, mine)
        plan.refused = answer == DECLINE
        return answer
    if table.stage == AT_PASSENGER:
        return take_passenger(book, table)
    if table.stage == AT_PAY:
        count_needs(book, table, mine, seat, planner, scratch)
        return pay(book, table, mine, scratch.needs[:])
    if planner.hoards == 1:
        for word in range(TRACK_WORDS):
            plan.tracks[word] = 0
        if table.stage == AT_SECOND_CARD:
            return draw_unseen(table, 0)
        action = _hoard(book, table, mine, seat, planner, scratch)
        if action <= DECK:
            plan.refused = 0
        return action
    is_stale = table.stage != AT_SECOND_CARD and turns_left(book, table) < planner.style.replan_below
    if is_stale or is_standing(table, mine, seat, plan) == 0:
        plan_for_held(book, table, mine, seat, planner, scratch)
    if table.stage == AT_SECOND_CARD:
        count_needs(book, table, mine, seat, planner, scratch)
        return draw_needed(table, scratch.needs[:], 0)
    action = _take_turn(book, table, mine, seat, planner, scratch)
    if action <= DECK:
        plan.refused = 0
    return action
