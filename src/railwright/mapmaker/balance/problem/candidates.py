"""Tickets that a board does not have, but might: others of the same kind to choose from."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from railwright.mapmaker.balance.problem.design import OUT, Canvas, Design
from railwright.mapmaker.plan import Plan, PlannedRoute
from railwright.mapmaker.tickets import make_tickets

CHOICE = 2
"""Which tickets are in the game is chosen from so many times their number."""


def with_candidates(canvas: Canvas, original: Design, rng: Random) -> tuple[Canvas, Design]:
    """The same board on a canvas with more tickets that may be: pairs of cities that are no neighbours."""
    names = [city.name for city in canvas.graph.cities]
    neighbours = {frozenset((names[a], names[b])) for a, b in canvas.graph.routes}
    known = {frozenset(ticket.places) for ticket in canvas.tickets} | neighbours
    pairs = len(names) * (len(names) - 1) // 2 - len(neighbours)
    routes = tuple(
        PlannedRoute(pair, length) for pair, length in zip(canvas.graph.routes, original.lengths, strict=True)
    )
    plan = Plan(canvas.graph.name, canvas.graph.title, canvas.graph.cities, routes)
    made = make_tickets(plan, canvas.ruleset, rng, count=min(CHOICE * len(canvas.tickets), pairs))
    others = tuple(ticket for ticket in made if frozenset(ticket.places) not in known)
    more = others[: (CHOICE - 1) * len(canvas.tickets)]
    return (
        replace(canvas, tickets=(*canvas.tickets, *more)),
        replace(original, values=(*original.values, *(OUT for _ in more))),
    )
