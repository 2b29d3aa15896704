"""Candidate tickets: others of the same kind as a board's own, to choose from."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from railwright.mapmaker.balance.problem.design import OUT, Design, DesignCanvas
from railwright.mapmaker.board_plan import BoardPlan, PlannedRoute
from railwright.mapmaker.ticket_making import make_tickets

CHOICE = 2
"""Number of candidates, as a multiple of the tickets in the game."""


def with_candidates(canvas: DesignCanvas, original: Design, rng: Random) -> tuple[DesignCanvas, Design]:
    """The same board on a canvas with more candidate tickets, between cities that are not neighbours."""
    names = [city.name for city in canvas.graph.cities]
    neighbours = {frozenset((names[a], names[b])) for a, b in canvas.graph.routes}
    known = {frozenset(ticket.places) for ticket in canvas.tickets} | neighbours
    pairs = len(names) * (len(names) - 1) // 2 - len(neighbours)
    routes = tuple(
        PlannedRoute(pair, length) for pair, length in zip(canvas.graph.routes, original.lengths, strict=True)
    )
    plan = BoardPlan(canvas.graph.name, canvas.graph.title, canvas.graph.cities, routes)
    made = make_tickets(plan, canvas.ruleset, rng, count=min(CHOICE * len(canvas.tickets), pairs))
    others = tuple(ticket for ticket in made if frozenset(ticket.places) not in known)
    more = others[: (CHOICE - 1) * len(canvas.tickets)]
    return (
        replace(canvas, tickets=(*canvas.tickets, *more)),
        replace(original, values=(*original.values, *(OUT for _ in more))),
    )
