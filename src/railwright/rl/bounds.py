"""The smallest and the largest numbers that the fields of an observation can have."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railwright.players.kit.game_length import CLAIMS_PER_TRAIN, DRAWS_PER_TRAIN, LAST_TURN
from railwright.players.observation.fields import ObservationField
from railwright.players.observation.space import ObservationSpace

_ROUNDING = 1 + 1e-6
"""Numbers of type float32 can be larger than the exact ones by this factor."""


def bounds_of(space: ObservationSpace, *, longest: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The smallest and the largest value of each number of an observation, in games of at most ``longest`` actions."""
    most = _largest_counts(space, longest)
    low = [np.full(field.size, _lowest(space, field), np.float32) for field in space.fields]
    high = [np.full(field.size, _highest(field, most), np.float32) for field in space.fields]
    return np.concatenate(low), np.concatenate(high)


def _highest(field: ObservationField, most: dict[str, float]) -> float:
    """Counts that are not listed are divided by the largest one."""
    if field.values == "0 or 1":
        return 1.0
    return max(1.0, most.get(field.name, 0.0) / field.divisor) * _ROUNDING


def _lowest(space: ObservationSpace, field: ObservationField) -> float:
    """0 for all counts; the estimate of the turns left falls below it with the trains that are left at the end."""
    if field.name != "turns_left":
        return 0.0
    return -CLAIMS_PER_TRAIN * space.setup.ruleset.trains / field.divisor * _ROUNDING


def _largest_counts(space: ObservationSpace, longest: int) -> dict[str, float]:
    """Bounds for counts by field: nobody can have more cards, tickets and so on than there are in the game."""
    setup = space.setup
    rules, board, book = setup.ruleset, setup.board, setup.rulebook[0]
    cards, of_a_kind = 8 * rules.cards_per_color + rules.locomotives, max(rules.cards_per_color, rules.locomotives)
    lengths = [track.length for track in board.tracks]
    return {
        "hand": of_a_kind,
        "shown": of_a_kind,
        "discards": of_a_kind,
        "hand_sizes": cards,
        "short_tickets": len(setup.tickets),
        "long_tickets": len(setup.tickets),
        "points": sum(int(book["route_points"][length]) for length in lengths) / rules.scale,
        "turn": longest,
        "turns_left": LAST_TURN + (DRAWS_PER_TRAIN + CLAIMS_PER_TRAIN) * rules.trains,
        "ticket_spaces": sum(lengths),
        "ticket_cards": sum(lengths),
        "passengers_taken": sum(board.passengers.values()),
        "events": max(len(setup.tickets), *lengths) * 1.0,
        "laid_cards": max(lengths),
        "laid_locomotives": max(lengths),
    }
