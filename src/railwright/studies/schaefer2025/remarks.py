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
    "nothing with it: dynamic programming over the cities (`railwright.optimum.connected`). The published program, "
    "solved by HiGHS, and a model for CP-SAT did not come to an end within minutes."
)

IMPACT_OF_ZERO = (
    "The optimum is unique. So the best score without one of its tickets is lower, by at least 1: an impact of 0 "
    "cannot be."
)

PRICE = (
    "The price at which the optimum does not care: with it, the best score is the same with the ticket and without. "
    "For a ticket that the optimum completes it is the printed price less what the ticket is worth to it; for another, "
    "the printed price and what the best choice with it is short of. One price changes at a time, all others are as "
    "printed; prices for all tickets at once do not follow from this."
)

PER_TRAIN = (
    "Points per train: the points of a ticket over the trains of the shortest way between its places. A deck whose "
    "long tickets pay no more for a train than its short ones would show no tendency."
)
