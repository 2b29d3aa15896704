"""Actions in words, as far as board and rules alone tell what they mean."""

from __future__ import annotations

from railwright.errors import IllegalActionError
from railwright.game.actions import Action, decode
from railwright.game.colors import CARDS, COLOR_TEXTS, LOCOMOTIVE, PASSENGER_COLORS
from railwright.game.setup import Setup
from railwright.say import Said, items, say

_SIMPLE = {"deck": say("draw from the deck"), "pass": say("pass"), "decline": say("decline to pay")}


def general_text(setup: Setup, action: int) -> Said:
    """Describe an action number without a game: which track, but not which card lies at a place of the row.

    ``table.wording.action_text`` describes an action of a game in progress.
    """
    meaning = decode(action)
    if meaning is None or not _is_on(setup, meaning):
        raise IllegalActionError(f"{action} is not the number of an action on the board {setup.board.name!r}")
    value = meaning.value
    if meaning.kind == "row":
        return say("take the card at place {place} of the row", place=value + 1)
    if meaning.kind == "claim":
        return say("claim {track}", track=setup.board.track_texts[value])
    if meaning.kind == "station":
        return say("build a station in {city}", city=setup.board.cities[value].name)
    if meaning.kind == "keep":
        places = [place + 1 for place in meaning.kept]
        return say(
            "keep {count, plural, one {ticket} other {tickets}} {places} of the offer",
            count=len(places), places=items(places, ", "),
        )  # fmt: skip
    if meaning.kind == "pay":
        return _payment(value, meaning.locomotives)
    if meaning.kind == "passenger":
        return say("take a {color} passenger", color=COLOR_TEXTS[PASSENGER_COLORS[value]])
    if meaning.kind == "tickets":
        if not setup.dealing.draw.any:
            return say("draw tickets")
        return say("draw tickets, {long} of them long", long=value) if value else say("draw short tickets")
    return _SIMPLE[meaning.kind]


def card_count(color: str, number: int) -> Said:
    """A number of cards, such as ``3 red`` or ``2 locomotives``."""
    if color == CARDS[LOCOMOTIVE]:
        return say("{count, plural, one {# locomotive} other {# locomotives}}", count=number)
    return say("{count} {color}", count=number, color=COLOR_TEXTS[color])


def _payment(color: int, locomotives: int) -> Said:
    wild = card_count(CARDS[LOCOMOTIVE], locomotives)
    if color == LOCOMOTIVE:
        return say("pay with {cards}", cards=wild)
    name = COLOR_TEXTS[CARDS[color]]
    if not locomotives:
        return say("pay with {color} cards", color=name)
    return say("pay with {color} cards and {locomotives}", color=name, locomotives=wild)


def _is_on(setup: Setup, meaning: Action) -> bool:
    """Whether the board has the track or city of an action."""
    if meaning.kind == "claim":
        return meaning.value < len(setup.board.tracks)
    return meaning.kind != "station" or meaning.value < len(setup.board.cities)
