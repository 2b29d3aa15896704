"""The planner: follows its plan, gathers the cards for it, and spends what is left on long tracks."""

from __future__ import annotations

from typing import Any

from numba import int64, void

from railwright.game.actions import CLAIM, DECK, DECLINE, KEEP, PASS, PASSENGER, PAY, PAY_STEP, TICKETS
from railwright.game.bits import BIT, lowest_bit
from railwright.game.colors import CARD_KINDS, COLORS, GRAY, LOCOMOTIVE, PASSENGER_COLORS
from railwright.game.kernel import ZERO, kernel
from railwright.game.payment import is_paying_station
from railwright.game.ruleset import FACE_UP_PLACES
from railwright.game.setup import BOOK_TYPE, Rulebook
from railwright.game.state import (
    AT_KEEP,
    AT_MIX,
    AT_PASSENGER,
    AT_PAY,
    AT_SECOND_CARD,
    AT_TUNNEL,
    LONG,
    NONE,
    PASSENGER_BITS,
    PASSENGER_MASK,
    SEAT_TYPE,
    SHORT,
    TABLE_TYPE,
    Seat,
    Table,
)
from railwright.players.express.plan import (
    PLAN_WORDS, ROOM_WORDS, SCORE, WANTED, gain_of, is_valid, make_plan, turns_left,
)  # fmt: skip
from railwright.players.express.style import ANEW, EXTRA, GUEST, HOARDING, LEAST, RUSH, LOCO, MORE, NETWORK, PACE, SHARE, TURN

_COLORS = len(COLORS)

NEED = ROOM_WORDS
"""In the room: cards that are still needed of each colour."""
TRIAL = NEED + CARD_KINDS
"""In the room: a plan that is tried."""
POLICY_ROOM = TRIAL + PLAN_WORDS

_STEP = int64(BOOK_TYPE, TABLE_TYPE, SEAT_TYPE, int64, int64[::1], int64[::1], int64[::1])


@kernel(signature=int64(TABLE_TYPE, int64))
def _mix(table: Table, count: int) -> int:
    """One long ticket at most."""
    short, long = ZERO + table.ticket_deck[SHORT], ZERO + table.ticket_deck[LONG]
    drawn = min(count, short + long)
    low, high = max(ZERO, drawn - short), min(drawn, long)
    return TICKETS + min(high, max(low, ZERO + 1))


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE))
def _draw_tickets(book: Rulebook, table: Table) -> int:
    if book.draw_any > 0:
        return _mix(table, ZERO + book.draw_any)
    return ZERO + TICKETS


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, SEAT_TYPE, int64))
def locomotives_for(book: Rulebook, table: Table, mine: Seat, track: int) -> int:
    """How many locomotives the seat would spend on a track, or 99 if it cannot pay."""
    length = ZERO + book.length[track]
    color = book.color[track]
    held = ZERO
    if color == GRAY:
        for kind in range(_COLORS):
            held = max(held, ZERO + mine.hand[kind])
    else:
        held += mine.hand[color]
    wild = max(ZERO + book.needs[track], length - held)
    return wild if wild <= mine.hand[LOCOMOTIVE] else ZERO + 99


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, SEAT_TYPE, int64, int64[::1], int64[::1], int64, int64))
def best_claim(
    book: Rulebook, table: Table, mine: Seat, seat: int, style: Any, plan: Any, most_wild: int, anywhere: int
) -> int:
    """The best track to claim now with at most so many locomotives beyond need, of the plan or anywhere; or NONE."""
    best, best_value = NONE, ZERO
    trains = table.trains[seat]
    for word in range(book.track_words):
        tracks = table.open[seat, word]
        if anywhere == 0:
            tracks &= plan[WANTED + word]
        while tracks != 0:
            bit = lowest_bit(tracks)
            track = 64 * word + bit
            tracks &= tracks - 1
            length = ZERO + book.length[track]
            if length > trains:
                continue
            wild = locomotives_for(book, table, mine, track)
            if wild > most_wild + book.needs[track]:
                continue
            value = 1000 + gain_of(book, table, track, style) + 10 * length - 10 * wild
            if plan[WANTED + word] & BIT[bit] != 0:
                value += 10_000
            if value > best_value:
                best, best_value = track, value
    return best


@kernel(signature=void(int64[::1], int64))
def _need_gray(room: Any, length: int) -> None:
    """Let the colour with the largest surplus serve a gray track."""
    best = ZERO
    for kind in range(1, _COLORS):
        if room[NEED + kind] < room[NEED + best]:
            best = ZERO + kind
    if room[NEED + best] < 0:
        room[NEED + best] += length
    else:
        least = ZERO
        for kind in range(1, _COLORS):
            if room[NEED + kind] < room[NEED + least]:
                least = ZERO + kind
        room[NEED + least] += length


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, SEAT_TYPE, int64, int64[::1]))
def _best_target(book: Rulebook, table: Table, mine: Seat, seat: int, style: Any) -> int:
    """The track that brings most points for its turns."""
    best, best_value = NONE, ZERO - 1_000_000
    most = ZERO
    for kind in range(_COLORS):
        most = max(most, ZERO + mine.hand[kind])
    unit = 100 // book.scale
    for word in range(book.track_words):
        tracks = table.open[seat, word]
        while tracks != 0:
            track = 64 * word + lowest_bit(tracks)
            tracks &= tracks - 1
            if book.length[track] > table.trains[seat]:
                continue
            color = book.color[track]
            held = most if color == GRAY else ZERO + mine.hand[color]
            cards = max(ZERO + 2 * book.needs[track], ZERO + book.length[track] - held)
            turns = 100 + 50 * book.length[track] + cards * style[EXTRA]
            value = gain_of(book, table, track, style) - turns * style[TURN] // 100
            if value > best_value:
                best, best_value = track, value
    return best


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, SEAT_TYPE, int64, int64[::1], int64[::1], int64[::1]))
def count_needs(book: Rulebook, table: Table, mine: Seat, seat: int, style: Any, plan: Any, room: Any) -> None:
    """Fill in how many cards of each colour the plan still needs. Without a plan: for the best track of the board."""
    for kind in range(CARD_KINDS):
        room[NEED + kind] = -mine.hand[kind] if kind < _COLORS else ZERO
    greys = ZERO
    some = ZERO
    for word in range(book.track_words):
        tracks = plan[WANTED + word] & ~table.own[seat, word]
        some |= tracks
        while tracks != 0:
            track = 64 * word + lowest_bit(tracks)
            tracks &= tracks - 1
            if book.color[track] != GRAY:
                room[NEED + book.color[track]] += book.length[track]
            room[NEED + LOCOMOTIVE] += book.needs[track]
    if some == 0:
        track = _best_target(book, table, mine, seat, style)
        if track != NONE:
            if book.color[track] != GRAY:
                room[NEED + book.color[track]] += book.length[track]
            else:
                greys = ZERO + book.length[track]
    for word in range(book.track_words):
        tracks = plan[WANTED + word] & ~table.own[seat, word]
        while tracks != 0:
            track = 64 * word + lowest_bit(tracks)
            tracks &= tracks - 1
            if book.color[track] == GRAY:
                _need_gray(room, ZERO + book.length[track] - book.needs[track])
    if greys > 0:
        _need_gray(room, greys)


@kernel(signature=int64(TABLE_TYPE, SEAT_TYPE, int64, int64[::1], int64))
def _draw(table: Table, mine: Seat, seat: int, room: Any, first: int) -> int:
    """A card that is needed, otherwise from the deck; PASS if there is none."""
    best, most = NONE, ZERO
    total = ZERO
    for kind in range(_COLORS):
        total += max(ZERO, room[NEED + kind])
    wild_place = NONE
    for place in range(FACE_UP_PLACES):
        card = table.face_up[place]
        if card == NONE:
            continue
        if card == LOCOMOTIVE:
            wild_place = place
        elif room[NEED + card] > most:
            best, most = place, room[NEED + card]
    if first == 1 and wild_place != NONE and (total == 1 or room[NEED + LOCOMOTIVE] > mine.hand[LOCOMOTIVE]):
        return wild_place
    if best != NONE:
        return best
    if table.deck_size + table.discard_size > 0:
        return ZERO + DECK
    for place in range(FACE_UP_PLACES):
        if table.face_up[place] != NONE and (first == 1 or table.face_up[place] != LOCOMOTIVE):
            return ZERO + place
    return ZERO + PASS


@kernel(signature=int64(TABLE_TYPE, SEAT_TYPE, int64))
def _draw_any(table: Table, mine: Seat, first: int) -> int:
    """A card from the deck, or any other; PASS if there is none."""
    if table.deck_size + table.discard_size > 0:
        return ZERO + DECK
    for place in range(FACE_UP_PLACES):
        if table.face_up[place] != NONE and (first == 1 or table.face_up[place] != LOCOMOTIVE):
            return ZERO + place
    return ZERO + PASS


@kernel(signature=_STEP)
def _hoard(book: Rulebook, table: Table, mine: Seat, seat: int, style: Any, plan: Any, room: Any) -> int:
    """Gather cards until there are enough for all trains, then claim the longest tracks."""
    if table.hand_size[seat] >= table.trains[seat] - 2 or table.turn >= 20 * table.seats or table.last_round > 0:
        track = best_claim(book, table, mine, seat, style, plan, 9, 1)
        if track != NONE:
            return CLAIM + track
    action = _draw_any(table, mine, 1)
    if action != PASS:
        return action
    track = best_claim(book, table, mine, seat, style, plan, 9, 1)
    return CLAIM + track if track != NONE else ZERO + NONE


@kernel(signature=_STEP)
def _take_turn(book: Rulebook, table: Table, mine: Seat, seat: int, style: Any, plan: Any, room: Any) -> int:
    turns = turns_left(book, table)
    missing = ZERO
    for word in range(book.track_words):
        missing |= plan[WANTED + word] & ~table.own[seat, word]
    if table.last_round > 0 or turns <= style[RUSH]:
        track = best_claim(book, table, mine, seat, style, plan, 9, 1)
        if track != NONE:
            return CLAIM + track
    if missing != 0:
        track = best_claim(book, table, mine, seat, style, plan, style[LOCO], 0)
        if track != NONE:
            return CLAIM + track
    else:
        tickets = ZERO + table.ticket_deck[SHORT] + table.ticket_deck[LONG]
        if turns >= 100 * style[MORE] and tickets > 0 and table.last_round == 0:
            return _draw_tickets(book, table)
        track = best_claim(book, table, mine, seat, style, plan, style[LOCO], 1)
        if track != NONE and (
            gain_of(book, table, track, style) >= style[LEAST] or book.length[track] >= table.trains[seat] - 2
        ):
            return CLAIM + track
    count_needs(book, table, mine, seat, style, plan, room)
    action = _draw(table, mine, seat, room, 1)
    if action != PASS:
        return action
    track = best_claim(book, table, mine, seat, style, plan, 9, 1)
    if track != NONE:
        return CLAIM + track
    if table.ticket_deck[SHORT] * book.draw[SHORT] + table.ticket_deck[LONG] * book.draw[LONG] > 0 or (
        book.draw_any > 0 and table.ticket_deck[SHORT] + table.ticket_deck[LONG] > 0
    ):
        return _draw_tickets(book, table)
    return NONE  # something else, that planners do not do


@kernel(signature=_STEP)
def _pay(book: Rulebook, table: Table, mine: Seat, seat: int, style: Any, plan: Any, room: Any) -> int:
    """Few locomotives, and the colour that is needed least elsewhere."""
    if is_paying_station(table):
        cost, needs, color = ZERO + book.stations - table.stations_left[seat] + 1, ZERO, ZERO + GRAY
    else:
        track = ZERO + table.track
        cost, needs, color = ZERO + book.length[track], ZERO + book.needs[track], ZERO + book.color[track]
    count_needs(book, table, mine, seat, style, plan, room)
    wild_held = ZERO + mine.hand[LOCOMOTIVE]
    best, best_value = ZERO + PAY + PAY_STEP * LOCOMOTIVE + cost, ZERO - 1_000_000
    for kind in range(_COLORS):
        if color != GRAY and kind != color:
            continue
        wild = max(needs, cost - mine.hand[kind])
        if wild > wild_held or wild >= cost:
            continue
        left = ZERO + mine.hand[kind] - (cost - wild)
        value = -1000 * wild - 100 * max(ZERO, room[NEED + kind] + (cost - wild)) + left
        if value > best_value:
            best, best_value = PAY + PAY_STEP * kind + wild, value
    return best


@kernel(signature=int64(TABLE_TYPE, SEAT_TYPE))
def _answer_tunnel(table: Table, mine: Seat) -> int:
    """Pay what a tunnel asks for with as few locomotives as possible, if it can be paid."""
    wild_held = ZERO + mine.hand[LOCOMOTIVE]
    extra = ZERO + table.extra
    if table.laid_color == LOCOMOTIVE:
        return PAY + PAY_STEP * LOCOMOTIVE + extra if wild_held >= extra else ZERO + DECLINE
    wild = max(ZERO, extra - mine.hand[table.laid_color])
    if wild > wild_held:
        return ZERO + DECLINE
    if wild == extra:
        return PAY + PAY_STEP * LOCOMOTIVE + extra
    return PAY + PAY_STEP * table.laid_color + wild


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE))
def _take_passenger(book: Rulebook, table: Table) -> int:
    """The colour in which the race for the majority is closest."""
    waiting = table.passengers[book.place[table.city]]
    best, most = NONE, ZERO - 1000
    for color in range(len(PASSENGER_COLORS)):
        if waiting >> (PASSENGER_BITS * color) & PASSENGER_MASK == 0:
            continue
        others = ZERO
        for seat in range(table.seats):
            if seat != table.seat:
                others = max(others, ZERO + table.taken[seat, color])
        ahead = table.taken[table.seat, color] - others
        close = 10 - ahead if ahead >= 0 else 9 + ahead
        if close > most:
            best, most = color, close
    return PASSENGER + best


@kernel(signature=_STEP)
def _keep(book: Rulebook, table: Table, mine: Seat, seat: int, style: Any, plan: Any, room: Any) -> int:
    """The tickets with the best joint plan."""
    offered = ZERO + table.offered[SHORT] + table.offered[LONG]
    least = min(offered, ZERO + (book.keep if table.opening else book.draw_keep))
    trial = room[TRIAL : TRIAL + PLAN_WORDS]
    best, best_value = ZERO, ZERO
    for kept in range(1, 1 << offered):
        count = ZERO
        first, second = mine.tickets[0], mine.tickets[1]
        for i in range(offered):
            if kept >> i & 1:
                count += 1
                ticket = mine.offer[i]
                if ticket < 64:
                    first |= BIT[ticket]
                else:
                    second |= BIT[ticket - 64]
        if count >= least:
            make_plan(book, table, mine, seat, first, second, style, trial, room)
            if best == 0 or trial[SCORE] > best_value:
                best, best_value = ZERO + kept, trial[SCORE]
    return KEEP + best


@kernel(signature=_STEP)
def follow_plan(book: Rulebook, table: Table, mine: Seat, seat: int, style: Any, plan: Any, room: Any) -> int:
    """A legal action for the deciding seat at any stage."""
    if table.stage == AT_PAY:
        return _pay(book, table, mine, seat, style, plan, room)
    if table.stage == AT_KEEP:
        return _keep(book, table, mine, seat, style, plan, room)
    if table.stage == AT_MIX:
        return _mix(table, ZERO + book.deal_any)
    if table.stage == AT_TUNNEL:
        return _answer_tunnel(table, mine)
    if table.stage == AT_PASSENGER:
        return _take_passenger(book, table)
    if len(style) > HOARDING and style[HOARDING] == 1:
        plan[WANTED], plan[WANTED + 1], plan[WANTED + 2] = 0, 0, 0
        if table.stage == AT_SECOND_CARD:
            return _draw_any(table, mine, 0)
        return _hoard(book, table, mine, seat, style, plan, room)
    if is_valid(table, mine, seat, plan) == 0 or (
        table.stage != AT_SECOND_CARD and turns_left(book, table) < style[ANEW]
    ):
        make_plan(book, table, mine, seat, mine.tickets[0], mine.tickets[1], style, plan, room)
    if table.stage == AT_SECOND_CARD:
        count_needs(book, table, mine, seat, style, plan, room)
        return _draw(table, mine, seat, room, 0)
    return _take_turn(book, table, mine, seat, style, plan, room)
