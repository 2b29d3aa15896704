"""The computer players at a table."""

from __future__ import annotations

from railwright.compiled.rng import stream_seed
from railwright.game.chance import derived_seed
from railwright.game.game import Game
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.registry import load_player
from railwright.table.seats import Seats


def make_seated_players(game: Game, seats: Seats) -> dict[int, SeatedPlayer]:
    """Create the computer players of a game, by seat.

    A record does not store their memory, so a resumed game gets new ones. Their seeds are derived from the game's seed,
    the seat and the number of actions taken: resuming a file twice continues in the same way.
    """
    computers = {}
    for seat, player in enumerate(seats.players):
        if seat not in seats.people:
            computers[seat] = SeatedPlayer(
                load_player(player["player"]), seat=seat, seed=seated_player_seed(game, seat)
            )
    return computers


def seated_player_seed(game: Game, seat: int) -> int:
    """Seed of a computer player that joins the game now. It reveals nothing about the game's secret seed."""
    latest = game.renewals[-1].secret if game.renewals else game.seed
    if isinstance(latest, str):
        return derived_seed(latest, len(game.actions), seat)
    return int(stream_seed(latest, len(game.actions), 1 + seat))
