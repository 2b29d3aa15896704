"""Boards for the tests of drawing: the official ones and invented ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from math import dist
from random import Random
from typing import Any

import pytest

from railwright.draw import Layout, place_board
from railwright.game.board import Board
from railwright.game.colors import TRACK_COLORS

OFFICIAL = ("usa", "europe", "germany")
INVENTED = tuple(f"invented {seed}" for seed in range(14))
NAMES = ("Aarau", "Bad Homburg", "Castrop-Rauxel", "Dee", "Ely", "Fürth", "Győr", "Hradec Králové", "Ivano-Frankowo")


def make_board(
    places: list[tuple[float, float]], tracks: list[dict[str, Any]], names: list[str] | None = None
) -> Board:
    """A board with cities at the given latitudes and longitudes; tracks name cities by number."""
    called = names or [f"{NAMES[i % len(NAMES)]} {i}" for i in range(len(places))]
    return Board.from_dict({
        "format": "railwright-board/1", "name": "made",
        "cities": [{"name": n, "latitude": a, "longitude": o} for n, (a, o) in zip(called, places, strict=True)],
        "tracks": [{"color": "gray", "length": 1} | t | {"cities": [called[i] for i in t["cities"]]} for t in tracks],
        "tickets": [{"cities": called[:2], "points": 5}],
    })  # fmt: skip


def invent_board(seed: int, count: int = 0) -> Board:
    """A random board whose tracks join near cities, with parallel tracks, tunnels and ferries."""
    random = Random(seed)
    count = count or random.randint(5, 48)
    south, west, span = random.uniform(-50, 55), random.uniform(-180, 170), random.uniform(2, 15)
    places = [(south + random.uniform(0, span), west + random.uniform(0, 1.6 * span)) for _ in range(count)]
    pairs: list[tuple[int, int]] = []
    for i in range(1, count):
        nearest = sorted(range(i), key=lambda j: dist(places[i], places[j]))
        pairs += [(j, i) for j in nearest[: random.choice((1, 2, 2, 3))]]
    tracks: list[dict[str, Any]] = []
    for pair in pairs:
        length = random.randint(1, 9) if random.random() < 0.1 else random.randint(1, 4)
        kind = random.choice(("normal", "normal", "tunnel", "ferry"))
        for color in random.sample(TRACK_COLORS, random.choice((1, 1, 1, 2, 3))):
            locomotives = random.randint(1, length) if kind == "ferry" else 0
            tracks.append({"cities": pair, "length": length, "color": color, "kind": kind, "locomotives": locomotives})
    around = [(latitude, (longitude + 180) % 360 - 180) for latitude, longitude in places]
    return make_board(around, tracks)


@cache
def board_called(name: str) -> Board:
    """A board by name, such as ``usa`` or ``invented 3``."""
    if name.startswith("invented"):
        return invent_board(int(name.split()[1]))
    text = files("railwright").joinpath(f"maps/boards/{name}.json").read_text(encoding="utf-8")
    return Board.from_dict(json.loads(text))


@cache
def layout_of(name: str) -> Layout:
    """The layout of a board at the usual width."""
    return place_board(board_called(name), width=1400)


@pytest.fixture(params=OFFICIAL)
def official(request: pytest.FixtureRequest) -> tuple[Board, Layout]:
    """Each official board with its layout."""
    return board_called(request.param), layout_of(request.param)


@pytest.fixture(params=OFFICIAL + INVENTED)
def laid_out(request: pytest.FixtureRequest) -> tuple[Board, Layout]:
    """Each official and each invented board with its layout."""
    return board_called(request.param), layout_of(request.param)


@pytest.fixture
def make() -> Callable[..., Board]:
    """Makes boards from places and tracks."""
    return make_board
