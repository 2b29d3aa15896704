"""From a plan to a board that can be played: colours and tickets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from railwright.errors import BoardError
from railwright.game.board import Board, Ticket, Track
from railwright.game.ruleset import misfits
from railwright.mapmaker.colors import color_tracks
from railwright.mapmaker.plan import Plan
from railwright.mapmaker.tickets import DECK, make_tickets
from railwright.maps.load import load_ruleset

DECIMALS = 6
"""Of a city's degrees: a tenth of a metre, and what a ``.map`` file holds."""


def complete(plan: Plan, *, seed: int, ruleset: str = "usa", tickets: int | None = None) -> Board:
    """Give a plan colours and tickets (as many as fit its size, unless told): a board to be played at once.

    Raises BoardError for a plan that no colours and tickets make playable: one that is not connected, has two cities of
    one name, or a route of a length for which the rules give no points.
    """
    _check(plan)
    colors = color_tracks(plan, Random(f"{seed} colors"))
    chosen = make_tickets(plan, load_ruleset(ruleset), Random(f"{seed} tickets"), count=tickets)
    return assemble(plan, colors, chosen, ruleset=ruleset)


def assemble(
    plan: Plan,
    colors: Sequence[Sequence[str]],
    tickets: Sequence[Ticket],
    *,
    ruleset: str = "usa",
    decks: Sequence[str] = (DECK,),
) -> Board:
    """The board of a plan whose colours (for each route those of its tracks) and tickets are known."""
    board = _board(plan, colors, tickets, ruleset, decks)
    problems = misfits(board, load_ruleset(ruleset))
    if problems:
        raise BoardError(problems, plan.name)
    return board


def _board(
    plan: Plan, colors: Sequence[Sequence[str]], tickets: Sequence[Ticket], ruleset: str, decks: Sequence[str]
) -> Board:
    names = [city.name for city in plan.cities]
    cities = tuple(
        replace(city, latitude=round(city.latitude, DECIMALS), longitude=round(city.longitude, DECIMALS))
        for city in plan.cities
    )
    tracks = tuple(
        Track((names[route.cities[0]], names[route.cities[1]]), number, route.length, color)
        for route, own in zip(plan.routes, colors, strict=True)
        for number, color in enumerate(own, 1)
    )
    board = Board(plan.name, plan.title, ruleset, tuple(decks), cities, tracks, tuple(tickets), {}, plan.source)
    return Board.from_dict(board.to_dict(), plan.name)


def _check(plan: Plan) -> None:
    """Whether the plan's cities and tracks make a board, before work goes into it."""
    some = [Ticket((a.name, b.name), 1, decks=(DECK,)) for a, b in zip(plan.cities[:1], plan.cities[1:2], strict=False)]
    _board(plan, [["gray"] * route.tracks for route in plan.routes], some, "usa", (DECK,))
