"""Better choices of edges by exchange, where the greedy choice leaves cities apart or ends too early.

The paper discards what crosses a chosen edge, for good. In a dense network that costs nothing; elsewhere an early short
edge can bar the only way to a city, or two others. Here an unchosen edge is put in, its rivals are taken out, the gaps
are filled again, and the best such exchange is made, even if it makes things worse, with what was taken out not coming
back for a while (tabu search). Nothing is random.
"""

from __future__ import annotations

from railwright.mapmaker.osm.edge_choice import Choice, members

PATIENCE = 60
"""Exchanges without a better choice after which the search ends."""
BARRED = 8
"""For so many exchanges an edge that was taken out stays out."""

Worth = tuple[int, int, float]
"""Parts, missing edges, cost: less is better, the first counts first."""


def exchange(choice: Choice, chosen: int, target: int, allowed: int) -> int:
    """The best set of edges found from a first one: in one part if possible, then as many as asked."""
    order = sorted(members(allowed & choice.usable), key=lambda edge: (float(choice.cost[edge]), edge))
    barred_until = dict.fromkeys(order, 0)
    best, best_worth = chosen, _worth(choice, chosen, target)
    now = chosen
    turn = last_gain = 0
    while best_worth[:2] != (1, 0) and turn - last_gain < PATIENCE:
        turn += 1
        trials = [
            _filled(choice, now & ~choice.rivals[edge] | 1 << edge, order, target, barred_until, turn)
            for edge in order
            if not now >> edge & 1 and barred_until[edge] < turn
        ]
        if not trials:
            break
        worth, following = min((_worth(choice, trial, target), trial) for trial in trials)
        for edge in members(now & ~following):
            barred_until[edge] = turn + BARRED
        now = following
        if worth < best_worth:
            best, best_worth, last_gain = now, worth, turn
    return best


def _worth(choice: Choice, chosen: int, target: int) -> Worth:
    cost = sum(float(choice.cost[edge]) for edge in members(chosen))
    return choice.parts(chosen), max(0, target - chosen.bit_count()), cost


def _filled(choice: Choice, chosen: int, order: list[int], target: int, barred_until: dict[int, int], turn: int) -> int:
    """The set with everything added that fits, cheapest first; edges that join parts come before all others."""
    part = choice.part_of(chosen)
    for joining in (True, False):
        for edge in order:
            if choice.rivals[edge] & chosen or chosen >> edge & 1 or barred_until[edge] >= turn:
                continue
            a, b = choice.pairs[edge]
            if joining and part[a] != part[b]:
                old, new = part[b], part[a]
                part = [new if number == old else number for number in part]
                chosen |= 1 << edge
            elif not joining and chosen.bit_count() < target:
                chosen |= 1 << edge
    return chosen


def prune(choice: Choice, chosen: int, target: int) -> int:
    """Take out the costliest edges beyond the target that the board does not fall apart without."""
    parts = choice.parts(chosen)
    for edge in sorted(members(chosen), key=lambda edge: (-float(choice.cost[edge]), edge)):
        if chosen.bit_count() <= target:
            break
        if choice.parts(chosen & ~(1 << edge)) == parts:
            chosen &= ~(1 << edge)
    return chosen
