"""The best that a seat can still score, the slow way: try everything, and let the rules count."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from game.positions import build, give, hold
from railwright.compiled.bits import members
from railwright.game.game import Game
from railwright.game.state import NONE


def slow_best(game: Game, seat: int, *, drawable: Collection[int] = (), stations: bool = False) -> int:
    """Routes and tickets (and unused stations) of the best way to go on."""
    best = None
    for claimed in _claims(game, seat):
        for after in _stations(claimed, seat) if stations else [claimed]:
            score = _score(after, seat, stations) + sum(_worth(after, seat, ticket) for ticket in drawable)
            best = score if best is None else max(best, score)
    assert best is not None
    return best


def _claims(game: Game, seat: int) -> Iterator[Game]:
    """The game as it is, and after every set of tracks that the seat can still claim."""
    tracks = game.setup.board.tracks
    for number in range(len(tracks) + 1):
        for chosen in combinations(members(game.state.table.open[seat]), number):
            routes = [frozenset(tracks[track].cities) for track in chosen]
            trains = sum(tracks[track].length for track in chosen)
            if len(set(routes)) == len(routes) and trains <= game.state.table.trains[seat]:
                after = game.copy()
                give(after, seat, *chosen)
                yield after


def _stations(game: Game, seat: int) -> Iterator[Game]:
    """The game after every set of stations that the seat can still build."""
    table = game.state.table
    free = [city.name for i, city in enumerate(game.setup.board.cities) if table.station[i] == NONE]
    for number in range(int(table.stations_left[seat]) + 1):
        for cities in combinations(free, number):
            after = game.copy()
            build(after, seat, *cities)
            yield after


def _score(game: Game, seat: int, stations: bool) -> int:
    result = game.result_record()
    bonus = int(result.station_bonus[seat]) if stations else 0
    return int(result.routes[seat]) + int(result.tickets[seat]) + bonus


def _worth(game: Game, seat: int, ticket: int) -> int:
    """What a drawn ticket adds; it would not be kept if it took something away."""
    alone = game.copy()
    hold(alone, seat, ticket)
    return max(0, int(alone.result_record().tickets[seat]))
