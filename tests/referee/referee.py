"""The referee: follows a game move by move, and raises Dispute when it is told something that cannot be."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .board import LOCOMOTIVE, PASSENGER_COLORS, PASSENGERS_PER_COLOR, Track
from .events import CHANCE, Dispute, Event, Told, demand, plain
from .moves import Move, cards_of, tunnel_extra
from .scoring import Flags, Position, best_completions, final_result
from .state import GameState

__all__ = ["Dispute", "Move", "Referee"]


class Referee(GameState):
    """One game: open it, then play its moves. Every disagreement raises a Dispute."""

    def open(self, events: list[Event], passengers: dict[str, list[str]] | None = None) -> None:
        """Follow the setup up to the first decision."""
        self._told = Told(events)
        self._place_passengers(passengers or {})
        for seat in range(self.number_of_seats):
            take = self.cards.take(self._rules.opening_cards)
            cards: list[str] = self._expect("deal", seat=seat, cards=CHANCE)["cards"]
            self.cards.name(take, cards)
            self.hands[seat].update(cards)
        self.cards.fill_row()
        self._open_tickets(0)
        self._told.finish()

    def play(self, move: Move, events: list[Event], revealed: list[str] | None = None) -> None:
        """Follow one move and the events that it caused.

        The record names the cards that a tunnel turned over only when the tunnel is settled. For `legal` to
        be exact while the seat decides how to answer, the caller gives them with the payment, as `revealed`.
        Without them `legal` lists every answer that some cards would allow; it is checked afterwards.
        """
        if move not in self._legal_now():
            raise Dispute(f"illegal move of seat {self.seat} ({self.stage}): {move}")
        self._told, self._legal = Told(events), None
        kind = move[0]
        if kind in ("row", "deck"):
            self._draw_card(move)
        elif kind == "tickets":
            self._announce(move[1])
        elif kind == "keep":
            self._keep(move[1])
        elif kind in ("claim", "station"):
            self._target = self._board.tracks[move[1]] if kind == "claim" else move[1]
            self.stage = "pay"
        elif kind == "pay" and self.stage == "pay":
            self._pay(move, plain(revealed))
        elif kind in ("pay", "decline"):
            self._settle_tunnel(None if kind == "decline" else move)
        elif kind == "passenger":
            self._board_passenger(move[1])
        else:
            self._expect("pass", seat=self.seat)
            self._end_turn(passed=True)
        self._told.finish()

    def result(self) -> dict[str, Any]:
        """The `result` object, computed from scratch. Lendings of equal worth: the first one found."""
        done = [best_completions(self._position(), seat)[0] for seat in range(self.number_of_seats)]
        result = final_result(self._position(), done)
        demand(result["routes"] == self.route_points, "the referee's own route points do not add up")
        return result

    def check_result(self, told: dict[str, Any]) -> None:
        """Compare a told result. Tickets may stand in any order; of station lendings of equal worth any will do."""
        done: list[Flags] = []
        for seat in range(self.number_of_seats):
            best = best_completions(self._position(), seat)
            named = sorted(list(ticket) for ticket in plain(told["completed"][seat]))
            matching = [
                flags
                for flags in best
                if sorted(list(t) for t, done_ in zip(self.tickets[seat], flags, strict=True) if done_) == named
            ]
            done.append((matching or best)[0])
        expected = final_result(self._position(), done)
        demand(set(told) == set(expected), f"result: expected fields {set(expected)}, got {set(told)}")
        for name, value in expected.items():
            got = plain(told[name])
            if name in ("completed", "failed"):
                got, value = [sorted(tickets) for tickets in got], [sorted(tickets) for tickets in value]
            demand(got == value, f"result, {name}: expected {value}, got {got}")

    def _position(self) -> Position:
        return Position(
            self._board,
            self._rules,
            self.owner,
            self.tickets,
            self.stations,
            self.stations_left,
            self.passengers,
        )

    # ---- setup and tickets ----

    def _place_passengers(self, placed: dict[str, list[str]]) -> None:
        numbers = {place: len(colors) for place, colors in placed.items() if colors}
        demand(numbers == self._board.passengers, f"passengers: expected {self._board.passengers}, got {numbers}")
        self._waiting = {place: Counter(colors) for place, colors in placed.items()}
        total: Counter[str] = sum(self._waiting.values(), Counter())
        for color, number in total.items():
            demand(color in PASSENGER_COLORS, f"passengers: no such colour as {color}")
            demand(number <= PASSENGERS_PER_COLOR, f"passengers: expected 10 {color} at most, got {number}")

    def _open_tickets(self, seat: int) -> None:
        """The opening tickets of this seat, or of the next one that can get any; then the first turn."""
        while seat < self.number_of_seats:
            self.seat = seat
            if "any" in self._rules.deal:
                if self.piles.mixes(self._rules.deal["any"]):
                    self.stage = "announce"
                    return
            elif any(self.piles.fixed(self._rules.deal)):
                self._show(*self.piles.fixed(self._rules.deal))
                return
            seat += 1
        self._opening = False
        self.piles.opening_done()
        self.seat, self.stage = 0, "turn"

    def _announce(self, number_of_long: int) -> None:
        dealing = self._rules.deal if self._opening else self._rules.draw
        if "any" in dealing:
            self._show(*next(mix for mix in self.piles.mixes(dealing["any"]) if mix[0] == number_of_long))
        else:
            self._show(*self.piles.fixed(dealing))

    def _show(self, number_of_long: int, number_of_short: int) -> None:
        self._offer_size = (number_of_long, number_of_short)
        told = self._expect("offer", seat=self.seat, tickets=CHANCE)["tickets"]
        expected = number_of_long + number_of_short
        demand(len(told) == expected, f"expected an offer of {expected} tickets, got {told}")
        for ticket in told:
            demand(isinstance(ticket, list) and len(ticket) == 3, f"this is not a ticket: {ticket}")
        self._offer = self.piles.draw([(a, b, points) for a, b, points in told], number_of_long)
        self.stage = "keep"

    def _keep(self, chosen: tuple[int, ...]) -> None:
        kept = [self._offer[place] for place in chosen]
        returned = [ticket for place, ticket in enumerate(self._offer) if place not in chosen]
        self._expect("keep", seat=self.seat, kept=[list(t) for t, _ in kept], returned=[list(t) for t, _ in returned])
        self.tickets[self.seat].extend(ticket for ticket, _ in kept)
        self.piles.give_back(returned, self._rules.opening_returns if self._opening else "bottom")
        if self._opening:
            self._open_tickets(self.seat + 1)
        else:
            self._end_turn()

    # ---- moves ----

    def _draw_card(self, move: Move) -> None:
        first = self.stage == "turn"
        card = self.cards.draw(self.seat) if move[0] == "deck" else self.cards.pick(self.seat, move[1])
        self.hands[self.seat][card] += 1
        whole_turn = move[0] == "row" and card == LOCOMOTIVE
        if first and not whole_turn and self._card_moves(second=True):
            self.stage = "second"
        else:
            self._end_turn()

    def _pay(self, payment: Move, revealed: list[str] | None) -> None:
        self.hands[self.seat] -= cards_of(payment)
        self._laid = payment
        if not isinstance(self._target, Track):
            self._build_station(self._target)
        elif self._target.tunnel:
            self._enter_tunnel(revealed)
        else:
            self._take_track(self._target, cards_of(payment))

    def _build_station(self, city: str) -> None:
        self._expect("station", seat=self.seat, city=city, pay=dict(cards_of(self._laid)))
        self.stations.append((city, self.seat))
        self.stations_left[self.seat] -= 1
        self.cards.discard(cards_of(self._laid))
        self.cards.refill_after_discard()
        self._end_turn()

    def _enter_tunnel(self, revealed: list[str] | None) -> None:
        """Turn cards over. If none asks for more the tunnel is settled at once, else the seat must answer."""
        self._take = self.cards.take(self._rules.tunnel_cards)
        self._revealed = self._turned_over(revealed)
        if self._revealed is None or tunnel_extra(self._laid, self._revealed):
            self.stage = "tunnel"
        else:
            self._settle_tunnel(("pay", None, 0, 0))

    def _turned_over(self, revealed: list[str] | None) -> list[str] | None:
        """The cards: as given by the caller, or as an event that settles the tunnel tells, or None."""
        event = self._told.peek()
        if revealed is None and event is not None and event.get("event") == "tunnel":
            revealed = list(event.get("revealed", []))
        if revealed is not None:
            self.cards.name(self._take, revealed)
        return revealed

    def _settle_tunnel(self, answer: Move | None) -> None:
        track, seat = self._target, self.seat
        assert isinstance(track, Track)
        if self._revealed is None:
            self._revealed = self._turned_over(None)
            demand(self._revealed is not None, "expected a tunnel event")
        assert self._revealed is not None
        extra = tunnel_extra(self._laid, self._revealed)
        paid = None if answer is None else cards_of(answer)
        demand(paid is not None or extra > 0, "a tunnel was declined that asked for nothing")
        demand(paid is None or paid.total() == extra, f"the tunnel asks for {extra} cards, got {paid}")
        self._expect(
            "tunnel",
            seat=seat,
            track=list(track.name),
            revealed=self._revealed,
            extra=extra,
            paid=None if paid is None else dict(paid),
        )
        turned = Counter(self._revealed)
        if paid is None:
            self.hands[seat] += cards_of(self._laid)
            self.cards.discard(turned)
            self.cards.refill_after_discard()
            self._end_turn()
        else:
            self.hands[seat] -= paid
            self._take_track(track, turned + cards_of(self._laid) + paid)

    def _take_track(self, track: Track, discards: Counter[str]) -> None:
        self._expect("claim", seat=self.seat, track=list(track.name), pay=dict(cards_of(self._laid)))
        self.owner[track.name] = self.seat
        self.trains[self.seat] -= track.length
        self.route_points[self.seat] += self._rules.route_points(track.length)
        self.cards.discard(discards)
        self.cards.refill_after_discard()
        self._ends = [track.first, track.second]
        self._next_passenger()

    def _next_passenger(self) -> None:
        while self._ends:
            if self._pool().total():
                self.stage = "passenger"
                return
            self._ends.pop(0)
        self._end_turn()

    def _board_passenger(self, color: str) -> None:
        self._expect("passenger", seat=self.seat, city=self._ends[0], color=color)
        self._pool()[color] -= 1
        self.passengers[self.seat][color] += 1
        self._ends.pop(0)
        self._next_passenger()

    def _end_turn(self, passed: bool = False) -> None:
        self._passes = self._passes + 1 if passed else 0
        if self._passes == self.number_of_seats:
            self._end_game("all_passed")
            return
        if self._last_turns is not None:
            self._last_turns -= 1
            if self._last_turns == 0:
                self._end_game("trains")
                return
        elif self.trains[self.seat] <= self._rules.end_trains:
            self._expect("last_round", seat=self.seat)
            self._last_turns = self.number_of_seats
        self.seat = (self.seat + 1) % self.number_of_seats
        self.stage = "turn"

    def _end_game(self, reason: str) -> None:
        self._expect("end", reason=reason)
        self.over, self.stage = True, "over"
