"""Actions in words, as far as board and rules alone tell what they mean."""

from __future__ import annotations

from railwright.errors import IllegalActionError
from railwright.game.actions import Action, decode
from railwright.game.colors import CARDS, LOCOMOTIVE, PASSENGER_COLORS
from railwright.game.setup import Setup

_SIMPLE = {"deck": "draw from the deck", "pass": "pass", "decline": "decline to pay"}


def general_words(setup: Setup, action: int) -> str:
    """Describe an action number without a game: which track, but not which card lies at a place of the row.

    ``table.wording.action_words`` describes an action of a game in progress.
    """
    meaning = decode(action)
    if meaning is None or not _is_on(setup, meaning):
        raise IllegalActionError(f"{action} is not the number of an action on the board {setup.board.name!r}")
    value = meaning.value
    if meaning.kind == "row":
        return f"take the card at place {value + 1} of the row"
    if meaning.kind == "claim":
        return f"claim {setup.board.track_names[value]}"
    if meaning.kind == "station":
        return f"build a station in {setup.board.cities[value].name}"
    if meaning.kind == "keep":
        places = [str(place + 1) for place in meaning.kept]
        return f"keep {'ticket' if len(places) == 1 else 'tickets'} {', '.join(places)} of the offer"
    if meaning.kind == "pay":
        return f"pay with {_payment(value, meaning.locomotives)}"
    if meaning.kind == "passenger":
        return f"take a {PASSENGER_COLORS[value]} passenger"
    if meaning.kind == "tickets":
        if not setup.dealing.draw.any:
            return "draw tickets"
        return f"draw tickets, {value} of them long" if value else "draw short tickets"
    return _SIMPLE[meaning.kind]


def card_count(color: str, number: int) -> str:
    """A number of cards, such as ``3 red`` or ``2 locomotives``."""
    return f"{number} {color}{'s' if color == 'locomotive' and number > 1 else ''}"


def _payment(color: int, locomotives: int) -> str:
    wild = card_count(CARDS[LOCOMOTIVE], locomotives)
    if color == LOCOMOTIVE:
        return wild
    return f"{CARDS[color]} cards" + (f" and {wild}" if locomotives else "")


def _is_on(setup: Setup, meaning: Action) -> bool:
    """Whether the board has the track or city of an action."""
    if meaning.kind == "claim":
        return meaning.value < len(setup.board.tracks)
    return meaning.kind != "station" or meaning.value < len(setup.board.cities)
