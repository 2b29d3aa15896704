"""Writes the features of contested tracks: planned ones that another seat may take, and what losing them would cost."""

from __future__ import annotations

from numba import int64, types, void

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.colors import LOCOMOTIVE
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import NONE, PRIVATE_TYPE, TABLE_TYPE, TRACK_WORDS, PrivateState, Table
from railwright.players.express.features import PLAN_SPACES, PLAN_TRACKS, POSITION_TYPE, PositionFeatures
from railwright.players.express.memory import MOST_CONTESTED, THOUGHT_TYPE, Thought
from railwright.players.kit.paths import CLOSED, find_path
from railwright.players.planner.memory import PLANNER_TYPE, SCRATCH_TYPE, Planner, Scratch
from railwright.players.planner.plan import cards_missing, most_of_a_color, price_tracks

DETOUR = 1000.0
"""Hundredths of a point that make the cost of a detour 1."""
NO_WAY = 3000
"""The cost if there is no other way, or only a longer one: more than most tickets are worth."""


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


@kernel(signature=types.boolean(BOOK_TYPE, TABLE_TYPE, int64, int64))
def is_contested(book: Rulebook, table: Table, seat: int, track: int) -> bool:
    """Whether another seat has tracks at an end of a track, and no parallel track is open."""
    is_near = False
    for other in range(table.seats):
        if other != seat:
            is_near |= has_track_at(book, table, other, ZERO + book.city_a[track]) == 1
            is_near |= has_track_at(book, table, other, ZERO + book.city_b[track]) == 1
    return is_near and open_twins(book, table, seat, track) == 0


@kernel(
    signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, PLANNER_TYPE, SCRATCH_TYPE, THOUGHT_TYPE, POSITION_TYPE)
)
def _write_detours(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, planner: Planner, scratch: Scratch, thought: Thought,
    position: PositionFeatures,
) -> None:  # fmt: skip
    """Write what it costs to go around each contested track, if all other tracks of the plan are built."""
    plan, cost, worst, total = planner.plan, scratch.cost[:], ZERO, ZERO
    price_tracks(book, table, mine, seat, planner.style, scratch)
    for i in range(thought.contested_count):
        thought.detours[i] = cost[thought.contested[i]]
    for word in range(TRACK_WORDS):
        missing = plan.tracks[word] & ~table.own[seat, word]
        while missing != 0:
            cost[64 * word + lowest_bit(missing)] = 0
            missing &= missing - 1
    for i in range(thought.contested_count):
        track, price = thought.contested[i], ZERO + int(thought.detours[i])
        cost[track] = CLOSED
        there = find_path(
            book, cost, BIT[book.city_a[track]], BIT[book.city_b[track]], scratch.distance[:], scratch.arrival[:]
        )
        detour = ZERO + NO_WAY
        if there != NONE:
            detour = min(detour, max(ZERO, scratch.distance[there] - price))
        cost[track] = 0
        thought.detours[i] = detour / DETOUR
        worst = max(worst, detour)
        total += detour
    position.worst_detour = worst / DETOUR
    position.all_detours = total / (2 * DETOUR)


@kernel(
    signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, PLANNER_TYPE, SCRATCH_TYPE, THOUGHT_TYPE, POSITION_TYPE)
)
def write_contested(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, planner: Planner, scratch: Scratch, thought: Thought,
    position: PositionFeatures,
) -> None:  # fmt: skip
    """Write which planned tracks are contested and what a detour would cost, and which tracks can be paid for now."""
    plan, most, wild = planner.plan, most_of_a_color(mine), ZERO + mine.hand[LOCOMOTIVE]
    contested, ready, spaces, count = ZERO, ZERO, ZERO, ZERO
    for word in range(TRACK_WORDS):
        missing = plan.tracks[word] & ~table.own[seat, word]
        while missing != 0:
            track = 64 * word + lowest_bit(missing)
            missing &= missing - 1
            if cards_missing(book, mine, most, track) <= wild:
                ready += 1
                spaces += book.length[track]
            if is_contested(book, table, seat, track):
                contested += 1
                if count < MOST_CONTESTED:
                    thought.contested[count] = track
                    count += 1
    thought.contested_count = count
    position.raced_tracks = contested / PLAN_TRACKS
    position.ready_tracks = ready / PLAN_TRACKS
    position.ready_spaces = spaces / PLAN_SPACES
    if count > 0:
        _write_detours(book, table, mine, seat, planner, scratch, thought, position)
