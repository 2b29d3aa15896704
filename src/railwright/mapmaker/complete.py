"""Turns a plan into a playable board by adding colours and tickets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from railwright.errors import BoardError
from railwright.game.board import Board, Ticket, Track
from railwright.game.ruleset import misfits
from railwright.mapmaker.board_plan import BoardPlan
from railwright.mapmaker.ticket_making import DECK, make_tickets
from railwright.mapmaker.track_coloring import color_tracks
from railwright.maps.load import load_ruleset

DECIMALS = 6
"""Decimals of a city's coordinates in degrees: a tenth of a metre, as in a ``.map`` file."""


def complete(plan: BoardPlan, *, seed: int, ruleset: str = "usa", tickets: int | None = None) -> Board:
    """Make a playable board from a plan by adding colours and tickets (by default as many as suit its size).

    Raises BoardError for a plan that cannot become a board: one that is not connected, has two cities with the same
    name, or has a route of a length that the rules give no points for.
    """
    _check(plan)
    colors = color_tracks(plan, Random(f"{seed} colors"))
    chosen = make_tickets(plan, load_ruleset(ruleset), Random(f"{seed} tickets"), count=tickets)
    return assemble(plan, colors, chosen, ruleset=ruleset)


def assemble(
    plan: BoardPlan,
    colors: Sequence[Sequence[str]],
    tickets: Sequence[Ticket],
    *,
    ruleset: str = "usa",
    decks: Sequence[str] = (DECK,),
) -> Board:
    """The board of a plan with given tickets and colours (for each route, those of its tracks)."""
    board = _board(plan, colors, tickets, ruleset, decks)
    problems = misfits(board, load_ruleset(ruleset))
    if problems:
        raise BoardError(problems, plan.name)
    return board


def _board(
    plan: BoardPlan, colors: Sequence[Sequence[str]], tickets: Sequence[Ticket], ruleset: str, decks: Sequence[str]
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


def _check(plan: BoardPlan) -> None:
    """Check early that the plan's cities and tracks make a valid board."""
    some = [Ticket((a.name, b.name), 1, decks=(DECK,)) for a, b in zip(plan.cities[:1], plan.cities[1:2], strict=False)]
    _board(plan, [["gray"] * route.tracks for route in plan.routes], some, "usa", (DECK,))
