"""Describes actions in words before they are taken."""

from __future__ import annotations

from railwright.errors import IllegalActionError
from railwright.game.action_wording import card_count, general_words
from railwright.game.actions import decode
from railwright.game.game import Game
from railwright.game.json_words import pay_words


def action_words(game: Game, action: int) -> str:
    """Describe a legal action of the deciding seat.

    >>> import railwright
    >>> game = railwright.new_game("usa", seats=2, seed=1)
    >>> game.play(game.legal()[0])
    >>> game.play(game.legal()[0])
    >>> [railwright.action_words(game, action) for action in game.legal()[3:6]]
    ['take the locomotive card', 'take the orange card', 'draw from the deck']
    """
    if action not in game.legal():
        raise IllegalActionError(f"action {str(action)[:40]} is not legal now, so it cannot be described")
    meaning = decode(action)
    assert meaning is not None
    setup, value = game.setup, meaning.value
    if meaning.kind == "row":
        card = game.view().row[value]
        return f"take the {card} card"
    if meaning.kind == "keep":
        kept = [setup.tickets[game.view().offer[place]].name for place in meaning.kept]
        return f"keep {', '.join(kept) or 'none'}"
    if meaning.kind == "pay":
        cards = pay_words(value, game.price() - meaning.locomotives, meaning.locomotives)
        return f"pay {' and '.join(card_count(color, count) for color, count in cards.items())}"
    return general_words(setup, action)
