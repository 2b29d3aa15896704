"""Boards and records made to keep a server busy: as tangled as can be loaded, as large as can be drawn."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

from railwright.errors import BoardError
from railwright.game.actions import decode
from railwright.game.board import MAX_CITIES, MAX_TRACKS, Board
from railwright.game.game import Game
from railwright.game.record import Record
from railwright.maps.load import LIBRARY, load_ruleset, load_setup

CORE, LEAVES = 13, 10
"""Cities of a complete network, if it can be loaded, and single tracks that end at it."""


def board_of(pairs: list[tuple[int, int]], *, name: str, ruleset: Any = "usa", seed: int = 1) -> dict[str, Any]:
    """A board with these routes, its cities anywhere."""
    chance = random.Random(seed)
    cities = sorted({city for pair in pairs for city in pair})
    return {
        "format": "railwright-board/1", "name": name, "ruleset": ruleset,
        "cities": [
            {"name": f"City {city}", "latitude": chance.uniform(30, 50), "longitude": chance.uniform(-120, -70)}
            for city in cities
        ],
        "tracks": [{"cities": [f"City {a}", f"City {b}"], "length": 1, "color": "gray"} for a, b in pairs],
        "tickets": [
            {"cities": [f"City {a}", f"City {b}"], "points": 5} for a, b in list(combinations(cities[:9], 2))[:30]
        ],
    }  # fmt: skip


def tangled_board() -> dict[str, Any]:
    """The most tangled board of its kind that can be loaded, with rules that let one seat own all of it."""
    rules = {**load_ruleset("usa").to_dict(), "name": "hostile", "trains": 100, "opening_cards": 20, "end_trains": 0}
    rules |= {"cards_per_color": 40, "locomotives": 40, "sweep_at": 4}
    for core in range(CORE, 2, -1):
        pairs = [*combinations(range(core), 2), *((leaf % core, core + leaf) for leaf in range(LEAVES))]
        board = board_of(pairs, name="tangled", ruleset=rules)
        try:
            Board.from_dict(board)
        except BoardError:
            continue
        return board
    raise AssertionError("no tangled board can be loaded")


def tangled_record(players: tuple[str, ...] = ("human", "human")) -> dict[str, Any]:
    """A game that goes on, in which the first seat owns a tangled network."""
    setup = load_setup(Board.from_dict(tangled_board()))
    game = Game(setup, seats=len(players), seed=1)
    while len(game.owners) < len(setup.board.tracks) and not game.is_over:
        game.play(_greedy(game))
    return Record.of(game, players).to_dict(LIBRARY)


def _greedy(game: Game) -> int:
    """The first seat claims whatever it can; all others draw."""
    legal = game.legal()
    kinds = {action: getattr(decode(action), "kind", "") for action in legal}
    wanted = ("claim", "pay", "deck", "row", "keep") if game.seat == 0 else ("deck", "row", "keep", "pass", "tickets")
    return next((action for kind in wanted for action in legal if kinds[action] == kind), legal[0])


def crowded_board(number: int = 0) -> dict[str, Any]:
    """A board with as many cities and tracks as can be, whose routes lie in a heap. Each number has another title."""
    pairs = [(city, (city + step) % MAX_CITIES) for step in (1, 2, 3) for city in range(MAX_CITIES)][:MAX_TRACKS]
    return {**board_of(pairs, name="crowded"), "title": f"Crowded {number}"}
