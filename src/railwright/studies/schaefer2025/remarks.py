"""Remarks by table or figure: what the numbers mean, and where our readings differ from the paper."""

from __future__ import annotations

GENERAL = (
    "A single player, as in the paper: no opponents, cards or colours; of parallel tracks, a player may claim one. Any "
    "tickets of the deck may be chosen, and only completed ones are.",
    "The rulesets are official. Only routes and tickets score: stations and passengers are ignored, and so are the "
    "bonuses for the longest path or the most tickets, which a single player gets with any choice.",
    "Every score is proven optimal. Points are recounted by the rules of the game.",
    "A budget often has several optima. The paper took the one that its solver returned; we count all of them. A "
    "frequency is therefore a range: from the number of budgets in which every optimum contains a ticket or route to "
    "the number in which some optimum does.",
)

FREQUENCY = (
    "The paper ignores alternative optima, so its number may lie anywhere in our range; a number outside the range "
    "cannot be correct for the best scores of these budgets."
)

SECOND = (
    "Our first method is branch and bound with linear relaxations (`railwright.optimum.branch_and_bound`). The "
    "second is independent of it: dynamic programming over the cities (`railwright.optimum.connected`)."
)

IMPACT_OF_ZERO = (
    "The optimum is unique, so the best score without one of its tickets is lower by at least 1: an impact of 0 is "
    "impossible."
)

PRICES = (
    "The optimum is indifferent to a ticket at the price at which the best score is the same with and without it. "
    "Below this price, a ticket of the optimum is dropped; above it, a ticket outside the optimum enters.",
    "At any price: even for 0 points the ticket would be completed, by routes that other tickets need. No price of its "
    "own changes the optimum.",
    "One price changes at a time, and all others are as printed; the effect of several changes together does not "
    "follow. Tickets outside the optimum were examined up to twice their points.",
)

PER_TRAIN = (
    "Points per train: the points of a ticket divided by the trains needed for the shortest path between its places. A "
    "deck whose long tickets pay no more per train than its short ones would show no tendency."
)
