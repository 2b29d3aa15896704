"""A game as one seat or a spectator sees it, as plain values for JSON.

Everything here is derived from the seat's view of the game and from what it was told before. When a game is over, all
cards are open.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from railwright.game.actions import decode
from railwright.game.colors import CARDS, PASSENGER_COLORS
from railwright.game.game import Game
from railwright.game.json_words import passenger_words, pay_words
from railwright.game.record import Record
from railwright.game.scoring import points_of
from railwright.game.state import LONG, NONE, SHORT
from railwright.game.story import Event
from railwright.game.view import View
from railwright.say import both
from railwright.table import facts
from railwright.table.game_history import GameHistory
from railwright.table.narration import Narrator, word_lists
from railwright.table.seats import Seats
from railwright.table.undo import why_no_undo

Snapshot = dict[str, Any]


def table_snapshot(game: Game) -> Snapshot:
    """The public part of a game."""
    view = game.view()
    table = view.table
    stations, waiting = table["station"].tolist(), table["passengers"].tolist()
    cities = range(len(game.setup.board.cities))
    short, long = table["ticket_deck"][SHORT], table["ticket_deck"][LONG]
    return {
        "stage": game.stage,
        "seat": None if game.is_over else game.seat,
        "is_over": game.is_over,
        "is_opening": bool(table["opening"]),
        "turn": int(table["turn"]),
        "last_round": int(table["last_round"]),
        "row": view.row,
        "deck": int(table["deck_size"]),
        "discards": int(table["discard_size"]),
        "tickets_left": {"short": int(short), "long": int(long)},
        "owners": {str(track): seat for track, seat in sorted(game.owners.items())},
        "stations": {str(city): stations[city] for city in cities if stations[city] != NONE},
        "passengers": {str(city): passenger_words(waiting[city]) for city in cities if waiting[city]},
        "paying": _paying(game),
        "seats": _seat_snapshots(view, game.seats),
    }


def _paying(game: Game) -> Snapshot | None:
    """The claim or station being paid for, or None."""
    table = game.state.table
    if game.stage not in ("pay", "tunnel", "passenger"):
        return None
    return {
        "track": None if table.track == NONE else int(table.track),
        "city": None if table.city == NONE else int(table.city),
        "cards": game.price(),
        "revealed": facts.turned_over(game),
        "laid": None if table.laid_color == NONE else CARDS[table.laid_color],
    }


def _seat_snapshots(view: View, seats: int) -> list[Snapshot]:
    """The public part of each seat."""
    names = ("points", "trains", "hand_size", "tickets", "stations_left", "taken")
    columns = {name: view.table[name].tolist() for name in names}
    return [
        {
            "points": points_of(columns["points"][seat], view.setup.ruleset.scale),
            "trains": columns["trains"][seat],
            "cards": columns["hand_size"][seat],
            "known_cards": view.shown(seat),
            "tickets": sum(columns["tickets"][seat]),
            "long_tickets": columns["tickets"][seat][LONG],
            "stations": columns["stations_left"][seat],
            "passengers": {
                color: count for color, count in zip(PASSENGER_COLORS, columns["taken"][seat], strict=True) if count
            },
        }
        for seat in range(seats)
    ]


def own_snapshot(game: Game, seat: int) -> Snapshot:
    """The private part of a seat."""
    view = game.view(seat)
    states = facts.ticket_states(game, seat)
    decides = not game.is_over and game.seat == seat
    return {
        "seat": seat,
        "hand": _whole_hand(view),
        "tickets": [{"ticket": ticket, "state": state} for ticket, state in states.items()],
        "offer": view.offer,
        "least_kept": facts.least_kept(game) if decides and game.stage == "keep" else 0,
        "legal": [choice(game, action) for action in game.legal()] if decides else [],
    }


def _whole_hand(view: View) -> dict[str, int]:
    """Number of cards of each kind in the seat's hand, zeros included."""
    hand = view.hand
    return {card: hand.get(card, 0) for card in CARDS}


def choice(game: Game, action: int) -> Snapshot:
    """Describe a legal action."""
    meaning = decode(action)
    assert meaning is not None
    described: Snapshot = {"action": action, "kind": meaning.kind}
    if meaning.kind == "pay":
        described["cards"] = pay_words(meaning.value, game.price() - meaning.locomotives, meaning.locomotives)
    elif meaning.kind not in ("deck", "pass", "decline"):
        described["value"] = meaning.value
    return described


def open_hands(game: Game) -> list[Snapshot]:
    """Cards and tickets of all seats."""
    return [
        {
            "seat": seat,
            "hand": _whole_hand(game.view(seat)),
            "tickets": [{"ticket": t, "state": state} for t, state in facts.ticket_states(game, seat).items()],
        }
        for seat in range(game.seats)
    ]


def visible_event(event: Event, viewer: int | None, *, is_open: bool = False) -> Event:
    """Copy an event without what the viewer could not see."""
    if is_open or event.get("seat", viewer) == viewer:
        return event
    kind = event["event"]
    if kind == "deal":
        return {**event, "cards": [None] * len(event["cards"])}
    if kind == "draw" and event["source"] == "deck":
        return {**event, "card": None}
    if kind == "offer":
        return {**event, "tickets": [None] * len(event["tickets"])}
    if kind == "keep":
        return {**event, "kept": [None] * len(event["kept"]), "returned": [None] * len(event["returned"])}
    return event


def visible_steps(
    history: GameHistory, seats: Seats, viewer: int | None, *, since: int, until: int | None = None,
    is_open: bool = False
) -> list[Snapshot]:  # fmt: skip
    """Steps from ``since`` (-1 includes the initial deal) up to ``until``, as events and in words."""
    narrator = Narrator(history.game.setup, seats.names, viewer, open_cards=is_open)
    until = len(history.steps) if until is None else until
    groups: list[tuple[int, int | None, Iterable[Event]]] = []
    if since < 0:
        groups.append((-1, None, history.opening))
    groups += [(i, history.steps[i].seat, history.steps[i].events) for i in range(max(0, since), until)]
    return [
        {
            "step": number,
            "seat": seat,
            "events": [visible_event(event, viewer, is_open=is_open) for event in events],
            "words": [word_lists(sentence) for sentence in sentences],
            "said": [sentence.to_json() for sentence in sentences],
        }
        for number, seat, events in groups
        for sentences in [narrator.tell(events)]
    ]


def game_snapshot(
    history: GameHistory, seats: Seats, viewer: int | None, *, since: int, table: Snapshot | None = None,
    end: Snapshot | None = None,
) -> Snapshot:  # fmt: skip
    """A whole game for one seat, or for a spectator (None), with the steps from ``since`` on.

    ``table`` and ``end`` are the results of ``table_snapshot`` and ``end_snapshot``, if they are already known.
    """
    game = history.game
    found = {
        **(table_snapshot(game) if table is None else table),
        "steps": len(history.steps),
        "names": list(seats.names),
        "me": None if viewer is None else own_snapshot(game, viewer),
        **_undo_snapshot(history, seats, viewer),
        "news": visible_steps(history, seats, viewer, since=since, is_open=game.is_over),
    }
    if game.is_over:
        found |= end_snapshot(game) if end is None else end
    return found


def _undo_snapshot(history: GameHistory, seats: Seats, viewer: int | None) -> Snapshot:
    """Why the viewer's last choice cannot be taken back; empty if it can."""
    if viewer is None:
        return {"undo": None, "undo_said": None}
    return both("undo", why_no_undo(history.steps, viewer, seats.names) or "")


def end_snapshot(game: Game) -> Snapshot:
    """What everybody sees when the game is over. Finding the longest path can take a second."""
    return {
        "open": open_hands(game), "result": game.result(), "passenger_points": facts.passenger_points(game)
    }  # fmt: skip


def points_over_time(record: Record) -> list[list[float]]:
    """Points of every seat after each step, for a chart: points of tracks only, as shown during the game."""
    again = record.replay(0)
    rows = [[float(facts.points(again, seat)) for seat in range(again.seats)]]
    for action in record.actions:
        again.play(action)
        rows.append([float(facts.points(again, seat)) for seat in range(again.seats)])
    return rows


def replay_snapshot(record: Record, *, step: int, viewer: int | None, since: int | None = None) -> Snapshot:
    """A finished game after its first ``step`` steps, as a seat saw it, or with all cards open (None).

    The news covers the last step, or the steps from ``since`` on.
    """
    history = GameHistory.of(record, step)
    seats = Seats.of(record.seats)
    game = history.game
    begin = len(history.steps) - 1 if since is None else since
    found = {
        **table_snapshot(game),
        "step": len(history.steps),
        "steps": len(record.actions),
        "names": list(seats.names),
        "me": None if viewer is None else own_snapshot(game, viewer),
        "news": visible_steps(history, seats, viewer, since=begin, is_open=viewer is None),
    }
    if viewer is None or game.is_over:
        found["open"] = open_hands(game)
    if game.is_over:
        found["result"] = game.result()
    return found
