"""Facts about boards and ticket decks that the thesis states with its figures 2 to 6, and the same from our data."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import median

from railwright.game.board import Board
from railwright.maps.load import load_board, load_ruleset

LONG_TICKET = 17
"""Points from which the thesis calls a ticket long."""


def routes_by_length(board: Board) -> Counter[int]:
    """Routes by length; parallel tracks count once."""
    return Counter({frozenset(track.cities): track.length for track in board.tracks}.values())


def tickets_by_points(board: Board, deck: str) -> Counter[int]:
    """Tickets of a deck by points."""
    return Counter(ticket.points for ticket in board.deck(deck))


def fewest_routes_to_the_end(board: Board) -> int:
    """Fewest routes with which a player can trigger the last round."""
    rules = load_ruleset(f"{board.name}-thesis")
    spaces, routes = 0, 0
    for length in sorted(routes_by_length(board).elements(), reverse=True):
        if spaces >= rules.trains - rules.end_trains:
            break
        if spaces + length <= rules.trains:
            spaces, routes = spaces + length, routes + 1
    return routes


def dead_ends(board: Board) -> int:
    """Number of cities with only one route."""
    routes = {frozenset(track.cities) for track in board.tracks}
    return sum(count == 1 for count in Counter(city for route in routes for city in route).values())


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement of the thesis, and the same from our data."""

    text: str
    published: str
    ours: str
    agrees: bool
    remark: str = ""


def facts(figure: int) -> list[Fact]:
    """What the thesis says with one of its figures 2 to 6."""
    return {2: _usa, 3: _europe, 4: _germany, 5: _expansion, 6: _mega}[figure]()


def _usa() -> list[Fact]:
    board = load_board("usa")
    routes, tickets = routes_by_length(board), tickets_by_points(board, "base")
    return [
        _fact("routes of length 6", 9, routes[6]),
        _fact("most common length", 2, _most_common(routes)),
        _fact("fewest routes that end the game", 8, fewest_routes_to_the_end(board)),
        _fact("median ticket value", 11, median(tickets.elements())),
        _fact("three consecutive values with the most tickets", "9 to 11", _densest(tickets, 3)),
    ]


def _europe() -> list[Fact]:
    board = load_board("europe")
    routes, tickets = routes_by_length(board), tickets_by_points(board, "base")
    return [
        _fact("routes of length 6 or more", 3, _at_least(routes, 6)),
        _fact("most common length", 2, _most_common(routes)),
        _fact("fewest routes that end the game", 9, fewest_routes_to_the_end(board)),
        _fact("median ticket value", 8, median(tickets.elements())),
        _fact("most common ticket value", 8, _most_common(tickets)),
    ]


def _germany() -> list[Fact]:
    board = load_board("germany")
    routes, tickets = routes_by_length(board), tickets_by_points(board, "germany_2017")
    return [
        _fact("most common length", 3, _most_common(routes)),
        _fact("fewest routes that end the game", 7, fewest_routes_to_the_end(board)),
        _fact("tickets of 7 points or fewer", 28, tickets.total() - _at_least(tickets, 8)),
        _fact("range of ticket values", "2 to 22", f"{min(tickets)} to {max(tickets)}"),
        _fact("cities that are dead ends", 6, dead_ends(board), (
            "On the printed board, 14 routes end in five neighbouring countries. In our data, each of these ends is a "
            "separate place, and a ticket to a country can be completed at any of them. The thesis does not name its "
            "six."
        )),
    ]  # fmt: skip


def _expansion() -> list[Fact]:
    board = load_board("usa")
    decks = [tickets_by_points(board, deck) for deck in ("base", "1910", "big_cities")]
    lowest = [min(deck) for deck in decks]
    long = [_at_least(deck, LONG_TICKET + 1) for deck in decks]
    return [
        _fact("lowest ticket value in big cities", 5, lowest[2]),
        Fact("lowest ticket values in base and 1910", "2 or 4", f"{lowest[0]} and {lowest[1]}",
             {lowest[0], lowest[1]} <= {2, 4}, "Only the mega deck has a ticket of 2 points."),
        Fact("tickets above 17 points in base, 1910 and big cities", "about equal", ", ".join(map(str, long)),
             max(long) - min(long) <= 1),
    ]  # fmt: skip


def _mega() -> list[Fact]:
    board = load_board("usa")
    base, mega = tickets_by_points(board, "base"), tickets_by_points(board, "mega")
    shares = [_at_least(deck, LONG_TICKET) / deck.total() for deck in (base, mega)]
    return [
        _fact("tickets in addition to those of the base game", 39, mega.total() - base.total()),
        _fact("five consecutive values with the most tickets", "7 to 11", _densest(mega, 5)),
        Fact("share of tickets of 17 points or more in base and mega", "slightly smaller in mega",
             ", ".join(f"{share:.3f}" for share in shares), shares[1] < shares[0]),
    ]  # fmt: skip


def _fact(text: str, published: float | str, ours: float | str, remark: str = "") -> Fact:
    said, found = (value if isinstance(value, str) else f"{value:g}" for value in (published, ours))
    return Fact(text, said, found, said == found, remark)


def _most_common(counts: Counter[int]) -> str:
    most = max(counts.values())
    return ", ".join(str(value) for value in sorted(counts) if counts[value] == most)


def _densest(counts: Counter[int], width: int) -> str:
    """The run of ``width`` consecutive values with the most tickets."""
    starts = range(min(counts), max(counts) - width + 2)
    best = max(starts, key=lambda start: sum(counts[value] for value in range(start, start + width)))
    return f"{best} to {best + width - 1}"


def _at_least(counts: Counter[int], least: int) -> int:
    return sum(count for value, count in counts.items() if value >= least)
