"""Hints: the best player's evaluation of the legal choices, in sentences."""

from __future__ import annotations

from typing import Any

from railwright.game.game import Game
from railwright.players.express.advice import Opinion, advise
from railwright.table.wording import action_words

SHOWN = 3
"""Number of best choices to show."""


def hint_for(game: Game) -> dict[str, Any]:
    """The best choices of the deciding seat and a sentence about them. Uses only what the seat can see."""
    opinions = advise(game, seed=len(game.actions))[:SHOWN]
    choices = [
        {
            "action": one.action,
            "words": action_words(game, one.action),
            "win_chance": round(one.win_chance, 3),
            "points": round(one.points, 1),
        }
        for one in opinions
    ]
    return {"choices": choices, "words": _sentence(game, opinions)}


def _sentence(game: Game, opinions: list[Opinion]) -> str:
    best = opinions[0]
    words = action_words(game, best.action)
    text = f"{words[0].upper()}{words[1:]}: about {best.win_chance:.0%} to win, {best.points:.0f} points at the end"
    if len(opinions) == 1:
        return f"{text}. Nothing else is worth trying."
    others = "; ".join(
        f"{action_words(game, one.action)}: {one.win_chance:.0%}, {one.points:.0f} points" for one in opinions[1:]
    )
    return f"{text}. Next best: {others}."
