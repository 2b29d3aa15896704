"""Hints: the best player's evaluation of the legal choices, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from railwright.game.game import Game
from railwright.players.express.advice import Opinion, advise
from railwright.say import Said, both, capital, items, say
from railwright.table.reasons import reason_for
from railwright.table.wording import action_text

SHOWN = 3
"""Number of best choices to show."""


def hint_for(game: Game, names: Sequence[str] = ()) -> dict[str, Any]:
    """The best choices of the deciding seat with reasons, and a sentence about them. Uses only what the seat can see.

    ``names`` are those of the seats.
    """
    opinions = advise(game, seed=len(game.actions))[:SHOWN]
    choices = [
        {
            "action": one.action,
            **both("words", action_text(game, one.action)),
            **both("reason", reason_for(game, one.action, names)),
            "win_chance": round(one.win_chance, 3),
            "is_about_equal": one.is_about_equal,
        }
        for one in opinions
    ]
    return {"choices": choices, **both("words", _sentence(game, opinions))}


def _sentence(game: Game, opinions: list[Opinion]) -> Said:
    best, *others = opinions
    action, chance = capital(action_text(game, best.action)), round(100 * best.win_chance)
    if not others:
        return say("{action}: about {chance}% to win. Nothing else is worth trying.", action=action, chance=chance)
    return say(
        "{action}: about {chance}% to win. Next best: {others}.",
        action=action, chance=chance, others=items((_compared(game, best, other) for other in others), "; "),
    )  # fmt: skip


def _compared(game: Game, best: Opinion, other: Opinion) -> Said:
    """How much less another choice wins."""
    action = action_text(game, other.action)
    points = round(100 * (best.win_chance - other.win_chance))
    if other.is_about_equal:
        return say("{action}: about equal", action=action)
    if points <= 0:
        return say("{action}: a little less", action=action)
    return say(
        "{action}: {points, plural, one {# percentage point} other {# percentage points}} less",
        action=action, points=points,
    )  # fmt: skip
