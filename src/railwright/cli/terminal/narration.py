"""What happened, in sentences, as one seat saw it: other seats' hidden cards and tickets are not told."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rich.text import Text

from railwright.cli.terminal import pieces
from railwright.cli.terminal.pieces import count
from railwright.game.setup import Setup
from railwright.game.story import Event


class Narrator:
    """Tells events to one seat, or to everybody at once (``viewer`` None); with ``open_cards`` nothing is hidden."""

    def __init__(self, setup: Setup, names: tuple[str, ...], viewer: int | None, *, open_cards: bool = False) -> None:
        self.setup = setup
        self.names = names
        self.viewer = viewer
        self.open_cards = open_cards

    def tell(self, events: Iterable[Event]) -> list[Text]:
        """One sentence for each thing worth telling. The cards that a seat drew in a turn make one sentence."""
        sentences: list[Text] = []
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

    def _who(self, seat: int) -> Text:
        return Text("You" if seat == self.viewer else self.names[seat], style="bold")

    def _sees(self, seat: int) -> bool:
        """Whether the cards of a seat are shown."""
        return self.open_cards or seat == self.viewer

    def _draws(self, events: list[Event]) -> Text:
        seat = events[0]["seat"]
        hidden = [event for event in events if event["source"] == "deck" and not self._sees(seat)]
        parts = [
            Text.assemble("drew ", pieces.card(event["card"]), " from the deck")
            if event["source"] == "deck"
            else Text.assemble("took ", pieces.card(event["card"]), " face up")
            for event in events
            if event not in hidden
        ]
        if hidden:
            parts.append(Text("drew from the deck" if len(hidden) == 1 else f"drew {len(hidden)} cards from the deck"))
        return Text.assemble(self._who(seat), " ", Text(" and ").join(parts), ".")

    def _deal(self, event: Event) -> Text | None:
        if not self._sees(event["seat"]):
            return None
        were = " were dealt " if event["seat"] == self.viewer else " was dealt "
        return Text.assemble(
            self._who(event["seat"]), were, Text(", ").join(pieces.card(c) for c in event["cards"]), "."
        )

    def _replace(self, event: Event) -> Text:
        return Text("Too many locomotives lay face up: the row was replaced.")

    def _reshuffle(self, event: Event) -> Text:
        return Text("The deck was empty: the discards were shuffled into a new one.")

    def _offer(self, event: Event) -> Text | None:
        """The seat itself is shown its tickets; the others hear of them when some are kept."""
        if not self.open_cards:
            return None
        return Text.assemble(self._who(event["seat"]), f" looked at {_tickets(event['tickets'])}.")

    def _keep(self, event: Event) -> Text:
        kept, offered = event["kept"], len(event["kept"]) + len(event["returned"])
        if not self._sees(event["seat"]):
            return Text.assemble(self._who(event["seat"]), f" drew {count(offered, 'ticket')} and kept {len(kept)}.")
        return Text.assemble(self._who(event["seat"]), f" kept {_tickets(kept)}.")

    def _claim(self, event: Event) -> Text:
        a, b, number = event["track"]
        length = self.setup.board.tracks[self.setup.track_index[a, b, number]].length
        return Text.assemble(
            self._who(event["seat"]),
            f" claimed {a} - {b} ({count(length, 'space')}) with ",
            pieces.cards(event["pay"], " + "),
            ".",
        )

    def _tunnel(self, event: Event) -> Text:
        a, b, _ = event["track"]
        turned = Text(", ").join([pieces.card(card) for card in event["revealed"]] or [Text("no card")])
        opening = Text.assemble(
            self._who(event["seat"]), f" entered the tunnel {a} - {b}, where ", turned, " turned up"
        )
        if event["paid"] is None:
            return Text.assemble(opening, f", and declined to pay {count(event['extra'], 'more card')}.")
        if not event["extra"]:
            return Text.assemble(opening, ": nothing more to pay.")
        return Text.assemble(opening, ", and paid ", pieces.cards(event["paid"], " + "), " more.")

    def _station(self, event: Event) -> Text:
        return Text.assemble(
            self._who(event["seat"]),
            f" built a station in {event['city']} with ",
            pieces.cards(event["pay"], " + "),
            ".",
        )

    def _passenger(self, event: Event) -> Text:
        return Text.assemble(
            self._who(event["seat"]), " took a ", pieces.card(event["color"]), f" passenger in {event['city']}."
        )

    def _pass(self, event: Event) -> Text:
        return Text.assemble(self._who(event["seat"]), " could do nothing and passed.")

    def _last_round(self, event: Event) -> Text:
        have = "have" if event["seat"] == self.viewer else "has"
        why = f" {have} {self.setup.ruleset.end_trains} trains or fewer: everyone has one more turn."
        return Text.assemble(self._who(event["seat"]), why, style="bold")

    def _end(self, event: Event) -> Text:
        words = {"trains": "The game is over.", "all_passed": "Everyone has passed: the game is over."}
        return Text(words[event["reason"]], style="bold")

    _tellers: dict[str, Callable[[Narrator, Event], Text | None]] = {  # noqa: RUF012 (a table of methods, never changed)
        "deal": _deal, "replace": _replace, "reshuffle": _reshuffle, "offer": _offer, "keep": _keep, "claim": _claim,
        "tunnel": _tunnel, "station": _station, "passenger": _passenger, "pass": _pass, "last_round": _last_round,
        "end": _end,
    }  # fmt: skip


def _tickets(tickets: list[list[Any]]) -> str:
    return ", ".join(f"{a} - {b} ({points})" for a, b, points in tickets)
