"""Small boards, rulesets and events for the tests of the referee."""

from __future__ import annotations

from typing import Any

from .events import Event
from .moves import Move
from .referee import Referee

LOCO = "locomotive"
ONE_CARD_EACH = {"cards_per_color": 1, "locomotives": 0}


def board(*tracks: str, tickets: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    """Tracks like "A-B 3 gray ferry 1" or "A-B 2 red tunnel"; tickets like "A-B 5" or "A-C 20 long".

    A city named "France/x" is a terminal of France.
    """
    names: list[str] = []
    made: list[dict[str, Any]] = []
    for text in tracks:
        pair, length, color, *rest = text.split()
        cities = pair.split("-")
        names += [city for city in cities if city not in names]
        track: dict[str, Any] = {"cities": cities, "length": int(length), "color": color}
        if rest:
            track["kind"] = rest[0]
        if rest[1:]:
            track["locomotives"] = int(rest[1])
        made.append(track)
    cities_ = [{"name": name, **({"country": name.split("/")[0]} if "/" in name else {})} for name in names]
    cards = [text.split() for text in tickets]
    return {
        "cities": cities_,
        "tracks": made,
        "tickets": [
            {"cities": c[0].split("-"), "points": int(c[1]), "long": "long" in c, "decks": ["deck"]} for c in cards
        ],
        **more,
    }


def ruleset(**changes: Any) -> dict[str, Any]:
    """Base rules; keys of the deck's dealing can be changed as well."""
    dealing = {
        "deal": {"short": 3},
        "keep": 2,
        "draw": {"short": 3},
        "draw_keep": 1,
        "longest_path": 10,
        "globetrotter": 0,
    }
    dealing |= {key: changes.pop(key) for key in list(changes) if key in dealing}
    rules = {
        "seats": [2, 5],
        "trains": 45,
        "cards_per_color": 12,
        "locomotives": 14,
        "opening_cards": 4,
        "face_up": 5,
        "sweep_at": 3,
        "sweep_pool": "all",
        "single_track_seats": 3,
        "end_trains": 2,
        "route_points": {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15},
        "opening_returns": "bottom",
        "tiebreaks": ["tickets", "longest_path"],
        "decks": {"*": dealing},
    }
    return rules | changes


def cards(text: str) -> list[Any]:
    """ "2 red loco -" becomes red, red, locomotive, None."""
    found: list[str | None] = []
    number = 1
    for word in text.split():
        if word.isdigit():
            number = int(word)
        else:
            found += [{"loco": LOCO, "-": None}.get(word, word)] * number
            number = 1
    return found


def pay(text: str) -> dict[str, int]:
    """ "2 red loco" becomes {"red": 2, "locomotive": 1}."""
    held = cards(text)
    return {card: held.count(card) for card in held}


def row(text: str) -> Event:
    return {"event": "row", "cards": cards(text)}


def replace(text: str) -> Event:
    return {"event": "replace", "cards": cards(text)}


def reshuffle(text: str) -> Event:
    return {"event": "reshuffle", "cards": pay(text)}


def drawn(seat: int, card: str) -> Event:
    """A card from the deck."""
    return {"event": "draw", "seat": seat, "source": "deck", "card": cards(card)[0]}


def picked(seat: int, place: int, card: str) -> Event:
    """A card from the row."""
    return {"event": "draw", "seat": seat, "source": "row", "place": place, "card": cards(card)[0]}


def claim(seat: int, track: tuple[str, str, int], paid: str) -> Event:
    return {"event": "claim", "seat": seat, "track": list(track), "pay": pay(paid)}


def tunnel(seat: int, track: tuple[str, str, int], revealed: str, extra: int, paid: dict[str, int] | None) -> Event:
    fields = {"track": list(track), "revealed": cards(revealed), "extra": extra, "paid": paid}
    return {"event": "tunnel", "seat": seat, **fields}


def offer(seat: int, *tickets: str) -> Event:
    return {"event": "offer", "seat": seat, "tickets": [ticket(text) for text in tickets]}


def keep(seat: int, kept: list[str], returned: list[str]) -> Event:
    fields = {"kept": [ticket(text) for text in kept], "returned": [ticket(text) for text in returned]}
    return {"event": "keep", "seat": seat, **fields}


def ticket(text: str) -> list[Any]:
    """ "A-B 5" becomes ["A", "B", 5]."""
    pair, points = text.split()
    return [*pair.split("-"), int(points)]


def setup(hands: list[str], face_up: str, *more: Event) -> list[Event]:
    """The events of the setup: hands, row and what comes then."""
    deals: list[Event] = [{"event": "deal", "seat": seat, "cards": cards(text)} for seat, text in enumerate(hands)]
    return [*deals, row(face_up), *more]


def start(a_board: dict[str, Any], rules: dict[str, Any], hands: list[str], face_up: str, *more: Event) -> Referee:
    """A game whose first decision is next; as many seats as hands."""
    rules = rules | {"opening_cards": len(cards(hands[0]))}
    game = Referee(a_board, rules, "deck", len(hands))
    game.open(setup(hands, face_up, *more))
    return game


def take_track(game: Referee, track: tuple[str, str, int], payment: Move, paid: str, *more: Event) -> None:
    """Choose a track and pay for it."""
    seat = game.seat
    game.play(("claim", track), [])
    game.play(payment, [claim(seat, track, paid), *more])


def two_cards(game: Referee, first: str, second: str, *more: Event) -> None:
    """A turn that draws two cards from the deck."""
    seat = game.seat
    game.play(("deck",), [drawn(seat, first)])
    game.play(("deck",), [drawn(seat, second), *more])


def moves(game: Referee, kind: str) -> set[Move]:
    """The legal moves of one kind."""
    return {move for move in game.legal() if move[0] == kind}
