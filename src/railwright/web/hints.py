"""A hint: what the best player thinks of the choices at hand, in sentences."""

from __future__ import annotations

from typing import Any

from railwright.game.actions import decode
from railwright.game.colors import PASSENGER_COLORS
from railwright.game.game import Game
from railwright.game.story import pay_words
from railwright.players.express.advice import Opinion, advise
from railwright.table.narration import card_count

SHOWN = 3
"""Of the choices, the best ones."""


def hint_for(game: Game) -> dict[str, Any]:
    """The best choices of the deciding seat, and a sentence about them. It follows from the seat's view alone."""
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
        return f"{text}. There is nothing else worth trying."
    others = "; ".join(
        f"{action_words(game, one.action)}: {one.win_chance:.0%}, {one.points:.0f} points" for one in opinions[1:]
    )
    return f"{text}. Next best: {others}."


def action_words(game: Game, action: int) -> str:
    """A legal action in words, such as ``claim Denver - Omaha``."""
    meaning = decode(action)
    assert meaning is not None
    setup, value = game.setup, meaning.value
    if meaning.kind == "row":
        card = game.view().row[value]
        return f"take the {card} card"
    if meaning.kind == "claim":
        return f"claim {setup.board.tracks[value].name}"
    if meaning.kind == "station":
        return f"build a station in {setup.board.cities[value].name}"
    if meaning.kind == "keep":
        kept = [setup.tickets[game.view().offer[place]].name for place in meaning.kept]
        return f"keep {', '.join(kept)}"
    if meaning.kind == "pay":
        cards = pay_words(value, game.price() - meaning.locomotives, meaning.locomotives)
        return f"pay {' and '.join(card_count(color, count) for color, count in cards.items())}"
    if meaning.kind == "passenger":
        return f"take a {PASSENGER_COLORS[value]} passenger"
    if meaning.kind == "tickets":
        return f"draw tickets, {value} of them long" if any(ticket.long for ticket in setup.tickets) else "draw tickets"
    return {"deck": "draw from the deck", "pass": "pass", "decline": "decline to pay"}[meaning.kind]
