"""Narrates events in sentences as one seat saw them, without the hidden cards and tickets of other seats.

Parts of a sentence are tagged, so that a terminal and a web page can each format them in their own way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from railwright.game.action_wording import card_count
from railwright.game.board import ticket_text
from railwright.game.colors import COLOR_TEXTS
from railwright.game.setup import Setup
from railwright.game.story import Event
from railwright.say import Items, Said, Tagged, items, say, tagged

PLAIN, NAME, CARD, STRONG = "plain", "name", "card", "strong"
"""Kinds of parts: ordinary text, the name of a seat, cards of one colour, important text."""

YOU = "You"
"""The viewer, and the name of a person who has not given one."""


def word_lists(sentence: Said) -> list[list[str]]:
    """The parts of a sentence in English, each as its text, kind and colour of cards."""
    return [
        [piece, PLAIN, ""] if isinstance(piece, str) else [str(piece), piece.kind, piece.color]
        for piece in sentence.pieces()
    ]


class Narrator:
    """Narrates events to one seat, or to everybody (``viewer`` None); with ``open_cards`` nothing is hidden."""

    def __init__(self, setup: Setup, names: tuple[str, ...], viewer: int | None, *, open_cards: bool = False) -> None:
        self.setup = setup
        self.names = names
        self.viewer = viewer
        self.open_cards = open_cards

    def tell(self, events: Iterable[Event]) -> list[Said]:
        """Narrate events, one sentence each. The cards that a seat draws in one turn share a sentence."""
        sentences: list[Said] = []
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

    def _who(self, event: Event) -> Tagged:
        """The seat that acted. Whoever is called "You" is spoken of like the viewer."""
        seat: int = event["seat"]
        is_you = seat == self.viewer or self.names[seat] == YOU
        return Tagged(say("You") if is_you else self.names[seat], NAME)

    def _sees(self, seat: int) -> bool:
        """Whether the viewer sees the cards of a seat."""
        return self.open_cards or seat == self.viewer

    def _draws(self, events: list[Event]) -> Said:
        hidden = [event for event in events if event["source"] == "deck" and not self._sees(event["seat"])]
        acts = [
            say("drew {card} from the deck", card=_card(event["card"]))
            if event["source"] == "deck"
            else say("took {card} face up", card=_card(event["card"]))
            for event in events
            if event not in hidden
        ]
        if hidden:
            acts.append(
                say("drew {count, plural, one {from the deck} other {# cards from the deck}}", count=len(hidden))
            )
        return say("{who} {acts}.", who=self._who(events[0]), acts=items(acts))

    def _deal(self, event: Event) -> Said | None:
        if not self._sees(event["seat"]):
            return None
        return say(
            "{who} {who, select, You {were} other {was}} dealt {cards}.",
            who=self._who(event), cards=_cards(event["cards"]),
        )  # fmt: skip

    def _replace(self, event: Event) -> Said:
        return say("Too many locomotives lay face up: the row was replaced.")

    def _reshuffle(self, event: Event) -> Said:
        return say("The deck was empty: the discards were shuffled into a new one.")

    def _offer(self, event: Event) -> Said | None:
        """The seat itself sees its tickets on screen; the others are told when some are kept."""
        if not self.open_cards:
            return None
        return say("{who} looked at {tickets}.", who=self._who(event), tickets=_tickets(event["tickets"]))

    def _keep(self, event: Event) -> Said:
        who, kept = self._who(event), event["kept"]
        if self._sees(event["seat"]):
            return say("{who} kept {tickets}.", who=who, tickets=_tickets(kept))
        return say(
            "{who} drew {offered, plural, one {# ticket} other {# tickets}} and kept {kept}.",
            who=who, offered=len(kept) + len(event["returned"]), kept=len(kept),
        )  # fmt: skip

    def _claim(self, event: Event) -> Said:
        track = self._track(event)
        return say(
            "{who} claimed {track} ({length, plural, one {# space} other {# spaces}}) with {cards}.",
            who=self._who(event), track=self.setup.board.track_texts[track],
            length=self.setup.board.tracks[track].length, cards=_payment(event["pay"]),
        )  # fmt: skip

    def _track(self, event: Event) -> int:
        a, b, number = event["track"]
        return self.setup.track_index[a, b, number]

    def _tunnel(self, event: Event) -> Said:
        who, track = self._who(event), self.setup.board.track_texts[self._track(event)]
        cards = _cards(event["revealed"]) if event["revealed"] else say("no card")
        if event["paid"] is None:
            return say(
                "{who} entered the tunnel {track}, where {cards} turned up: {extra, plural, one {# more card} "
                "other {# more cards}} would have been due, and the track stays free.",
                who=who, track=track, cards=cards, extra=event["extra"],
            )  # fmt: skip
        if not event["extra"]:
            return say(
                "{who} entered the tunnel {track}, where {cards} turned up: nothing more to pay.",
                who=who, track=track, cards=cards,
            )  # fmt: skip
        return say(
            "{who} entered the tunnel {track}, where {cards} turned up, and paid {paid} more.",
            who=who, track=track, cards=cards, paid=_payment(event["paid"]),
        )  # fmt: skip

    def _station(self, event: Event) -> Said:
        who, cards = self._who(event), _payment(event["pay"])
        return say("{who} built a station in {city} with {cards}.", who=who, city=event["city"], cards=cards)

    def _passenger(self, event: Event) -> Said:
        who, color = self._who(event), _card(event["color"])
        return say("{who} took a {color} passenger in {city}.", who=who, color=color, city=event["city"])

    def _pass(self, event: Event) -> Said:
        return say("{who} could do nothing and passed.", who=self._who(event))

    def _last_round(self, event: Event) -> Said:
        why = say(
            "{who} {who, select, You {have} other {has}} {trains} trains or fewer: everyone has one more turn.",
            who=self._who(event), trains=self.setup.ruleset.end_trains,
        )  # fmt: skip
        return tagged(why, STRONG)

    def _end(self, event: Event) -> Said:
        return tagged(_ENDS[event["reason"]], STRONG)

    def _renew(self, event: Event) -> Said:
        why = say("From here on all cards are new, and the tickets that nobody has drawn were shuffled.")
        return tagged(why, STRONG)

    _tellers: dict[str, Callable[[Narrator, Event], Said | None]] = {  # noqa: RUF012 (a table of methods, never changed)
        "deal": _deal, "replace": _replace, "reshuffle": _reshuffle, "offer": _offer, "keep": _keep, "claim": _claim,
        "tunnel": _tunnel, "station": _station, "passenger": _passenger, "pass": _pass, "last_round": _last_round,
        "end": _end, "renew": _renew,
    }  # fmt: skip


_ENDS = {"trains": say("The game is over."), "all_passed": say("Everyone has passed: the game is over.")}


def _card(color: str) -> Tagged:
    return Tagged(COLOR_TEXTS[color], CARD, color)


def _cards(colors: Sequence[str]) -> Items:
    return items(map(_card, colors), ", ")


def _payment(cards: Mapping[str, int]) -> Items:
    """Cards of a payment, such as ``3 red + 1 locomotive``."""
    return items((Tagged(card_count(color, number), CARD, color) for color, number in cards.items()), " + ")


def _tickets(tickets: list[list[Any]]) -> Items:
    return items((ticket_text(*ticket) for ticket in tickets), ", ")
