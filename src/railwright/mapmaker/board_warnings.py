"""Warnings about a playable board that its designer should review."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

import numpy as np
import shapely

from railwright.draw.board_layout import make_draft
from railwright.draw.train_spaces import find_routes
from railwright.errors import Problem
from railwright.game.board import Board
from railwright.game.ruleset import Dealing, Ruleset
from railwright.mapmaker.distances import board_distances
from railwright.words import count


def board_warnings(board: Board, ruleset: Ruleset) -> list[Problem]:
    """All warnings about a valid board, each with its place in the board file."""
    map_warnings = (_same_place(board), _crossings(board), _dead_ends(board))
    rule_warnings = (_far_tickets(board, ruleset), _few_tickets(board, ruleset), _few_spaces(board, ruleset))
    return list(chain(*map_warnings, *rule_warnings))


def _same_place(board: Board) -> Iterator[Problem]:
    first: dict[tuple[float, float], str] = {}
    for i, city in enumerate(board.cities):
        other = first.setdefault((city.latitude, city.longitude), city.name)
        if other != city.name:
            yield Problem(f"cities[{i}]", f"{city.name} is at the same place as {other}")


def _crossings(board: Board) -> Iterator[Problem]:
    """Routes that cross even as drawn, in curves that avoid other routes as far as possible."""
    draft = make_draft(board, find_routes(board))
    numbers = [route.tracks[0] for route in draft.routes]
    lines = shapely.linestrings([draft.tracks[number].line for number in numbers])
    crossing = zip(*shapely.STRtree(lines).query(lines, predicate="intersects"), strict=True)
    for crossed, track in sorted((numbers[one], numbers[two]) for one, two in crossing if one < two):
        if not set(board.tracks[crossed].cities) & set(board.tracks[track].cities):
            names = " crosses ".join(" - ".join(board.tracks[one].cities) for one in (track, crossed))
            yield Problem(f"tracks[{track}]", f"{names}; move a city or remove one of them")


def _dead_ends(board: Board) -> Iterator[Problem]:
    """Cities with a single route that no ticket names: nobody has a reason to go there."""
    neighbours = {frozenset(track.cities) for track in board.tracks}
    routes = Counter(name for pair in neighbours for name in pair)
    named = {board.cities[city].name for t in board.tickets for place in t.places for city in board.places[place]}
    for i, city in enumerate(board.cities):
        if routes[city.name] == 1 and city.name not in named:
            yield Problem(f"cities[{i}]", f"{city.name} is a dead end that no ticket names")


def _far_tickets(board: Board, ruleset: Ruleset) -> Iterator[Problem]:
    """Tickets that nobody can complete."""
    distances = board_distances(board)
    for i, ticket in enumerate(board.tickets):
        start, end = (list(board.places[place]) for place in ticket.places)
        spaces = int(distances[np.ix_(start, end)].min())
        if spaces > ruleset.trains:
            why = f"its shortest path has {spaces} spaces, but a player has only {ruleset.trains} trains"
            yield Problem(f"tickets[{i}]", f"{ticket.name} cannot be completed: {why}")


def _few_tickets(board: Board, ruleset: Ruleset) -> Iterator[Problem]:
    """Decks with too few tickets for the opening deal at a full table."""
    seats = ruleset.seats[1]
    for deck in board.decks:
        tickets = board.deck(deck)
        long = 0 if ruleset.merge_tickets else sum(ticket.long for ticket in tickets)
        for kind, there, each in _dealt(ruleset.dealing(deck), len(tickets) - long, long):
            if there < seats * each:
                need = f"{seats} players are dealt {seats * each} of them ({each} each)"
                yield Problem("tickets", f"the deck {deck!r} has {count(there, f'{kind}ticket')}, but {need}")


def _dealt(dealing: Dealing, short: int, long: int) -> Iterator[tuple[str, int, int]]:
    """For each kind of ticket, how many there are and how many each player is dealt."""
    deal = dealing.deal
    if deal.any:
        yield "", short + long, deal.any
    if deal.long:
        yield "long ", long, deal.long
    if deal.short:
        yield "short " if long else "", short, deal.short


def _few_spaces(board: Board, ruleset: Ruleset) -> Iterator[Problem]:
    """Boards that fill up before anyone runs out of trains."""
    spaces, trains = sum(track.length for track in board.tracks), ruleset.seats[1] * ruleset.trains
    if spaces < trains:
        message = (
            f"{count(spaces, 'space')} for {trains} trains of {ruleset.seats[1]} players: "
            "the board may fill up before the trains run out"
        )
        yield Problem("tracks", message)
