"""Describes actions in words before they are taken."""

from __future__ import annotations

from railwright.errors import IllegalActionError
from railwright.game.action_wording import card_count, general_text
from railwright.game.actions import decode
from railwright.game.colors import COLOR_TEXTS
from railwright.game.game import Game
from railwright.game.json_words import pay_words
from railwright.say import Said, items, say


def action_words(game: Game, action: int) -> str:
    """Describe a legal action of the deciding seat.

    >>> import railwright
    >>> game = railwright.new_game("usa", seats=2, seed=1)
    >>> game.play(game.legal()[0])
    >>> game.play(game.legal()[0])
    >>> [railwright.action_words(game, action) for action in game.legal()[3:6]]
    ['take the locomotive card', 'take the orange card', 'draw from the deck']
    """
    return str(action_text(game, action))


def action_text(game: Game, action: int) -> Said:
    """A legal action of the deciding seat, as it can be said in any language."""
    if action not in game.legal():
        raise IllegalActionError(f"action {str(action)[:40]} is not legal now, so it cannot be described")
    meaning = decode(action)
    assert meaning is not None
    setup, value = game.setup, meaning.value
    if meaning.kind == "row":
        card = game.view().row[value]
        assert card is not None
        return say("take the {card} card", card=COLOR_TEXTS[card])
    if meaning.kind == "keep":
        kept = [setup.tickets[game.view().offer[place]].text for place in meaning.kept]
        return say("keep {tickets}", tickets=items(kept, ", ")) if kept else say("keep none")
    if meaning.kind == "pay":
        cards = pay_words(value, game.price() - meaning.locomotives, meaning.locomotives)
        return say("pay {cards}", cards=items(card_count(color, count) for color, count in cards.items()))
    return general_text(setup, action)
