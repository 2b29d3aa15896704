"""Hints: the best player's evaluation of the legal choices, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from railwright.game.game import Game
from railwright.players.express.advice import Opinion, advise
from railwright.say import Said, both, say
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
    """The best choice, and how much better it is than the next one."""
    best, *others = opinions
    action = action_text(game, best.action)
    if not others:
        return say("Best: {action}. Nothing else is worth trying.", action=action)
    if others[0].is_about_equal:
        return say("Best: {action}. The next best is about as good.", action=action)
    points = round(100 * (best.win_chance - others[0].win_chance))
    if points <= 0:
        return say("Best: {action}. The next best is a little worse.", action=action)
    return say(
        "Best: {action}. The chance to win is about {points, plural, one {# percentage point} "
        "other {# percentage points}} higher than with the next best.",
        action=action, points=points,
    )  # fmt: skip
