"""Small boards, and games whose state is set by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.game.board import Board
from railwright.game.colors import CARDS
from railwright.game.game import Game
from railwright.game.ruleset import Ruleset
from railwright.game.setup import Setup
from railwright.game.state import LONG, NONE, SHORT, TICKET_WORDS
from railwright.game.story import take_events
from referee import small

RED, BLUE, GREEN = CARDS.index("red"), CARDS.index("blue"), CARDS.index("green")
LINE = ("A-B 1 red", "B-C 2 blue", "C-D 3 gray")
STATIONS: dict[str, Any] = {"tunnel_cards": 3, "stations": 3}
"""Rules with tunnels and stations."""

ROUTE_POINTS = {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15, "7": 18, "8": 21, "9": 25}


def board_data(*tracks: str, tickets: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    """A board as an object; tracks like "A-B 3 gray ferry 1", tickets like "A-C 20 long", cities like "France/x"."""
    data = small.board(*tracks, tickets=tickets or (tracks[0].split()[0] + " 1",))
    for i, city in enumerate(data["cities"]):
        city |= {"latitude": 0, "longitude": i}
    return {"format": "railwright-board/1", "name": "small", "decks": ["deck"]} | data | more


def ruleset_data(**changes: Any) -> dict[str, Any]:
    """The base game's rules with changes, also to the deck's dealing."""
    rules = small.ruleset(**{"route_points": ROUTE_POINTS, **changes})
    return {"format": "railwright-ruleset/1", "name": "small"} | rules


def small_setup(
    *tracks: str, tickets: tuple[str, ...] = (), board: dict[str, Any] | None = None, **rules: Any
) -> Setup:
    """A setup on a small board; ``board`` adds keys to the board, other keywords change the rules."""
    made = Board.from_dict(board_data(*tracks, tickets=tickets, **(board or {})))
    return Setup(made, Ruleset.from_dict(ruleset_data(**rules)))


def begin(setup: Setup, *, seats: int = 2, seed: int = 1) -> Game:
    """A game at its first turn, each seat with some opening tickets."""
    game = Game(setup, seats=seats, seed=seed)
    while game.state.table.opening:
        game.play(game.legal()[0])
    return game


def counts(text: str) -> list[int]:
    """How many of each kind of card: "2 red loco" has two red ones and a locomotive."""
    cards = small.cards(text)
    return [cards.count(card) for card in CARDS]


def put_cards(game: Game, *hands: str, row: str = "", deck: str = "", discards: str = "") -> None:
    """Set all cards; nobody has seen what is in the hands."""
    state, table = game.state, game.state.table
    table.shown[:] = 0
    for seat in range(game.seats):
        held = counts(hands[seat] if seat < len(hands) else "")
        state.private[seat].hand[:] = held
        table.hand_size[seat] = sum(held)
    places = [NONE if card is None else CARDS.index(card) for card in small.cards(row)]
    table.face_up[:] = places + [NONE] * (5 - len(places))
    state.deck[:] = counts(deck)
    table.deck_size = sum(counts(deck))
    table.discards[:] = counts(discards)
    table.discard_size = sum(counts(discards))


def stuck(*hands: str, seats: int = 2, row: str = "", deck: str = "", discards: str = "") -> Game:
    """A turn on LINE with nothing but these cards, and no tickets."""
    game = begin(small_setup(*LINE, **STATIONS | {"stations": 0}), seats=seats)
    empty_ticket_decks(game)
    put_cards(game, *hands, row=row, deck=deck, discards=discards)
    return game


def row_of(game: Game) -> list[str | None]:
    return game.view().row


def end_reason(game: Game) -> str:
    """Why the game ended, from the events of its last action."""
    assert game.is_over
    return str(take_events(game)[-1]["reason"])


def hand(game: Game, seat: int) -> dict[str, int]:
    return {card: int(count) for card, count in zip(CARDS, game.state.private[seat].hand, strict=True) if count}


def track_number(setup: Setup, name: str) -> int:
    """The number of a track such as "A-B" or, the second of its route, "A-B#2"."""
    pair, _, number = name.partition("#")
    first, second = pair.split("-")
    return setup.track_index[first, second, int(number or 1)]


def bit(i: int) -> Any:
    return np.int64(np.uint64(1 << (i & 63)).astype(np.int64))


def words_of(numbers: list[int], words: int = TICKET_WORDS) -> NDArray[np.int64]:
    """A set of numbers as words of bits."""
    array = np.zeros(words, np.int64)
    for number in numbers:
        array[number >> 6] |= bit(number)
    return array


def give(game: Game, seat: int, *tracks: str | int) -> None:
    """Give tracks to a seat as if it had claimed them: trains, points and parallel tracks included."""
    table, setup = game.state.table, game.setup
    for name in tracks:
        track = track_number(setup, name) if isinstance(name, str) else name
        found = setup.board.tracks[track]
        table.own[seat, track >> 6] |= bit(track)
        table.trains[seat] -= found.length
        table.points[seat] += round(setup.ruleset.route_points[found.length] * setup.ruleset.scale)
        single = game.seats <= setup.ruleset.single_track_seats
        for other, twin in enumerate(setup.board.tracks):
            if set(twin.cities) == set(found.cities):
                for anyone in range(game.seats):
                    if anyone == seat or single or other == track:
                        table.open[anyone, other >> 6] &= ~bit(other)


def hold(game: Game, seat: int, *tickets: str | int) -> None:
    """Let a seat hold exactly these tickets, such as "A-C"."""
    setup, table, mine = game.setup, game.state.table, game.state.private[seat]
    mine.tickets[:] = 0
    table.tickets[seat] = 0
    for name in tickets:
        if isinstance(name, str):
            pair = set(name.split("-"))
            number = next(i for i, ticket in enumerate(setup.tickets) if set(ticket.places) == pair)
        else:
            number = name
        mine.tickets[number >> 6] |= bit(number)
        long = setup.tickets[number].long and not setup.ruleset.merge_tickets
        table.tickets[seat, LONG if long else SHORT] += 1


def empty_ticket_decks(game: Game) -> None:
    game.state.table.ticket_deck[:] = 0


def build(game: Game, seat: int, *cities: str) -> None:
    """Let a seat have stations in these cities."""
    for city in cities:
        game.state.table.station[game.setup.board.city_index[city]] = seat
        game.state.table.stations_left[seat] -= 1


def cards_left(game: Game) -> int:
    return int(game.state.table.deck_size + game.state.table.discard_size)
