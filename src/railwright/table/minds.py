"""The computer players at a table."""

from __future__ import annotations

from railwright.arena.match import Mind, stream_seed
from railwright.game.game import Game
from railwright.players.registry import load_player
from railwright.table.seats import Seats


def make_minds(game: Game, seats: Seats) -> dict[int, Mind]:
    """The computer players.

    A record does not keep what they remember, so a game that is resumed gets new ones. Their random numbers follow from
    the game's seed, the seat and how many actions have been taken: resuming a file twice goes on in the same way.
    """
    minds = {}
    for seat, player in enumerate(seats.players):
        if seat not in seats.people:
            seed = int(stream_seed(game.seed, len(game.actions), 1 + seat))
            minds[seat] = Mind(load_player(player["player"]), seat=seat, seed=seed)
    return minds
