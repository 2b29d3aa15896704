"""The numbers printed in the paper, with their tables or sections. Cities are spelt as on our board.

Elizabeth J. Schaefer and Andrew J. Schaefer: Maximizing the Score in "Ticket to Ride". 12 November 2025.
"""

from __future__ import annotations

Pair = tuple[str, str]

TRAINS = 45
"""Train cars of a player (section 4.1)."""

BUDGETS = 50
"""Largest number of train cars in figures 3 and 4 and table 3, which start at 1 (section 4.2)."""

SCORE, TICKET_SCORE = 285, 223
"""The best score with 45 train cars, and the part of it that comes from tickets (section 4.1)."""

MEAN_ROUTE_LENGTH = 2.5
"""Mean length of the routes of the optimum (section 4.1)."""

BINARY, CONTINUOUS, CONSTRAINTS = 78, 4710, 1159
"""The size of model (1) (section 4)."""

TABLE_1: dict[Pair, int] = {
    ("Vancouver", "Seattle"): 1,
    ("Seattle", "Portland"): 1,
    ("Portland", "San Francisco"): 5,
    ("San Francisco", "Los Angeles"): 3,
    ("Los Angeles", "Phoenix"): 3,
    ("Phoenix", "Santa Fe"): 3,
    ("Santa Fe", "Denver"): 2,
    ("Denver", "Kansas City"): 4,
    ("Kansas City", "Saint Louis"): 2,
    ("Saint Louis", "Nashville"): 2,
    ("Nashville", "Atlanta"): 1,
    ("Atlanta", "Miami"): 5,
    ("Saint Louis", "Chicago"): 2,
    ("Chicago", "Pittsburgh"): 3,
    ("Pittsburgh", "Toronto"): 2,
    ("Pittsburgh", "New York"): 2,
    ("New York", "Boston"): 2,
    ("Boston", "Montréal"): 2,
}
"""Routes of the optimum with 45 train cars, and their lengths."""

TABLE_2: dict[Pair, tuple[int, int]] = {
    ("Atlanta", "New York"): (6, 0),
    ("Atlanta", "Montréal"): (9, -9),
    ("Los Angeles", "Seattle"): (9, -9),
    ("Chicago", "Santa Fe"): (9, -9),
    ("Miami", "Toronto"): (10, -1),
    ("Phoenix", "Portland"): (11, -5),
    ("Denver", "Pittsburgh"): (11, 0),
    ("Boston", "Miami"): (12, -1),
    ("Santa Fe", "Vancouver"): (13, -13),
    ("Chicago", "Los Angeles"): (16, -15),
    ("Atlanta", "San Francisco"): (17, -13),
    ("Nashville", "Portland"): (17, 0),
    ("Los Angeles", "Miami"): (20, -1),
    ("Montréal", "Vancouver"): (20, -20),
    ("Los Angeles", "New York"): (21, -21),
    ("New York", "Seattle"): (22, -1),
}
"""Tickets of the optimum with 45 train cars: points, and the impact of removing the ticket on the best score."""

TABLE_3: dict[Pair, tuple[int, int]] = {
    ("Atlanta", "New York"): (6, 25),
    ("Chicago", "Santa Fe"): (9, 28),
    ("Los Angeles", "Seattle"): (9, 21),
    ("Phoenix", "Portland"): (11, 23),
    ("Santa Fe", "Vancouver"): (13, 21),
    ("Chicago", "Los Angeles"): (16, 28),
    ("Nashville", "Portland"): (17, 21),
    ("Atlanta", "San Francisco"): (17, 21),
    ("New York", "Los Angeles"): (21, 30),
    ("New York", "Seattle"): (22, 21),
}
"""The ten most frequently chosen tickets: points, and the number of the 50 instances in which they are chosen."""

MEAN_TICKET, MEAN_TOP_TICKET = 11.63, 14.1
"""Mean points of all 30 tickets, and of the ten of table 3 (section 4.2)."""

HIGH_TICKET, HIGH_TICKETS, HIGH_IN_TOP = 16, 7, 5
"""Points that make a ticket high, tickets of the deck that are, and those of them in table 3 (section 4.2)."""

TOP = 10
"""Number of tickets in table 3 and of routes in figure 4."""

WESTERN_TOP = 7
"""Routes of figure 4 that are "entirely west of the Rocky Mountains", out of ten (section 4.2)."""
