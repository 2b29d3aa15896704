"""The final scoring, from scratch: tracks, tickets, stations and passengers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import product
from typing import Any

from .board import Board, Rules, Ticket, Track, TrackName

Link = tuple[str, str]
Flags = tuple[bool, ...]


@dataclass
class Position:
    """All that counts at the end of a game."""

    board: Board
    rules: Rules
    owner: dict[TrackName, int]
    tickets: list[list[Ticket]]
    stations: list[tuple[str, int]]
    stations_left: list[int]
    passengers: list[Counter[str]]

    @property
    def seats(self) -> int:
        return len(self.tickets)

    def tracks_of(self, seat: int) -> list[Track]:
        return [self.board.tracks[name] for name, owner in self.owner.items() if owner == seat]


def longest_trail(tracks: list[Track]) -> int:
    """Spaces of the longest walk that uses each track at most once: every trail is tried, from every city.

    Trails that stand in the same city and have used the same tracks go on alike: only the first is followed.
    """
    exits: dict[str, list[tuple[int, str, int]]] = {}
    for number, track in enumerate(tracks):
        exits.setdefault(track.first, []).append((1 << number, track.second, track.length))
        exits.setdefault(track.second, []).append((1 << number, track.first, track.length))
    best = 0
    seen: set[tuple[str, int]] = set()
    todo = [(city, 0, 0) for city in exits]
    while todo:
        city, used, spaces = todo.pop()
        best = max(best, spaces)
        for bit, other, length in exits[city]:
            if not used & bit and (other, used | bit) not in seen:
                seen.add((other, used | bit))
                todo.append((other, used | bit, spaces + length))
    return best


def networks(links: list[Link]) -> dict[str, int]:
    """The number of the network that each linked city belongs to."""
    neighbours: dict[str, list[str]] = {}
    for first, second in links:
        neighbours.setdefault(first, []).append(second)
        neighbours.setdefault(second, []).append(first)
    network: dict[str, int] = {}
    for number, start in enumerate(neighbours):
        todo = [start] if start not in network else []
        while todo:
            city = todo.pop()
            if city not in network:
                network[city] = number
                todo.extend(neighbours[city])
    return network


def completed(board: Board, tickets: list[Ticket], links: list[Link]) -> Flags:
    """For each ticket: are its two places joined by these links?"""
    network = networks(links)

    def reached(place: str) -> set[int]:
        return {network[city] for city in board.cities_of(place) if city in network}

    return tuple(bool(reached(first) & reached(second)) for first, second, _ in tickets)


def shortest_path(board: Board, first: str, second: str) -> list[Link]:
    """The links of the path of fewest spaces between two places of a ticket, no matter who owns them.

    Of equal paths, that of the city settled first: by its distance, then by its place on the board; and of its tracks,
    by theirs.
    """
    order = {city: place for place, city in enumerate(board.cities)}
    best: dict[str, tuple[int, Link | None]] = dict.fromkeys(board.cities_of(first), (0, None))
    waiting = [(0, order[city], city) for city in best]
    while waiting:
        far, _, here = heappop(waiting)
        if far > best[here][0]:
            continue
        if here in board.cities_of(second):
            path: list[Link] = []
            while (link := best[here][1]) is not None:
                path.append(link)
                here = link[0] if link[1] == here else link[1]
            return path
        for track in board.tracks.values():
            if here in (track.first, track.second):
                there = track.second if here == track.first else track.first
                if there not in best or far + track.length < best[there][0]:
                    best[there] = far + track.length, (track.first, track.second)
                    heappush(waiting, (far + track.length, order[there], there))
    return []


def completed_by_shortest_paths(board: Board, tickets: list[Ticket], links: list[Link]) -> Flags:
    """For each ticket: are all links of its shortest path among these?"""
    own = {frozenset(link) for link in links}
    return tuple(all(frozenset(link) in own for link in shortest_path(board, *ticket[:2])) for ticket in tickets)


def lending_choices(position: Position, seat: int) -> list[list[Link]]:
    """For each station of a seat, the links it can lend: tracks of other seats that end in its city."""
    choices: list[list[Link]] = []
    for city, builder in position.stations:
        if builder == seat:
            lent = {name[:2] for name, owner in position.owner.items() if owner != seat and city in name[:2]}
            if lent:
                choices.append(sorted(lent))
    return choices


def best_completions(position: Position, seat: int) -> list[Flags]:
    """Completed tickets under every best lending: most ticket points, then most completed tickets.

    Usually one; several if different lendings complete different tickets of equal worth.
    """
    own = [(track.first, track.second) for track in position.tracks_of(seat)]
    tickets = position.tickets[seat]
    outcomes: list[Flags] = []
    for lent in product(*lending_choices(position, seat)):
        by = completed_by_shortest_paths if position.rules.ticket_ways == "shortest" else completed
        flags = by(position.board, tickets, own + list(lent))
        if flags not in outcomes:
            outcomes.append(flags)

    def worth(flags: Flags) -> tuple[int, int]:
        return ticket_points(tickets, flags), sum(flags)

    top = max(worth(flags) for flags in outcomes)
    return [flags for flags in outcomes if worth(flags) == top]


def ticket_points(tickets: list[Ticket], flags: Flags) -> int:
    """Completed tickets count, the others are subtracted."""
    return sum(ticket[2] if done else -ticket[2] for ticket, done in zip(tickets, flags, strict=True))


def passenger_bonus(rules: Rules, passengers: list[Counter[str]]) -> list[int]:
    """For each colour, points for most passengers and, if only one seat has most, for second most."""
    points = [0] * len(passengers)
    for color in {color for held in passengers for color in held}:
        numbers = [held[color] for held in passengers]
        most = max(numbers)
        leaders = [seat for seat, number in enumerate(numbers) if number == most and most > 0]
        for seat in leaders:
            points[seat] += rules.passenger_points[0]
        if len(leaders) == 1:
            second = max(number for seat, number in enumerate(numbers) if seat not in leaders)
            for seat, number in enumerate(numbers):
                if number == second and second > 0:
                    points[seat] += rules.passenger_points[1]
    return points


def final_result(position: Position, done: list[Flags]) -> dict[str, Any]:
    """The `result` object of docs/records.md, given which tickets of each seat are completed."""
    rules, seats = position.rules, range(position.seats)
    routes = [sum(rules.route_points(track.length) for track in position.tracks_of(seat)) for seat in seats]
    tickets = [ticket_points(position.tickets[seat], done[seat]) for seat in seats]
    paths = [longest_trail(position.tracks_of(seat)) for seat in seats]
    numbers = [sum(done[seat]) for seat in seats]
    bonuses: list[dict[str, int]] = [{} for _ in seats]
    passengers = passenger_bonus(rules, position.passengers) if position.board.passengers else []
    for seat in seats:
        if rules.longest_path:
            bonuses[seat]["longest_path"] = rules.longest_path if paths[seat] == max(paths) else 0
        if rules.globetrotter:
            bonuses[seat]["globetrotter"] = rules.globetrotter if numbers[seat] == max(numbers) else 0
        if rules.stations and rules.station_points:
            bonuses[seat]["stations"] = rules.station_points * position.stations_left[seat]
        if position.board.passengers:
            bonuses[seat]["passengers"] = passengers[seat]
    scores = [routes[seat] + tickets[seat] + sum(bonuses[seat].values()) for seat in seats]
    measures = {"tickets": numbers, "stations": position.stations_left, "longest_path": paths}
    ranks = [(scores[seat], *(measures[name][seat] for name in rules.tiebreaks)) for seat in seats]
    return {
        "scores": scores,
        "routes": routes,
        "tickets": tickets,
        "bonuses": bonuses,
        "completed": [_sorted_out(position.tickets[seat], done[seat], True) for seat in seats],
        "failed": [_sorted_out(position.tickets[seat], done[seat], False) for seat in seats],
        "longest_path": paths,
        "winners": [seat for seat in seats if ranks[seat] == max(ranks)],
    }


def _sorted_out(tickets: list[Ticket], flags: Flags, wanted: bool) -> list[list[str | int]]:
    """The completed or the failed tickets, in the order in which the seat took them."""
    return [list(ticket) for ticket, done in zip(tickets, flags, strict=True) if done == wanted]
