"""Writes boards as GeoJSON (RFC 7946), for maps and GIS software.

A board is a feature collection: each city is a point, and each track a line from city to city, or along its railway if
the board's plan has one. Tickets, rules and the source of the data are foreign members of the collection.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from railwright.game.board import Board, City, Ticket, Track
from railwright.mapmaker.board_plan import BoardPlan

DECIMALS = 6
"""Decimals of coordinates in degrees: about a tenth of a metre."""

Position = tuple[float, float]
"""Longitude and latitude, in the order of GeoJSON."""


def write_geojson(board: Board, plan: BoardPlan | None = None) -> str:
    """A board as GeoJSON text, one feature per line."""
    collection = board_collection(board, plan)
    features = ",\n".join(f"  {_json(feature)}" for feature in collection.pop("features"))
    head = ",\n".join(f" {_json(key)}: {_json(value)}" for key, value in collection.items())
    return f'{{\n{head},\n "features": [\n{features}\n ]\n}}\n'


def board_collection(board: Board, plan: BoardPlan | None = None) -> dict[str, Any]:
    """A board as a GeoJSON object."""
    lines = _railways(plan) if plan is not None else {}
    tickets = Counter(place for ticket in board.tickets for place in ticket.places)
    places = {city.name: _position(city.latitude, city.longitude) for city in board.cities}
    features = [_city(city, places[city.name], tickets[city.name]) for city in board.cities]
    for track in board.tracks:
        straight = [places[name] for name in track.cities]
        features.append(_track(track, lines.get(track.cities, straight)))
    collection: dict[str, Any] = {"type": "FeatureCollection", "name": board.name, "title": board.title}
    if board.source:
        collection["attribution"] = board.source
    return collection | {
        "ruleset": board.ruleset,
        "decks": list(board.decks),
        "tickets": [_ticket(ticket) for ticket in board.tickets],
        "passengers": dict(board.passengers),
        "bbox": _bounds(list(places.values())),
        "features": features,
    }


def _city(city: City, place: Position, tickets: int) -> dict[str, Any]:
    properties = {"what": "city", "name": city.name, "country": city.country or None, "tickets": tickets}
    return {"type": "Feature", "geometry": {"type": "Point", "coordinates": place}, "properties": properties}


def _track(track: Track, line: Sequence[Position]) -> dict[str, Any]:
    properties = {
        "what": "track", "name": track.name, "from": track.cities[0], "to": track.cities[1], "number": track.number,
        "length": track.length, "color": track.color, "kind": track.kind, "locomotives": track.locomotives,
    }  # fmt: skip
    return {"type": "Feature", "geometry": _line(line), "properties": properties}


def _ticket(ticket: Ticket) -> dict[str, Any]:
    return {"cities": list(ticket.places), "points": ticket.points, "long": ticket.long, "decks": list(ticket.decks)}


def _line(line: Sequence[Position]) -> dict[str, Any]:
    """A line, split in two if it crosses the date line, as RFC 7946 (3.1.9) requires."""
    parts: list[list[Position]] = [[line[0]]]
    for (x, y), (next_x, next_y) in pairwise(line):
        if abs(next_x - x) > 180:
            edge = 180.0 if x > 0 else -180.0
            span = abs(edge - x) + abs(-edge - next_x)
            between = round(y + (next_y - y) * (abs(edge - x) / span if span else 0.5), DECIMALS)
            parts[-1].append((edge, between))
            parts.append([(-edge, between)])
        parts[-1].append((next_x, next_y))
    if len(parts) == 1:
        return {"type": "LineString", "coordinates": parts[0]}
    return {"type": "MultiLineString", "coordinates": parts}


def _bounds(places: list[Position]) -> list[float]:
    """West, south, east, north; if a board crosses the date line, west is larger than east (RFC 7946, 5.2)."""
    around = sorted(x for x, _ in places)
    gaps = [(after - before, before, after) for before, after in pairwise(around)]
    widest, before, after = max(gaps, default=(0.0, 0.0, 0.0))
    over_date_line = widest > 360 - (around[-1] - around[0])
    west, east = (after, before) if over_date_line else (around[0], around[-1])
    return [west, min(y for _, y in places), east, max(y for _, y in places)]


def _railways(plan: BoardPlan) -> dict[tuple[str, str], list[Position]]:
    """The lines of the plan's railways, by their cities in both orders."""
    lines: dict[tuple[str, str], list[Position]] = {}
    for route in plan.routes:
        if len(route.line) > 1:
            a, b = (plan.cities[city].name for city in route.cities)
            lines[a, b] = [_position(latitude, longitude) for latitude, longitude in route.line]
            lines[b, a] = lines[a, b][::-1]
    return lines


def _position(latitude: float, longitude: float) -> Position:
    return round(longitude, DECIMALS), round(latitude, DECIMALS)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
