"""Narrates events in sentences as one seat saw them, without the hidden cards and tickets of other seats.

A sentence is a sequence of tagged words, so that a terminal and a web page can each format them in its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from railwright.game.action_wording import card_count
from railwright.game.setup import Setup
from railwright.game.story import Event
from railwright.words import count

PLAIN, NAME, CARD, STRONG = "plain", "name", "card", "strong"
"""Kinds of words: ordinary text, the name of a seat, cards of one colour, important text."""


class Words(NamedTuple):
    """A tagged part of a sentence."""

    text: str
    kind: str = PLAIN
    color: str = ""
    """Colour of the cards, for words of kind ``card``."""


Sentence = tuple[Words, ...]


def plain_text(sentence: Sentence) -> str:
    """The plain text of a sentence."""
    return "".join(words.text for words in sentence)


class Narrator:
    """Narrates events to one seat, or to everybody (``viewer`` None); with ``open_cards`` nothing is hidden."""

    def __init__(self, setup: Setup, names: tuple[str, ...], viewer: int | None, *, open_cards: bool = False) -> None:
        self.setup = setup
        self.names = names
        self.viewer = viewer
        self.open_cards = open_cards

    def tell(self, events: Iterable[Event]) -> list[Sentence]:
        """Narrate events, one sentence each. The cards that a seat draws in one turn share a sentence."""
        sentences: list[Sentence] = []
        drawer: int | None = None
        drawn: list[Event] = []
        for event in events:
            kind = event["event"]
            if drawn and (kind != "draw" or event["seat"] != drawer) and kind not in ("row", "reshuffle"):
                sentences.append(self._draws(drawn))
                drawn = []
            if kind == "draw":
                drawer = event["seat"]
                drawn.append(event)
            elif kind != "row":
                sentence = self._tellers[kind](self, event)
                if sentence is not None:
                    sentences.append(sentence)
        if drawn:
            sentences.append(self._draws(drawn))
        return sentences

    def _who(self, seat: int) -> Words:
        return Words("You" if seat == self.viewer else self.names[seat], NAME)

    def _sees(self, seat: int) -> bool:
        """Whether the viewer sees the cards of a seat."""
        return self.open_cards or seat == self.viewer

    def _draws(self, events: list[Event]) -> Sentence:
        seat = events[0]["seat"]
        hidden = [event for event in events if event["source"] == "deck" and not self._sees(seat)]
        parts = [
            _sentence("drew ", _card(event["card"]), " from the deck")
            if event["source"] == "deck"
            else _sentence("took ", _card(event["card"]), " face up")
            for event in events
            if event not in hidden
        ]
        if hidden:
            parts.append(
                _sentence("drew from the deck" if len(hidden) == 1 else f"drew {len(hidden)} cards from the deck")
            )
        return _sentence(self._who(seat), " ", *_joined(parts, " and "), ".")

    def _deal(self, event: Event) -> Sentence | None:
        if not self._sees(event["seat"]):
            return None
        were = " were dealt " if event["seat"] == self.viewer else " was dealt "
        return _sentence(self._who(event["seat"]), were, *_card_list(event["cards"]), ".")

    def _replace(self, event: Event) -> Sentence:
        return _sentence("Too many locomotives lay face up: the row was replaced.")

    def _reshuffle(self, event: Event) -> Sentence:
        return _sentence("The deck was empty: the discards were shuffled into a new one.")

    def _offer(self, event: Event) -> Sentence | None:
        """The seat itself sees its tickets on screen; the others are told when some are kept."""
        if not self.open_cards:
            return None
        return _sentence(self._who(event["seat"]), f" looked at {_tickets(event['tickets'])}.")

    def _keep(self, event: Event) -> Sentence:
        kept, offered = event["kept"], len(event["kept"]) + len(event["returned"])
        if not self._sees(event["seat"]):
            return _sentence(self._who(event["seat"]), f" drew {count(offered, 'ticket')} and kept {len(kept)}.")
        return _sentence(self._who(event["seat"]), f" kept {_tickets(kept)}.")

    def _claim(self, event: Event) -> Sentence:
        track = self._track(event)
        length = self.setup.board.tracks[track].length
        claimed = f" claimed {self.setup.board.track_names[track]} ({count(length, 'space')}) with "
        return _sentence(self._who(event["seat"]), claimed, *_payment(event["pay"]), ".")

    def _track(self, event: Event) -> int:
        a, b, number = event["track"]
        return self.setup.track_index[a, b, number]

    def _tunnel(self, event: Event) -> Sentence:
        tunnel = self.setup.board.track_names[self._track(event)]
        turned = _card_list(event["revealed"]) or [Words("no card")]
        opening = _sentence(self._who(event["seat"]), f" entered the tunnel {tunnel}, where ", *turned, " turned up")
        if event["paid"] is None:
            due = count(event["extra"], "more card")
            return _sentence(*opening, f": {due} would have been due, and the track stays free.")
        if not event["extra"]:
            return _sentence(*opening, ": nothing more to pay.")
        return _sentence(*opening, ", and paid ", *_payment(event["paid"]), " more.")

    def _station(self, event: Event) -> Sentence:
        built = f" built a station in {event['city']} with "
        return _sentence(self._who(event["seat"]), built, *_payment(event["pay"]), ".")

    def _passenger(self, event: Event) -> Sentence:
        return _sentence(self._who(event["seat"]), " took a ", _card(event["color"]), f" passenger in {event['city']}.")

    def _pass(self, event: Event) -> Sentence:
        return _sentence(self._who(event["seat"]), " could do nothing and passed.")

    def _last_round(self, event: Event) -> Sentence:
        have = "have" if event["seat"] == self.viewer else "has"
        why = f" {have} {self.setup.ruleset.end_trains} trains or fewer: everyone has one more turn."
        return self._who(event["seat"]), Words(why, STRONG)

    def _end(self, event: Event) -> Sentence:
        words = {"trains": "The game is over.", "all_passed": "Everyone has passed: the game is over."}
        return (Words(words[event["reason"]], STRONG),)

    def _renew(self, event: Event) -> Sentence:
        return (Words("From here on all cards are new, and the tickets that nobody has drawn were shuffled.", STRONG),)

    _tellers: dict[str, Callable[[Narrator, Event], Sentence | None]] = {  # noqa: RUF012 (a table of methods, never changed)
        "deal": _deal, "replace": _replace, "reshuffle": _reshuffle, "offer": _offer, "keep": _keep, "claim": _claim,
        "tunnel": _tunnel, "station": _station, "passenger": _passenger, "pass": _pass, "last_round": _last_round,
        "end": _end, "renew": _renew,
    }  # fmt: skip


def _sentence(*parts: str | Words) -> Sentence:
    return tuple(part if isinstance(part, Words) else Words(part) for part in parts)


def _joined(parts: Sequence[Sequence[Words]], between: str) -> list[Words]:
    """Join parts of a sentence with a separator."""
    words: list[Words] = []
    for i, part in enumerate(parts):
        words += [Words(between)] if i else []
        words += part
    return words


def _card(color: str, text: str | None = None) -> Words:
    return Words(color if text is None else text, CARD, color)


def _card_list(colors: Sequence[str]) -> list[Words]:
    return _joined([[_card(color)] for color in colors], ", ")


def _payment(cards: Mapping[str, int]) -> list[Words]:
    """Cards of a payment, such as ``3 red + 1 locomotive``."""
    return _joined([[_card(color, card_count(color, number))] for color, number in cards.items()], " + ")


def _tickets(tickets: list[list[Any]]) -> str:
    return ", ".join(f"{a} - {b} ({points})" for a, b, points in tickets)
