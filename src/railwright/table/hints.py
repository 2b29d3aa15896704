"""Hints: the best player's evaluation of the legal choices, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from railwright.game.game import Game
from railwright.players.express.advice import Opinion, advise
from railwright.table.reasons import reason_for
from railwright.table.wording import action_words
from railwright.words import count

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
            "words": action_words(game, one.action),
            "reason": reason_for(game, one.action, names),
            "win_chance": round(one.win_chance, 3),
            "is_about_equal": one.is_about_equal,
        }
        for one in opinions
    ]
    return {"choices": choices, "words": _sentence(game, opinions)}


def _sentence(game: Game, opinions: list[Opinion]) -> str:
    best = opinions[0]
    words = action_words(game, best.action)
    text = f"{words[0].upper()}{words[1:]}: about {best.win_chance:.0%} to win"
    if len(opinions) == 1:
        return f"{text}. Nothing else is worth trying."
    others = "; ".join(f"{action_words(game, one.action)}: {_compared(best, one)}" for one in opinions[1:])
    return f"{text}. Next best: {others}."


def _compared(best: Opinion, other: Opinion) -> str:
    """How much less another choice wins."""
    if other.is_about_equal:
        return "about equal"
    points = round(100 * (best.win_chance - other.win_chance))
    return f"{count(points, 'percentage point')} less" if points > 0 else "a little less"
