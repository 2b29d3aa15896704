"""Claims along the shortest path of each ticket: the rule-based player of Õunmaa (2022, 5.3, algorithm 1).

Based on a player by Shao Sun. Round 1 is the choice of the opening tickets. A turn:

1. If every ticket is completed or can no longer be completed: before round 30 draw tickets; after that claim the
   longest track that can be paid for, or draw cards.
2. Otherwise go through the open tickets: if a track on the shortest path of the ticket can be paid for, claim the
   longest such track (of equals, the one with the lowest number).
3. If no locomotive is face up, take the first face-up card in the colour of a missing track on these paths, and a
   second card from the deck.
4. Draw cards: a face-up locomotive, otherwise two from the deck.

Tickets: at the opening it keeps as few as possible, at random (in the base game two of three). Later it keeps those
that need fewer than five trains, or the one that needs fewest (of equals, the first offered).

Readings. The shortest path has the fewest train spaces, counting own tracks at their full length as in the original;
these are subtracted only afterwards. Open tickets are processed in the order of their numbers. A path leads from city
to city, so any of the parallel tracks will do. A gray track needs no colour (step 3). It pays with as few locomotives
as possible, for a gray track with the colour it holds most of. If there is nothing to draw, it claims the longest track
it can pay for, then draws tickets, and builds a station only if nothing else is legal. On boards with additional rules
it pays the extra cost of a tunnel if it can, draws as few long tickets as possible, and takes passengers in the colour
it has most of.

Other readings are options. ``blocked=shortest-way``: the path of a ticket is the shortest one on the whole board, and
"an opponent has blocked the route" when one of its tracks is taken; the original looks for a detour. ``ways=tracks``:
the shortest path has the fewest tracks, as found by breadth-first search; the original uses that name but counts
spaces.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int16, int64, types, uint64, void

from railwright.compiled.bits import BIT, count_bits, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import below
from railwright.game.actions import CLAIM, KEEP
from railwright.game.board import MAX_CITIES
from railwright.game.colors import GRAY, LOCOMOTIVE
from railwright.game.network import connect_own, is_built, is_completed
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.ruleset import FACE_UP_PLACES, MAX_OFFER
from railwright.game.state import (
    AT_KEEP,
    AT_SECOND_CARD,
    AT_TURN,
    LONG,
    NONE,
    PRIVATE_TYPE,
    SHORT,
    TABLE_TYPE,
    TICKET_WORDS,
    PrivateState,
    Table,
)
from railwright.players.kit.choices import (
    ROUNDS,
    deck_or_row,
    draw_tickets,
    is_legal,
    longest_claim,
    round_of,
    settle_sparingly,
)
from railwright.players.kit.interface import compiled
from railwright.players.kit.options import Option
from railwright.players.kit.paths import (
    BY_LENGTH,
    CLOSED,
    FAR,
    fill_costs,
    find_path,
    new_costs,
    new_distances,
    trace_path,
)

LAST_TICKET_ROUND = 30
"""From this round on it draws no more tickets (thesis, 5.3)."""

SHORT_WAY = 5
"""Of drawn tickets it keeps all that need fewer trains than this (thesis, 5.3)."""

ANY_WAY, SHORTEST_WAY = range(2)
BY_SPACES, BY_TRACKS = range(2)

OPTIONS = (
    Option(
        name="blocked", default="any-way", choices=("any-way", "shortest-way"),
        summary="when a ticket is given up: when no path is left, or when others block the board's shortest path",
    ),
    Option(
        name="ways", default="spaces", choices=("spaces", "tracks"),
        summary="what the length of a path counts",
    ),
    ROUNDS,
)  # fmt: skip
"""Readings of the text (thesis, 5.3)."""

_BLOCKED, _WAYS, _ROUNDS = range(len(OPTIONS))


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64[::1], int64[::1]))
def _price_tracks(book: Rulebook, table: Table, options: Any, cost: Any) -> None:
    """Set the cost of every track that a path may use: open and own tracks, or all tracks of the board."""
    fill_costs(book, table, ZERO + table.seat, BY_LENGTH, ZERO + 1, cost)
    for track in range(book.tracks):
        if options[_BLOCKED] == SHORTEST_WAY or cost[track] != CLOSED:
            cost[track] = 1 if options[_WAYS] == BY_TRACKS else book.length[track]


@kernel(signature=types.boolean(BOOK_TYPE, TABLE_TYPE, int64))
def _is_passable(book: Rulebook, table: Table, track: int) -> bool:
    """Whether the seat owns or may claim a track or one parallel to it."""
    usable = table.own[table.seat, track >> 6] | table.open[table.seat, track >> 6]
    if usable & BIT[track & 63] != 0:
        return True
    for i in range(book.twins.shape[1]):
        twin = ZERO + book.twins[track, i]
        if twin != NONE:
            usable = table.own[table.seat, twin >> 6] | table.open[table.seat, twin >> 6]
            if usable & BIT[twin & 63] != 0:
                return True
    return False


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64[::1], int64, int64[::1]))
def _shortest_path(book: Rulebook, table: Table, cost: Any, ticket: int, path: Any) -> int:
    """Write the tracks of a ticket's shortest path; returns their number, or NONE if it is blocked or missing."""
    distance, arrival = new_distances(), new_distances()
    city = find_path(book, cost, book.ticket_from[ticket], book.ticket_to[ticket], distance, arrival)
    if city == NONE:
        return NONE
    steps = trace_path(book, distance, arrival, city, path)
    for i in range(steps):
        if not _is_passable(book, table, path[i]):
            return NONE
    return steps


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64[::1], int64))
def _missing_trains(book: Rulebook, table: Table, path: Any, steps: int) -> int:
    """The number of spaces of a path that the seat has not built yet."""
    trains = ZERO
    for i in range(steps):
        if not is_built(book, table.own[table.seat], path[i]):
            trains += book.length[path[i]]
    return trains


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64))
def _step_track(book: Rulebook, table: Table, track: int, i: int) -> int:
    """The i-th alternative for a step of a path, counting parallel tracks; NONE if the seat may not claim it."""
    choice = track if i == 0 else ZERO + book.twins[track, i - 1]
    if choice == NONE or table.open[table.seat, choice >> 6] & BIT[choice & 63] == 0:
        return NONE
    return choice


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64[::1], int64, int16[::1], int64))
def _claim_on_path(book: Rulebook, table: Table, path: Any, steps: int, legal: Any, count: int) -> int:
    """Claim the longest affordable track on a path, of equals the lowest number; NONE if there is none."""
    best = NONE
    for step in range(steps):
        for i in range(book.twins.shape[1] + 1):
            track = _step_track(book, table, path[step], i)
            if track == NONE or is_legal(legal, count, CLAIM + track) == 0:
                continue
            longer = ZERO + book.length[track] - (0 if best == NONE else book.length[best])
            if longer > 0 or (longer == 0 and track < best):
                best = track
    return NONE if best == NONE else CLAIM + best


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64[::1], int64))
def _colors_on_path(book: Rulebook, table: Table, path: Any, steps: int) -> int:
    """The colours of the missing tracks on a path, as bits. A gray track needs none."""
    colors = ZERO
    for step in range(steps):
        for i in range(book.twins.shape[1] + 1):
            track = _step_track(book, table, path[step], i)
            if track != NONE and book.color[track] != GRAY:
                colors |= BIT[book.color[track]]
    return colors


@kernel(signature=int64(TABLE_TYPE, int64, int16[::1], int64))
def _draw(table: Table, colors: int, legal: Any, count: int) -> int:
    """Steps 3 and 4: a face-up locomotive, else a face-up card of one of these colours, else the deck."""
    useful = NONE
    for i in range(count):
        if legal[i] >= FACE_UP_PLACES:
            break
        card = table.face_up[legal[i]]
        if card == LOCOMOTIVE:
            return ZERO + legal[i]
        if useful == NONE and colors & BIT[card] != 0:
            useful = ZERO + legal[i]
    return deck_or_row(table, legal, count) if useful == NONE else useful


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int16[::1], int64, int64))
def _act_without_tickets(book: Rulebook, table: Table, legal: Any, count: int, rounds: int) -> int:
    """Step 1: all tickets are completed or lost."""
    if round_of(table, rounds) < LAST_TICKET_ROUND:
        tickets = draw_tickets(legal, count)
        if tickets != NONE:
            return tickets
    action = longest_claim(book, legal, count)
    return _draw(table, ZERO, legal, count) if action == NONE else action


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int16[::1], int64, int64[::1]))
def _take_turn(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, options: Any) -> int:
    """Algorithm 1 of the thesis."""
    cost, path = new_costs(), new_distances()
    parent = np.empty(MAX_CITIES, np.int64)
    _price_tracks(book, table, options, cost)
    connect_own(book, table.own[table.seat], parent)
    colors, waiting = ZERO, ZERO
    for word in range(TICKET_WORDS):
        held = mine.tickets[word]
        while held != 0:
            ticket = 64 * word + lowest_bit(held)
            held &= held - 1
            if is_completed(book, table.own[table.seat], parent, ticket):
                continue
            steps = _shortest_path(book, table, cost, ticket, path)
            if steps == NONE or _missing_trains(book, table, path, steps) == 0:
                continue
            waiting += 1
            action = _claim_on_path(book, table, path, steps, legal, count)
            if action != NONE:
                return action
            colors |= _colors_on_path(book, table, path, steps)
    if waiting == 0:
        return _act_without_tickets(book, table, legal, count, options[_ROUNDS])
    return _draw(table, colors, legal, count)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64[::1]))
def _keep_near(book: Rulebook, table: Table, mine: PrivateState, least: int, options: Any) -> int:
    """Keep the offered tickets that need few trains; if these are fewer than ``least``, add those that need fewest."""
    cost, path = new_costs(), new_distances()
    needed = np.empty(MAX_OFFER, np.int64)
    _price_tracks(book, table, options, cost)
    kept, number = ZERO, ZERO
    for place in range(MAX_OFFER):
        if mine.offer[place] == NONE:
            continue
        steps = _shortest_path(book, table, cost, ZERO + mine.offer[place], path)
        needed[place] = FAR if steps == NONE else _missing_trains(book, table, path, steps)
        if needed[place] < SHORT_WAY:
            kept |= 1 << place
            number += 1
    while number < least:
        best = NONE
        for place in range(MAX_OFFER):
            if mine.offer[place] != NONE and kept >> place & 1 == 0 and (best == NONE or needed[place] < needed[best]):
                best = place
        kept |= 1 << best
        number += 1
    return KEEP + kept


@kernel(signature=int64(int16[::1], int64, int64, uint64[::1]))
def _keep_by_chance(legal: Any, count: int, least: int, source: Any) -> int:
    """Keep ``least`` of the offered tickets at random, all choices equally likely."""
    chosen, seen = NONE, ZERO
    for i in range(count):
        if count_bits(ZERO + legal[i] - KEEP) == least:
            seen += 1
            if below(source, seen) == 0:
                chosen = ZERO + legal[i]
    return chosen


@compiled(name="rule", options=OPTIONS)
def player(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Claims along the shortest path of each ticket in turn."""
    action = NONE
    if table.stage == AT_TURN:
        action = _take_turn(book, table, mine, legal, count, memory)
        if action == NONE:
            action = longest_claim(book, legal, count)
    elif table.stage == AT_SECOND_CARD:
        action = deck_or_row(table, legal, count)
    elif table.stage == AT_KEEP:
        offered = ZERO + table.offered[SHORT] + table.offered[LONG]
        if table.opening:
            action = _keep_by_chance(legal, count, min(offered, ZERO + book.keep), source)
        else:
            action = _keep_near(book, table, mine, min(offered, ZERO + book.draw_keep), memory)
    else:
        action = settle_sparingly(table, mine, legal, count)
    return ZERO + legal[0] if action == NONE else action
