"""Improves a set of edges by tabu search, where the greedy choice leaves cities unconnected or ends too early.

The paper permanently discards every edge that crosses a chosen one. In a dense network this does no harm; elsewhere an
early short edge can block the only path to a city, or two other edges. Each step inserts an unchosen edge, removes its
rivals and fills the gaps again. The best such exchange is made even if it makes things worse, and removed edges stay
out for a while. Nothing is random.
"""

from __future__ import annotations

from railwright.compiled.bit_sets import elements
from railwright.mapmaker.osm.selection.edge_choice import EdgeConflicts

PATIENCE = 40
"""Maximum number of exchanges without an improvement before the search ends."""
BARRED = 8
"""Tabu tenure: number of exchanges for which a removed edge stays out."""

Worth = tuple[int, int, float]
"""Cities outside the largest component, missing edges, and cost; lower is better, in this order of priority."""


def exchange(conflicts: EdgeConflicts, chosen: int, target: int, allowed: int) -> int:
    """The best set of edges found from an initial one: connected if possible, then with ``target`` edges."""
    allowed &= conflicts.usable
    barred_until = dict.fromkeys(elements(allowed), 0)
    best, best_worth = chosen, _worth(conflicts, chosen, target)
    now = chosen
    turn = last_gain = 0
    while best_worth[:2] != (0, 0) and turn - last_gain < PATIENCE:
        turn += 1
        open_now = allowed & ~sum(1 << edge for edge, until in barred_until.items() if until >= turn)
        trials = [_exchanged(conflicts, now, edge, open_now, target) for edge in elements(open_now & ~now)]
        if not trials:
            break
        worth, successor = min((_worth(conflicts, trial, target), trial) for trial in trials)
        for edge in elements(now & ~successor):
            barred_until[edge] = turn + BARRED
        now = successor
        if worth < best_worth:
            best, best_worth, last_gain = now, worth, turn
    return best


def _worth(conflicts: EdgeConflicts, chosen: int, target: int) -> Worth:
    edges = elements(chosen)
    return len(conflicts.apart(chosen)), max(0, target - len(edges)), float(conflicts.cost[edges].sum())


def _exchanged(conflicts: EdgeConflicts, now: int, edge: int, open_now: int, target: int) -> int:
    """The set with an edge inserted, its rivals removed, and gaps filled: first by edges that join components."""
    chosen = now & ~conflicts.rivals[edge] | 1 << edge
    barring = 0
    for other in elements(chosen):
        barring |= conflicts.rivals[other]
    fitting = sorted(elements(open_now & ~chosen & ~barring), key=lambda other: (float(conflicts.cost[other]), other))
    if not fitting:
        return chosen
    part = conflicts.part_of(chosen)
    for joining in (True, False):
        for other in fitting:
            if (conflicts.rivals[other] & chosen) or chosen >> other & 1:
                continue
            a, b = (part[city] for city in conflicts.pairs[other])
            if joining and a != b:
                part = [a if number == b else number for number in part]
                chosen |= 1 << other
            elif not joining and chosen.bit_count() < target:
                chosen |= 1 << other
    return chosen


def prune(conflicts: EdgeConflicts, chosen: int, target: int) -> int:
    """Remove surplus edges, the most expensive first, unless that disconnects cities."""
    apart = conflicts.apart(chosen)
    for edge in sorted(elements(chosen), key=lambda edge: (-float(conflicts.cost[edge]), edge)):
        if chosen.bit_count() <= target:
            break
        if conflicts.apart(chosen & ~(1 << edge)) == apart:
            chosen &= ~(1 << edge)
    return chosen
