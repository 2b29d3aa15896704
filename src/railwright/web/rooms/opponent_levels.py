"""How strong an opponent is, as the number of a level."""

from __future__ import annotations

from railwright.players.levels.characters import CHARACTERS
from railwright.players.levels.levels import LEVELS


def nearest_level(elo: int) -> int:
    """The number of the level that is nearest in strength."""
    ratings = [entry.rating.elo for entry in LEVELS.values() if entry.rating]
    return 1 + min(range(len(ratings)), key=lambda place: abs(ratings[place] - elo))


def level_of(player: str) -> int | None:
    """The number of a level, or of the one nearest to a character; None for any other player."""
    if player in LEVELS:
        return 1 + list(LEVELS).index(player)
    return nearest_level(CHARACTERS[player].rating.elo) if player in CHARACTERS else None
