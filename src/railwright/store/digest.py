"""A digest of a game's state, which shows whether another version of the engine plays the same game."""

from __future__ import annotations

import json
from hashlib import blake2b

from railwright.compiled.bits import members
from railwright.game.game import Game

_NUMBERS = ("deck_size", "discard_size", "turn", "last_round")
_OF_SEATS = ("points", "trains", "hand_size", "tickets", "stations_left", "taken")
_OF_CITIES = ("passengers", "station")


def state_digest(game: Game) -> str:
    """Digest of the public table, every seat's cards, and the legal actions of the deciding seat.

    It is independent of the memory layout of the state. What nobody has seen yet, such as the order of the deck, is
    left out.
    """
    table, private = game.states["table"][0], game.states["private"][0]
    seats, cities = game.seats, len(game.setup.board.cities)
    seen = [
        len(game.actions), seats, game.seat, game.stage, game.legal(), sorted(game.owners.items()),
        table["face_up"].tolist(),
        [int(table[name]) for name in _NUMBERS],
        [table[name][:seats].tolist() for name in _OF_SEATS],
        [table[name][:cities].tolist() for name in _OF_CITIES],
        [
            [own["hand"].tolist(), list(members(own["tickets"])), [t for t in own["offer"].tolist() if t >= 0]]
            for own in private[:seats]
        ],
    ]  # fmt: skip
    return blake2b(json.dumps(seen).encode(), digest_size=16).hexdigest()
