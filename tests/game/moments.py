"""Games at some of their moments, on every official board."""

from __future__ import annotations

import random
from collections.abc import Iterator

from game.invariants import SETUPS, choose, setup_name
from railwright.game.game import Game
from railwright.game.setup import Setup

BY_NAME = {setup_name(setup): setup for setup in SETUPS}


def moments(setup: Setup, seats: int, seed: int, style: str, every: int) -> Iterator[Game]:
    """A game at some of its moments: now and then, and at every rare stage."""
    game, chooser = Game(setup, seats=seats, seed=seed), random.Random(seed)
    while True:
        if game.stage in ("mix", "keep", "tunnel", "passenger", "over") or chooser.randrange(every) == 0:
            yield game
        if game.is_over:
            return
        game.play(choose(game, game.legal(), style, chooser))
