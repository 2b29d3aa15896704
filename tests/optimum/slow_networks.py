"""Cheapest networks by other means, for the tests of compiled ones: every set of tracks, and a program for HiGHS."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import highspy

from railwright.game.board import MAX_CITIES
from railwright.game.setup import Setup

NEVER = 1 << 30
"""The cost of what cannot be had."""

Pair = tuple[int, int]
"""The two cities of a track."""

Sets = tuple[set[int], set[int]]
"""The cities that meet the first and the second place of a ticket."""


def completed(pairs: Iterable[Pair], tickets: Sequence[Sets]) -> int:
    """The tickets that some tracks complete, as bits."""
    parts: list[set[int]] = []
    for pair in pairs:
        touched = [part for part in parts if not part.isdisjoint(pair)]
        parts = [part for part in parts if part.isdisjoint(pair)] + [set(pair).union(*touched)]
    done = 0
    for i, (starts, ends) in enumerate(tickets):
        if starts & ends or any(part & starts and part & ends for part in parts):
            done |= 1 << i
    return done


def costs_by_trying(pairs: Sequence[Pair], cost: Sequence[int], tickets: Sequence[Sets]) -> list[int]:
    """The cost of the cheapest network for each subset of the tickets: looks at every set of tracks."""
    had = [pair for pair, price in zip(pairs, cost, strict=True) if price == 0]
    priced = [(pair, price) for pair, price in zip(pairs, cost, strict=True) if price > 0]
    best = [NEVER] * (1 << len(tickets))
    for size in range(len(priced) + 1):
        for chosen in combinations(priced, size):
            done = completed([*had, *(pair for pair, _ in chosen)], tickets)
            best[done] = min(best[done], sum(price for _, price in chosen))
    return [
        min(best[done] for done in range(len(best)) if done & subset == subset) for subset in range(len(best))
    ]  # a network may complete more than it has to


def best_by_trying(costs: Sequence[int], points: Sequence[int], trains: int) -> tuple[int, int]:
    """The most points of completed tickets less the others within so many trains, and the fewest trains for that."""
    choices = []
    for subset, cost in enumerate(costs):
        if cost <= trains:
            gained = sum(worth if subset >> i & 1 else -worth for i, worth in enumerate(points))
            choices.append((-gained, cost))
    lost, cost = min(choices)
    return -lost, cost


def cost_by_program(pairs: Sequence[Pair], cost: Sequence[int], tickets: Sequence[Sets]) -> int:
    """The cost of the cheapest network for all tickets as an integer program: for each ticket something flows.

    One unit leaves the first place of the ticket, from any of its cities, and enters the second; it may flow along a
    track in either direction if the track is chosen.
    """
    highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.setOptionValue("output_flag", False)
    usable = [(pair, price) for pair, price in zip(pairs, cost, strict=True) if price >= 0]
    chosen = [highs.addVariable(0, 1, price, highspy.HighsVarType.kInteger) for _, price in usable]
    for starts, ends in tickets:
        flows: dict[int, list[Any]] = {city: [] for city in range(MAX_CITIES)}
        for ((a, b), _), is_chosen in zip(usable, chosen, strict=True):
            there, back = highs.addVariable(0, 1), highs.addVariable(0, 1)
            highs.addConstr(there + back <= is_chosen)
            flows[a] += [back, -there]
            flows[b] += [there, -back]
        sources = [highs.addVariable(0, 1) for _ in starts]
        for city, source in zip(starts, sources, strict=True):
            flows[city].append(source)
        for city in ends:
            flows[city].append(-highs.addVariable(0, 1))
        highs.addConstr(sum(sources) == 1)
        for terms in flows.values():
            if terms:
                highs.addConstr(sum(terms) == 0)
    highs.minimize()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return NEVER
    assert status == highspy.HighsModelStatus.kOptimal
    cheapest: float = highs.getInfo().objective_function_value
    return round(cheapest)


def sets_of(setup: Setup, ticket: int) -> Sets:
    """The cities that a ticket of a board joins."""
    start, end = setup.tickets[ticket].places
    return set(setup.board.places[start]), set(setup.board.places[end])
