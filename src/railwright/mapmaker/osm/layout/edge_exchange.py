"""Better choices of edges by exchange, where the greedy choice leaves cities apart or ends too early.

The paper discards what crosses a chosen edge, for good. In a dense network that costs nothing; elsewhere an early short
edge can bar the only way to a city, or two others. Here an unchosen edge is put in, its rivals are taken out, the gaps
are filled again, and the best such exchange is made, even if it makes things worse, with what was taken out not coming
back for a while (tabu search). Nothing is random.
"""

from __future__ import annotations

from railwright.mapmaker.osm.layout.edge_choice import Choice, members

PATIENCE = 40
"""Exchanges without a better choice after which the search ends."""
BARRED = 8
"""For so many exchanges an edge that was taken out stays out."""

Worth = tuple[int, int, float]
"""Cities apart from the largest part, missing edges, cost: less is better, the first counts first."""


def exchange(choice: Choice, chosen: int, target: int, allowed: int) -> int:
    """The best set of edges found from a first one: in one part if possible, then as many as asked."""
    allowed &= choice.usable
    barred_until = dict.fromkeys(members(allowed), 0)
    best, best_worth = chosen, _worth(choice, chosen, target)
    now = chosen
    turn = last_gain = 0
    while best_worth[:2] != (0, 0) and turn - last_gain < PATIENCE:
        turn += 1
        open_now = allowed & ~sum(1 << edge for edge, until in barred_until.items() if until >= turn)
        trials = [_exchanged(choice, now, edge, open_now, target) for edge in members(open_now & ~now)]
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
    edges = members(chosen)
    return len(choice.apart(chosen)), max(0, target - len(edges)), float(choice.cost[edges].sum())


def _exchanged(choice: Choice, now: int, edge: int, open_now: int, target: int) -> int:
    """The set with an edge put in, its rivals out, and the gaps filled: first with what joins parts, cheapest first."""
    chosen = now & ~choice.rivals[edge] | 1 << edge
    barring = 0
    for other in members(chosen):
        barring |= choice.rivals[other]
    fitting = sorted(members(open_now & ~chosen & ~barring), key=lambda other: (float(choice.cost[other]), other))
    if not fitting:
        return chosen
    part = choice.part_of(chosen)
    for joining in (True, False):
        for other in fitting:
            if (choice.rivals[other] & chosen) or chosen >> other & 1:
                continue
            a, b = (part[city] for city in choice.pairs[other])
            if joining and a != b:
                part = [a if number == b else number for number in part]
                chosen |= 1 << other
            elif not joining and chosen.bit_count() < target:
                chosen |= 1 << other
    return chosen


def prune(choice: Choice, chosen: int, target: int) -> int:
    """Take out the costliest edges beyond the target that the board does not fall apart without."""
    apart = choice.apart(chosen)
    for edge in sorted(members(chosen), key=lambda edge: (-float(choice.cost[edge]), edge)):
        if chosen.bit_count() <= target:
            break
        if choice.apart(chosen & ~(1 << edge)) == apart:
            chosen &= ~(1 << edge)
    return chosen
