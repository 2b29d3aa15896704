"""Observations in plain Python, from what ``View`` and the story of a game say, for the tests of compiled ones."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from players.plain_ways import ends_of, plain_ways
from railwright.game.colors import CARDS, PASSENGER_COLORS
from railwright.game.json_words import passenger_words
from railwright.game.setup import Setup
from railwright.game.state import STAGES
from railwright.game.story import Event
from railwright.game.view import View
from railwright.players.observation.fields import EVENT_KINDS

Fields = dict[str, Any]


def raw_fields(view: View) -> Fields:
    """Every raw field before scaling, of the shape in the list of fields."""
    setup, table, mine, seats = view.setup, view.table, view.mine, around(view)
    tracks, tickets = range(len(setup.board.tracks)), range(len(setup.tickets))
    offer = range(max(draw.short + draw.long + draw.any for draw in (setup.dealing.deal, setup.dealing.draw)))
    owned = [set(view.tracks(seat)) for seat in seats]
    open_to_me = {t for t in tracks if int(table.open[view.seat][t // 64]) >> (t % 64) & 1}
    fields: Fields = {
        "tracks_owned": [[t in own for t in tracks] for own in owned],
        "tracks_closed": [not any(t in own for own in owned) and t not in open_to_me for t in tracks],
        "track_paid": [t == table.track for t in tracks],
        "hand": [view.hand.get(card, 0) for card in CARDS],
        "face_up": [[card == kind for kind in (*CARDS, None)] for card in view.row[: setup.ruleset.face_up]],
        "tickets": [t in view.tickets for t in tickets],
        "tickets_offered": [[place < len(view.offer) and t == view.offer[place] for t in tickets] for place in offer],
        "tickets_returned": [int(mine.returned[t // 64]) >> (t % 64) & 1 for t in tickets],
        "tickets_boxed": [int(mine.boxed[t // 64]) >> (t % 64) & 1 for t in tickets],
        "trains": [table.trains[seat] for seat in seats],
        "points": [table.points[seat] / setup.ruleset.scale for seat in seats],
        "hand_sizes": [table.hand_size[seat] for seat in seats],
        "short_tickets": [table.tickets[seat][0] for seat in seats],
        "long_tickets": [table.tickets[seat][1] for seat in seats],
        "shown": [[view.shown(seat).get(card, 0) for card in CARDS] for seat in seats],
        "discards": list(table.discards),
        "deck_size": table.deck_size,
        "ticket_decks": list(table.ticket_deck),
        "boxed_counts": list(table.boxed),
        "offered_counts": list(table.offered),
        "stage": [view.stage == stage for stage in STAGES],
        "opening": table.opening,
        "last_round": table.last_round,
        "turn": table.turn,
        "passes": table.passes,
        "deciding": [seat == table.seat for seat in seats],
        "stations_left": [table.stations_left[seat] for seat in seats],
        "stations": [[table.station[c] == seat for c in range(len(setup.board.cities))] for seat in seats],
        "city": [c == table.city for c in range(len(setup.board.cities))],
        "passengers_taken": [list(table.taken[seat]) for seat in seats],
        "laid_color": [table.laid_color == kind for kind in range(len(CARDS))],
        "laid_cards": table.laid_cards,
        "laid_locomotives": table.laid_locomotives,
        "extra": table.extra,
        "revealed": [list(table.revealed).count(kind) for kind in range(len(CARDS))],
    }
    if setup.pays_passengers:
        first = sorted(setup.board.places[place][0] for place in setup.board.passengers)
        waiting = [passenger_words(int(table.passengers[city])) for city in first]
        fields["passengers_waiting"] = [[words.count(color) for color in PASSENGER_COLORS] for words in waiting]
    return fields


def around(view: View) -> list[int]:
    """The seats clockwise, from that of the view."""
    return [(view.seat + step) % view.seats for step in range(view.seats)]


def planner_fields(view: View) -> Fields:
    """The planner's numbers before scaling."""
    setup, table = view.setup, view.table
    tracks = setup.board.tracks
    own = set(view.tracks(view.seat))
    can = {t for t in range(len(tracks)) if int(table.open[view.seat][t // 64]) >> (t % 64) & 1}
    cost = [0 if t in own else tracks[t].length if t in can else -1 for t in range(len(tracks))]
    numbers: Fields = {
        name: [0] * len(setup.tickets)
        for name in ("ticket_spaces", "ticket_cards", "ticket_reachable", "ticket_completed")
    }
    planes = {"path_tracks": [0] * len(tracks), "offered_path_tracks": [0] * len(tracks)}
    for plane, tickets in (("path_tracks", view.tickets), ("offered_path_tracks", view.offer)):
        for ticket in tickets:
            starts, goals = (set(setup.board.places[place]) for place in setup.tickets[ticket].places)
            reached = [way for city, way in plain_ways(ends_of(setup), cost, starts).items() if city in goals]
            if not reached:
                continue
            spaces, path = reached[0]
            missing = [t for t in path if t not in own]
            numbers["ticket_spaces"][ticket] = spaces
            numbers["ticket_cards"][ticket] = cards_missing(view, missing, can)
            numbers["ticket_reachable"][ticket] = spaces <= table.trains[view.seat]
            numbers["ticket_completed"][ticket] = spaces == 0
            for track in missing:
                planes[plane][track] = 1
    return numbers | planes | {"turns_left": 100 * plain_turns_left(view)}


def cards_missing(view: View, missing: list[int], can: set[int]) -> int:
    """Cards that the hand lacks for some tracks: coloured ones first, from the end of the path, then gray ones."""
    setup = view.setup
    tracks = setup.board.tracks
    left = {card: view.hand.get(card, 0) for card in CARDS}
    unpaid, grays = 0, []
    for track in reversed(missing):
        entry = tracks[track]
        wild = entry.locomotives if setup.ruleset.ferries else 0
        unpaid += wild
        colors = [entry.color] + [
            tracks[t].color
            for t in sorted(can)
            if t != track and set(tracks[t].cities) == set(entry.cities) and tracks[t].length == entry.length
        ]
        if "gray" in colors:
            grays.append(entry.length - wild)
            continue
        best = max(colors, key=lambda color: left[color])
        paid = min(left[best], entry.length - wild)
        left[best] -= paid
        unpaid += entry.length - wild - paid
    for length in grays:
        most = max(CARDS[:-1], key=lambda color: left[color])
        paid = min(left[most], length)
        left[most] -= paid
        unpaid += length - paid
    return max(0, unpaid - left["locomotive"])


def plain_turns_left(view: View) -> float:
    """A turn for two cards and a quarter of one for each train, until the first seat has spent its trains."""
    table, rules = view.table, view.setup.ruleset
    if table.last_round > 0:
        return 1
    trains = [int(table.trains[seat]) - rules.end_trains for seat in range(view.seats)]
    hands = [int(table.hand_size[seat]) for seat in range(view.seats)]
    return 1 + min(max(0, t - h) / 2 + t / 4 for t, h in zip(trains, hands, strict=True))


def event_fields(setup: Setup, viewer: int, seats: int, event: Event) -> NDArray[np.float32]:
    """An event of the story, or an answer to a tunnel, as the numbers of a history."""
    kinds = {"offer": 2, "keep": 3, "claim": 4, "station": 7, "passenger": 8, "pass": 9}
    kind, color, number, special, cities = kinds.get(event["event"], -1), None, 0, 0, []
    if event["event"] == "draw":
        kind, number = (1, 1) if event["source"] == "deck" else (0, 1)
        color = CARDS.index(event["card"]) if kind == 0 else None
    elif event["event"] in ("offer", "keep"):
        words = event["tickets"] if kind == 2 else event["kept"]
        number, special = len(words), sum(is_long(setup, word) for word in words)
    elif event["event"] == "claim":
        color, number, special = _payment(event["pay"])
        cities = event["track"][:2]
    elif event["event"] == "station":
        color, number, special = _payment(event["pay"])
        cities = [event["city"]]
    elif event["event"] == "passenger":
        color, number, cities = PASSENGER_COLORS.index(event["color"]), 1, [event["city"]]
    elif event["event"] == "answer":
        kind, number, cities = 6 if event["paid"] is None else 5, event["extra"], event["track"][:2]
        color, special = event["laid"]
    named = [city.name for city in setup.board.cities]
    parts = [
        [step == (event["seat"] - viewer) % seats for step in range(seats)],
        [kind == k for k in range(len(EVENT_KINDS))],
        [color == k for k in range(len(CARDS))],
        [number / 10, special / 10],
        [name in cities for name in named],
    ]
    return np.array([value for part in parts for value in part], np.float32)


def is_long(setup: Setup, words: list[Any]) -> bool:
    """Whether a ticket in words is from the long deck."""
    if setup.ruleset.merge_tickets:
        return False
    return next(ticket.long for ticket in setup.tickets if [*ticket.places, ticket.points] == words)


def _payment(pay: dict[str, int]) -> tuple[int, int, int]:
    """Colour, number of cards and locomotives of a payment."""
    colors = [card for card in pay if card != "locomotive"]
    return CARDS.index(colors[0] if colors else "locomotive"), sum(pay.values()), pay.get("locomotive", 0)
