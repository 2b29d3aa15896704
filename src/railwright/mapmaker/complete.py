"""Turns a plan into a playable board by adding colours and tickets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from railwright.errors import BoardError
from railwright.game.board import Board, Ticket, Track
from railwright.game.colors import GRAY, TRACK_COLORS
from railwright.game.ruleset import misfits
from railwright.mapmaker.board_plan import BoardPlan
from railwright.mapmaker.ticket_making import DECK, make_tickets
from railwright.mapmaker.track_coloring import color_tracks
from railwright.maps.load import load_ruleset

FERRY = "ferry"
DECIMALS = 6
"""Decimals of a city's coordinates in degrees: a tenth of a metre, as in a ``.map`` file."""


def complete(plan: BoardPlan, *, seed: int, ruleset: str = "usa", tickets: int | None = None) -> Board:
    """Make a playable board from a plan by adding colours and tickets (by default as many as suit its size).

    Raises BoardError for a plan that cannot become a board: one that is not connected, has two cities with the same
    name, or has a route of a length that the rules give no points for.
    """
    _check(plan)
    colors = _colors(plan, Random(f"{seed} colors"))
    chosen = make_tickets(plan, load_ruleset(ruleset), Random(f"{seed} tickets"), count=tickets)
    board = assemble(plan, colors, chosen, ruleset=ruleset)
    return replace(board, ruleset=_with_ferries(ruleset)) if _has_ferries(plan) else board


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
        Track(
            (names[route.cities[0]], names[route.cities[1]]), number, route.length, color, route.kind, route.locomotives
        )
        for route, own in zip(plan.routes, colors, strict=True)
        for number, color in enumerate(own, 1)
    )
    board = Board(plan.name, plan.title, ruleset, tuple(decks), cities, tracks, tuple(tickets), {}, plan.source)
    return Board.from_dict(board.to_dict(), plan.name)


def _colors(plan: BoardPlan, rng: Random) -> tuple[tuple[str, ...], ...]:
    """The colours of each route's tracks. Ferries are gray, as on official boards."""
    on_land = tuple(route for route in plan.routes if route.kind != FERRY)
    chosen = iter(color_tracks(replace(plan, routes=on_land), rng) if on_land else ())
    return tuple((TRACK_COLORS[GRAY],) * route.tracks if route.kind == FERRY else next(chosen) for route in plan.routes)


def _has_ferries(plan: BoardPlan) -> bool:
    return any(route.kind == FERRY for route in plan.routes)


def _with_ferries(ruleset: str) -> dict[str, Any]:
    """A built-in ruleset as data, with ferries that require their locomotives."""
    rules = load_ruleset(ruleset)
    return replace(rules, name=f"{rules.name}-ferries", title=f"{rules.title}, and ferries", ferries=True).to_dict()


def _check(plan: BoardPlan) -> None:
    """Check early that the plan's cities and tracks make a valid board."""
    some = [Ticket((a.name, b.name), 1, decks=(DECK,)) for a, b in zip(plan.cities[:1], plan.cities[1:2], strict=False)]
    _board(plan, [["gray"] * route.tracks for route in plan.routes], some, "usa", (DECK,))
