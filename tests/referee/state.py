"""The state of a game as the referee knows it, and the legal moves in it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .board import COLORS, GRAY, LOCOMOTIVE, Board, Rules, Ticket, Track, TrackName
from .cards import CardTable, Take
from .events import Event, Told, demand
from .moves import Move, can_pay, keeps, payments, tunnel_extra
from .tickets import TicketPiles


class GameState:
    """One game.

    `stage` is what is to be decided: announce, keep, turn, second, pay, tunnel, passenger; or it is over.
    """

    def __init__(self, board: dict[str, Any], ruleset: dict[str, Any], deck: str, seats: int) -> None:
        self._rules = Rules(ruleset, deck)
        self._board = Board(board, self._rules, deck)
        least, most = self._rules.seats
        demand(least <= seats <= most, f"expected {least} to {most} seats, got {seats}")
        self.number_of_seats = seats
        self.cards = CardTable(self._rules, self._expect)
        self.piles = TicketPiles(self._board.long_tickets, self._board.short_tickets)
        self.hands: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.trains: list[int] = [self._rules.trains] * seats
        self.route_points: list[int | float] = [0] * seats
        self.tickets: list[list[Ticket]] = [[] for _ in range(seats)]
        self.stations_left: list[int] = [self._rules.stations] * seats
        self.passengers: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.owner: dict[TrackName, int] = {}
        self.stations: list[tuple[str, int]] = []
        self.seat = 0
        self.over = False
        self.stage = "setup"
        self._told = Told([])
        self._legal: set[Move] | None = None
        self._waiting: dict[str, Counter[str]] = {}
        self._opening = True
        self._offer_size = (0, 0)
        self._offer: list[tuple[Ticket, bool]] = []
        self._target: Track | str = ""
        self._laid: Move = ()
        self._take = Take(0)
        self._revealed: list[str] | None = None
        self._ends: list[str] = []
        self._last_turns: int | None = None
        self._passes = 0

    @property
    def row(self) -> list[str | None]:
        """The face-up cards; None is an empty place."""
        return self.cards.row

    def legal(self) -> set[Move]:
        """All legal moves of the seat to decide. A tunnel whose cards are not known yet: see `play`."""
        return set(self._legal_now())

    def _legal_now(self) -> set[Move]:
        """The same, worked out once for each decision."""
        if self._legal is None:
            self._legal = self._legal_moves()
        return self._legal

    def _expect(self, kind: str, **fields: Any) -> Event:
        return self._told.expect(kind, fields)

    def _legal_moves(self) -> set[Move]:
        rules, hand = self._rules, self.hands[self.seat]
        if self.stage == "turn":
            moves = self._turn_moves()
            return moves or {("pass",)}
        if self.stage == "second":
            return self._card_moves(second=True)
        if self.stage == "announce":
            return {("tickets", mix[0]) for mix in self.piles.mixes(rules.deal["any"])}
        if self.stage == "keep":
            return keeps(len(self._offer), rules.keep if self._opening else rules.draw_keep)
        if self.stage == "pay" and isinstance(self._target, Track):
            return self._track_payments(self._target)
        if self.stage == "pay":
            return payments(hand, self._station_price(), COLORS)
        if self.stage == "tunnel":
            return self._answers() | {("decline",)}
        if self.stage == "passenger":
            return {("passenger", color) for color, number in self._pool().items() if number}
        return set()

    def _turn_moves(self) -> set[Move]:
        moves = self._card_moves(second=False)
        draw = self._rules.draw
        if "any" in draw:
            moves |= {("tickets", mix[0]) for mix in self.piles.mixes(draw["any"])}
        elif any(self.piles.fixed(draw)):
            moves.add(("tickets", 0))
        hand = self.hands[self.seat]
        longest, wild = min(self.trains[self.seat], hand.total()), hand[LOCOMOTIVE]
        most = {color: hand[color] for color in COLORS}
        most[GRAY] = max(most.values())
        for (length, color, locomotives), tracks in self._board.of_one_price.items():
            if length <= longest and can_pay(length, cards=most[color], wild=wild, locomotives=locomotives):
                moves.update([("claim", track.name) for track in tracks if self._is_open(track)])
        if self.stations_left[self.seat] and payments(hand, self._station_price(), COLORS):
            taken = {city for city, _ in self.stations}
            moves |= {("station", city) for city in self._board.cities if city not in taken}
        return moves

    def _card_moves(self, second: bool) -> set[Move]:
        barred = (None, LOCOMOTIVE) if second else (None,)
        moves: set[Move] = {("row", place) for place, card in enumerate(self.row) if card not in barred}
        if self.cards.can_draw():
            moves.add(("deck",))
        return moves

    def _is_open(self, track: Track) -> bool:
        """Is the track free, and do the rules for parallel tracks let this seat have it?"""
        if track.name in self.owner:
            return False
        route = self._board.parallel[track.name]
        if len(route) == 1:
            return True
        owners = [self.owner[other] for other in route if other in self.owner]
        if self.number_of_seats <= self._rules.single_track_seats:
            return not owners
        return self.seat not in owners

    def _track_payments(self, track: Track) -> set[Move]:
        return payments(self.hands[self.seat], track.length, track.colors, track.locomotives)

    def _station_price(self) -> int:
        return self._rules.stations - self.stations_left[self.seat] + 1

    def _answers(self) -> set[Move]:
        """Payments of what the tunnel asks for; of anything it may ask for, if the cards are not known."""
        color, hand = self._laid[1], self.hands[self.seat]
        extras = [tunnel_extra(self._laid, self._revealed)] if self._revealed is not None else []
        moves: set[Move] = set()
        for extra in extras or range(1, self._take.size + 1):
            moves |= payments(hand, extra, (color,) if color else ())
        return moves

    def _pool(self) -> Counter[str]:
        """The passengers that wait at the end of the track from which the seat takes one."""
        return self._waiting.get(self._board.passenger_place(self._ends[0]), Counter())
