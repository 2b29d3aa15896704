"""What the numbers mean, and where our readings differ from the paper, by table or figure."""

from __future__ import annotations

GENERAL = (
    "One player alone, as in the paper: no opponents, cards or colours; of parallel tracks a player has one. Any "
    "tickets of the deck may be chosen, and only completed ones are.",
    "Official rulesets. Only routes and tickets score: stations and passengers are ignored, and so are bonuses for the "
    "longest path or most tickets, which a player alone gets with any choice.",
    "Every score is proven. Points are counted again by the rules of the game.",
    "A budget often has several optima. The paper took the one that its solver returned. Ours are all counted: a "
    "frequency is a range, from the budgets in which every optimum has a ticket or route to those in which some has.",
)

FREQUENCY = (
    "The paper ignores alternate optima, so its number can be any in our range; outside of it, it cannot be right for "
    "the best scores of these budgets."
)

SECOND = (
    "Our first method is branch and bound over linear relaxations (`railwright.optimum.search`). The second shares "
    "nothing with it: dynamic programming over the cities (`railwright.optimum.connected`)."
)

IMPACT_OF_ZERO = (
    "The optimum is unique. So the best score without one of its tickets is lower, by at least 1: an impact of 0 "
    "cannot be."
)

PRICES = (
    "A ticket is indifferent at the price with which the best score is the same with it and without. Below it a ticket "
    "of the best choice is given up; above it another ticket is taken.",
    "At any price: even for nothing the ticket would be completed, by routes that other tickets need. No price of its "
    "own changes the best choice.",
    "One price changes at a time, all others are as printed; what several changes do together does not follow. Tickets "
    "that the best choice does not have were looked at up to twice their points.",
)

PER_TRAIN = (
    "Points per train: the points of a ticket over the trains of the shortest way between its places. A deck whose "
    "long tickets pay no more for a train than its short ones would show no tendency."
)
