"""A game told as events: the log of the compiled rules put into words and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from railwright.errors import RailwrightError
from railwright.game import log as entries
from railwright.game.actions import DECK
from railwright.game.chance import Renewal, Seed
from railwright.game.colors import CARDS, PASSENGER_COLORS
from railwright.game.game import Game
from railwright.game.json_words import passenger_words, pay_words, ticket_words, track_words
from railwright.game.log import FIELDS, FOLLOWING, unpacked
from railwright.game.setup import Setup
from railwright.game.state import NONE

Event = dict[str, Any]

END_REASONS = ("trains", "all_passed")


def tell_game(
    setup: Setup, *, seats: int, seed: Seed, actions: Sequence[int], renewals: Sequence[Renewal] = ()
) -> Iterator[tuple[Game, list[Event]]]:
    """Replay a game as events: first those of the setup, then one list for each action, with the game after it.

    The game is the same object throughout. Raises IllegalActionError at an action that was not legal.
    """
    game = Game(setup, seats=seats, seed=seed, renewals=renewals, log=True)
    yield game, take_events(game)
    for action in actions:
        game.play(action)
        yield game, take_events(game)


def take_events(game: Game) -> list[Event]:
    """The events since the last call; without ``log=True`` in the game, those of the last action only."""
    log = game.log
    if log[-1]:
        raise RailwrightError(f"too many events after action {len(game.actions)}: the log is full")
    numbers: list[int] = log[1 : log[0]].tolist()
    log[0] = 1
    events: list[Event] = []
    at = 0
    while at < len(numbers):
        kind = numbers[at]
        end = at + 1 + FIELDS + FOLLOWING.get(kind, 0)
        event = _TELLERS[kind](game.setup, numbers[at + 1 : at + 1 + FIELDS], numbers[at + 1 + FIELDS : end])
        if kind == entries.DEALT and events and events[-1]["event"] == "deal" and events[-1]["seat"] == event["seat"]:
            events[-1]["cards"] += event["cards"]
        else:
            events.append(event)
        at = end
    return events


def opening_passengers(game: Game) -> dict[str, list[str]]:
    """The passengers at each place, by its name in the board's table."""
    waiting: dict[str, list[str]] = {}
    for place in game.setup.board.passengers:
        waiting[place] = passenger_words(int(game.state.table.passengers[game.setup.board.places[place][0]]))
    return waiting


def _card(number: int) -> str | None:
    return None if number == NONE else CARDS[number]


def _row(name: str) -> Callable[[Setup, list[int], list[int]], Event]:
    return lambda setup, fields, values: {"event": name, "cards": [_card(card) for card in values]}


def _tell_dealt(setup: Setup, fields: list[int], values: list[int]) -> Event:
    return {"event": "deal", "seat": fields[0], "cards": [CARDS[fields[1]]]}


def _tell_reshuffle(setup: Setup, fields: list[int], values: list[int]) -> Event:
    return {"event": "reshuffle", "cards": {name: count for name, count in zip(CARDS, values, strict=True) if count}}


def _tell_offer(setup: Setup, fields: list[int], values: list[int]) -> Event:
    return {"event": "offer", "seat": fields[0], "tickets": [ticket_words(setup, t) for t in values if t != NONE]}


def _tell_kept(setup: Setup, fields: list[int], values: list[int]) -> Event:
    words: dict[bool, list[list[Any]]] = {True: [], False: []}
    for i, ticket in enumerate(values):
        if ticket != NONE:
            words[bool(fields[1] >> i & 1)].append(ticket_words(setup, ticket))
    return {"event": "keep", "seat": fields[0], "kept": words[True], "returned": words[False]}


def _tell_drew(setup: Setup, fields: list[int], values: list[int]) -> Event:
    seat, place, card = fields[:3]
    source = {"source": "deck"} if place == DECK else {"source": "row", "place": place}
    return {"event": "draw", "seat": seat, **source, "card": CARDS[card]}


def _tell_claimed(setup: Setup, fields: list[int], values: list[int]) -> Event:
    seat, track, payment = fields[:3]
    return {"event": "claim", "seat": seat, "track": track_words(setup, track), "pay": pay_words(*unpacked(payment))}


def _tell_tunnelled(setup: Setup, fields: list[int], values: list[int]) -> Event:
    seat, track, payment, extra = fields
    return {
        "event": "tunnel",
        "seat": seat,
        "track": track_words(setup, track),
        "revealed": [CARDS[card] for card in values if card != NONE],
        "extra": extra,
        "paid": None if payment == NONE else pay_words(*unpacked(payment)),
    }


def _tell_station(setup: Setup, fields: list[int], values: list[int]) -> Event:
    seat, city, payment = fields[:3]
    return {
        "event": "station",
        "seat": seat,
        "city": setup.board.cities[city].name,
        "pay": pay_words(*unpacked(payment)),
    }


def _tell_passenger(setup: Setup, fields: list[int], values: list[int]) -> Event:
    seat, city, color = fields[:3]
    return {"event": "passenger", "seat": seat, "city": setup.board.cities[city].name, "color": PASSENGER_COLORS[color]}


def _seat_only(name: str) -> Callable[[Setup, list[int], list[int]], Event]:
    return lambda setup, fields, values: {"event": name, "seat": fields[0]}


def _tell_ended(setup: Setup, fields: list[int], values: list[int]) -> Event:
    return {"event": "end", "reason": END_REASONS[fields[0]]}


def _tell_renewed(setup: Setup, fields: list[int], values: list[int]) -> Event:
    return {"event": "renew"}


_TELLERS: dict[int, Callable[[Setup, list[int], list[int]], Event]] = {
    entries.DEALT: _tell_dealt,
    entries.ROW: _row("row"),
    entries.REPLACE: _row("replace"),
    entries.RESHUFFLE: _tell_reshuffle,
    entries.OFFER: _tell_offer,
    entries.KEPT: _tell_kept,
    entries.DREW: _tell_drew,
    entries.CLAIMED: _tell_claimed,
    entries.TUNNELLED: _tell_tunnelled,
    entries.STATION_BUILT: _tell_station,
    entries.PASSENGER_TAKEN: _tell_passenger,
    entries.PASSED: _seat_only("pass"),
    entries.LAST_ROUND: _seat_only("last_round"),
    entries.ENDED: _tell_ended,
    entries.RENEWED: _tell_renewed,
}
