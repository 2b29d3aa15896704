"""Facts about a game that a person may ask for. Nothing here uses cards that the seat cannot see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from railwright.compiled.bits import members
from railwright.game.actions import CLAIM, STATION, decode
from railwright.game.board import Track
from railwright.game.colors import CARDS, PASSENGER_COLORS
from railwright.game.completion import completed_tickets
from railwright.game.game import Game
from railwright.game.json_words import passenger_words, pay_words
from railwright.game.ruleset import MAX_SEATS
from railwright.game.scoring import pay_passengers, points_of
from railwright.game.state import AT_TURN, NONE
from railwright.game.view import View
from railwright.words import count


@dataclass(frozen=True, slots=True)
class Payment:
    """One possible payment."""

    action: int
    cards: Mapping[str, int]


def payments(game: Game) -> list[Payment]:
    """Legal payments of the pending claim or station, those with the fewest locomotives first."""
    cost = game.price()
    found = []
    for action in game.legal():
        meaning = decode(action)
        if meaning is not None and meaning.kind == "pay":
            wild = meaning.locomotives
            found.append((wild, action, pay_words(meaning.value, cost - wild, wild)))
    return [Payment(action, cards) for _, action, cards in sorted(found, key=lambda item: item[:2])]


def options_at_turn(game: Game, seat: int) -> set[int]:
    """Actions that would be legal if it were this seat's turn."""
    trial = game.copy()
    table = trial.states["table"]
    table["seat"], table["stage"], table["track"], table["city"] = seat, AT_TURN, NONE, NONE
    return set(trial.legal())


def parallel(game: Game, track: int) -> list[int]:
    """Other tracks between the same two cities."""
    pair = set(game.setup.board.tracks[track].cities)
    return [i for i, other in enumerate(game.setup.board.tracks) if i != track and set(other.cities) == pair]


def is_closed(game: Game, seat: int, track: int) -> bool:
    """Whether the seat can no longer claim a track."""
    return track not in members(game.state.table.open[seat])


def why_not_claim(game: Game, seat: int, track: int, names: tuple[str, ...]) -> str:
    """Explain why the seat cannot claim a track now; empty if it can."""
    if CLAIM + track in options_at_turn(game, seat):
        return ""
    board_track = game.setup.board.tracks[track]
    owner = game.owners.get(track)
    if owner is not None:
        return "it is already yours" if owner == seat else f"{names[owner]} owns it"
    if is_closed(game, seat, track):
        owns_parallel = any(game.owners.get(other) == seat for other in parallel(game, track))
        return (
            "you own a parallel track"
            if owns_parallel
            else f"a parallel track is taken, and with {game.seats} players that closes it"
        )
    trains = int(game.state.table.trains[seat])
    if trains < board_track.length:
        return f"it needs {count(board_track.length, 'train')} and you have {trains}"
    return f"you cannot pay for it: it needs {_price_words(board_track)}"


def why_no_station(game: Game, seat: int, city: int, names: tuple[str, ...]) -> str:
    """Explain why the seat cannot build a station in a city now; empty if it can."""
    table = game.state.table
    if not game.setup.ruleset.stations:
        return "this game has no stations"
    if STATION + city in options_at_turn(game, seat):
        return ""
    builder = int(table.station[city])
    if builder != NONE:
        return "you have one there already" if builder == seat else f"{names[builder]} has one there already"
    if not table.stations_left[seat]:
        return "you have no station left"
    return f"you cannot pay for it: it costs {count(game.station_price(seat), 'card')} of one colour"


def ticket_states(game: Game, seat: int) -> dict[int, str]:
    """State of each of the seat's tickets.

    ``done`` if the seat's own tracks complete it, ``lent`` if its stations are needed too, else ``open``.
    """
    done, lent = completed_tickets(game, seat)
    return {
        ticket: "done" if ticket in done else "lent" if ticket in lent else "open" for ticket in game.view(seat).tickets
    }


def points(game: Game, seat: int) -> int | float:
    """Points of a seat's tracks so far."""
    return points_of(game.state.table.points[seat], game.setup.ruleset.scale)


def waiting_passengers(view: View, city: int) -> dict[str, int]:
    """Number of passengers waiting in a city, by colour."""
    place = int(view.setup.rulebook[0]["place"][city])
    return Counter(passenger_words(int(view.table.passengers[place])))


def passenger_points(game: Game) -> list[dict[str, int | float]]:
    """The points of each seat for passengers if the game ended now, by colour."""
    book, table, scale = game.setup.rulebook[0], game.state.table, game.setup.ruleset.scale
    found: list[dict[str, int | float]] = [{} for _ in range(game.seats)]
    if not game.setup.pays_passengers:
        return found
    for number, color in enumerate(PASSENGER_COLORS):
        paid = np.zeros(MAX_SEATS, np.int32)
        pay_passengers(book, table, number, paid)
        for seat in np.flatnonzero(paid).tolist():
            found[seat][color] = points_of(paid[seat], scale)
    return found


def turned_over(game: Game) -> list[str]:
    """Cards turned over for the current tunnel."""
    return [CARDS[card] for card in game.state.table.revealed if card != NONE]


def least_kept(game: Game) -> int:
    """Minimum number of the offered tickets that must be kept."""
    dealing, table = game.setup.dealing, game.state.table
    return min(len(game.view().offer), dealing.keep if table.opening else dealing.draw_keep)


def _price_words(track: Track) -> str:
    cards = (
        f"{count(track.length, 'card')} of one colour"
        if track.color == "gray"
        else count(track.length, f"{track.color} card")
    )
    needs = f", {track.locomotives} of them locomotives" if track.locomotives else ""
    return f"{cards}{needs} (locomotives count as any colour)" if not needs else f"{cards}{needs}"
