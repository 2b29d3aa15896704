"""Why a choice is good: what it does for which ticket, what it keeps from whom, and why now.

All of it follows from what the seat sees, and from the plan that the planner makes for its tickets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from railwright.compiled.bits import members
from railwright.game.actions import Action, decode
from railwright.game.board import Ticket, Track
from railwright.game.colors import CARDS, GRAY, LOCOMOTIVE, PASSENGER_COLORS, TRACK_COLORS
from railwright.game.completion import completed_tickets
from railwright.game.game import Game
from railwright.game.state import AT_TURN
from railwright.players.express.memory import OPTIONS
from railwright.players.kit.game_length import turns_left
from railwright.players.planner.cards import count_needs
from railwright.players.planner.memory import PLANNER, SCRATCH
from railwright.players.planner.plan import plan_for_held
from railwright.players.planner.stations import planned_station
from railwright.players.planner.style import STYLE_OPTIONS
from railwright.table.facts import is_closed, parallel, waiting_passengers
from railwright.words import count, listed

NAMED = 2
"""Tickets named in a sentence."""
SOON = 5
"""Turns left from which the end of the game is a reason."""
WHATEVER_THE_TIME = 300
"""A share of the turns left, in percent, with which a plan is made although there may not be enough of them."""

_ANY_COLOR = TRACK_COLORS[GRAY]
_LOCOMOTIVE = CARDS[LOCOMOTIVE]


def reason_for(game: Game, action: int, names: Sequence[str] = ()) -> str:
    """A sentence or two about a legal action of the deciding seat. ``names`` are those of the seats."""
    meaning = decode(action)
    assert meaning is not None
    return " ".join(_Reasons(game, names).of(meaning))


class _Reasons:
    """What a seat can say about its choices at a moment."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.game, self.seat = game, game.seat
        self.names = list(names) or [f"seat {seat + 1}" for seat in range(game.seats)]
        self.board, self.table = game.setup.board, game.state.table
        self.hand = dict(zip(CARDS, game.state.private[self.seat].hand.tolist(), strict=True))
        self.scratch: Any = np.zeros(1, SCRATCH)[0]

    @cached_property
    def planner(self) -> Any:
        """The planner with the plan for the tickets that the seat holds."""
        planner: Any = np.zeros(1, PLANNER)[0]
        for option in OPTIONS[: len(STYLE_OPTIONS)]:
            planner.style[option.name] = option.default
        mine: Any = self.game.state.private[self.seat]
        plan_for_held(self.game.setup.rulebook[0], self.table, mine, self.seat, planner, self.scratch)
        return planner

    @cached_property
    def own(self) -> set[int]:
        return set(members(self.table.own[self.seat]))

    @cached_property
    def planned(self) -> set[int]:
        """Tracks of the plan that are not built yet."""
        return set(members(self.planner.plan.tracks)) - self.own

    @cached_property
    def borrowed(self) -> set[int]:
        return set(members(self.planner.plan.loans))

    @cached_property
    def turns(self) -> int:
        """Turns that are left for each seat, about."""
        return -(-int(turns_left(self.game.setup.rulebook[0], self.table)) // 100)

    @cached_property
    def held(self) -> list[int]:
        return list(self.game.view(self.seat).tickets)

    @cached_property
    def open_tickets(self) -> list[int]:
        done, lent = completed_tickets(self.game, self.seat)
        return [ticket for ticket in self.held if ticket not in done | lent]

    def ticket(self, number: int) -> Ticket:
        return self.game.setup.tickets[number]

    def of(self, meaning: Action) -> list[str]:
        """The sentences about an action."""
        told = {
            "claim": self.of_claim, "row": self.of_card, "deck": self.of_deck, "tickets": self.of_draw,
            "keep": self.of_keep, "station": self.of_station, "passenger": self.of_passenger, "pay": self.of_payment,
            "pass": self.of_pass, "decline": self.of_decline,
        }  # fmt: skip
        return told[meaning.kind](meaning)

    # ---- tracks ----

    def of_claim(self, meaning: Action) -> list[str]:
        number = meaning.value
        track = self.board.tracks[number]
        told = self._served(number, track) or self._off_plan(track)
        told += self._kept_from(number) + self._passengers_at(track)
        left = int(self.table.trains[self.seat]) - track.length
        if left <= self.game.setup.ruleset.end_trains:
            told.append("It starts the last round.")
        elif self.turns <= SOON:
            told.append(f"The game may end in {count(self.turns, 'turn')}.")
        return told

    def _served(self, number: int, track: Track) -> list[str]:
        """What a track does for tickets."""
        completed = [ticket for ticket in self.open_tickets if self._connects(ticket, self.own | {number})]
        if completed:
            return [f"It completes {self._tickets(completed)}."]
        if number not in self.planned:
            return []
        every = self.own | self.planned | self.borrowed
        served = [
            ticket
            for ticket in self.open_tickets
            if self._connects(ticket, every) and not self._connects(ticket, every - {number})
        ]
        if not served:
            return ["It is part of the plan for your tickets."]
        rest = sum(self.board.tracks[other].length for other in self.planned - {number})
        more = f"; the rest of your plan needs {count(rest, 'train')}" if rest else ", the last track that you plan"
        return [f"It is on the way of {self._tickets(served)}{more}."]

    def _off_plan(self, track: Track) -> list[str]:
        """Why a track that no ticket needs is worth claiming."""
        gained = self.game.setup.ruleset.route_points[track.length]
        told = f"No ticket of yours needs it, but it scores {count(gained, 'point')}"
        spare = int(self.table.trains[self.seat]) - sum(self.board.tracks[other].length for other in self.planned)
        if track.length <= spare and self.planned:
            return [f"{told} with trains that your plan does not need."]
        return [f"{told} for {count(track.length, 'train')}."]

    def _kept_from(self, number: int) -> list[str]:
        """Who could want a track that has no parallel one."""
        track = self.board.tracks[number]
        rest = [other for other in parallel(self.game, number) if not is_closed(self.game, self.seat, other)]
        if rest and self.game.seats > self.game.setup.ruleset.single_track_seats:
            return []
        owners = self.game.owners
        near = [
            self.names[seat]
            for seat in range(self.game.seats)
            if seat != self.seat
            and all(any(owner == seat and city in self.board.tracks[i].cities for i, owner in owners.items())
                    for city in track.cities)
        ]  # fmt: skip
        if not near:
            return []
        return [f"It keeps it from {listed(near)}, who {'has' if len(near) == 1 else 'have'} tracks at both ends."]

    def _passengers_at(self, track: Track) -> list[str]:
        view = self.game.view(self.seat)
        waiting = [city for city in track.cities if waiting_passengers(view, self.board.city_index[city])]
        if not waiting:
            return []
        return [
            f"A passenger waits in {listed(waiting)}."
            if len(waiting) == 1
            else f"Passengers wait in {listed(waiting)}."
        ]

    def _connects(self, number: int, tracks: Iterable[int]) -> bool:
        """Whether some tracks connect the places of a ticket."""
        places = self.board.places
        first, second = (set(places[place]) for place in self.ticket(number).places)
        reached, edge = set(first), list(first)
        neighbours: dict[int, list[int]] = {}
        for i in tracks:
            a, b = (self.board.city_index[city] for city in self.board.tracks[i].cities)
            neighbours.setdefault(a, []).append(b)
            neighbours.setdefault(b, []).append(a)
        while edge:
            for city in neighbours.get(edge.pop(), ()):
                if city not in reached:
                    reached.add(city)
                    edge.append(city)
        return bool(reached & second)

    # ---- cards ----

    @cached_property
    def needs(self) -> dict[str, int]:
        """Cards that are still missing for the plan, or for the best track if nothing is planned."""
        mine: Any = self.game.state.private[self.seat]
        planner = self.planner
        count_needs(self.game.setup.rulebook[0], self.table, mine, self.seat, planner, self.scratch)
        return {card: int(need) for card, need in zip(CARDS, self.scratch.needs, strict=True) if need > 0}

    def _name(self, track: Track) -> str:
        return self.board.track_names[self.board.tracks.index(track)]

    def _wanting(self, color: str) -> str:
        """The planned track that lacks most cards of a colour, in words, or nothing."""
        lacking = [self.board.tracks[i] for i in self.planned if self.board.tracks[i].color in (color, _ANY_COLOR)]
        lacking.sort(key=lambda track: (track.color != color, -track.length))
        return self._name(lacking[0]) if lacking else ""

    def of_card(self, meaning: Action) -> list[str]:
        card = self.game.view().row[meaning.value]
        assert card is not None
        held, need = self.hand[card], self.needs.get(card, 0)
        if card == _LOCOMOTIVE:
            if need:
                return [f"You need {count(need, 'locomotive')} for the ferries of your plan."]
            return ["It counts as any colour, and is worth your whole turn."]
        track = self._wanting(card)
        if need and track:
            return [f"You need {need} more {card} for your plan, such as {track}."]
        if need:
            return [f"You need {need} more {card} for the best track that is open."]
        longest = self._longest(card)
        if longest is not None and held:
            return [f"With your {held} {card} it leads to {self._name(longest)} ({count(longest.length, 'space')})."]
        return [f"You hold {held or 'no'} {card}: cards of one colour pay for long tracks."]

    def _longest(self, color: str) -> Track | None:
        """The longest track of a colour that the seat may claim."""
        trains = int(self.table.trains[self.seat])
        found = [self.board.tracks[i] for i in members(self.table.open[self.seat])]
        fitting = [track for track in found if track.color in (color, _ANY_COLOR) and track.length <= trains]
        return max(fitting, key=lambda track: track.length, default=None)

    def of_deck(self, _: Action) -> list[str]:
        row = [card for card in self.game.view().row if card is not None]
        useful = [card for card in row if card in self.needs and card != _LOCOMOTIVE]
        if not self.needs:
            return ["You have the cards for what you plan; others may still be of use, and a locomotive may come."]
        if not useful:
            return ["No face-up card has a colour that you need, and a locomotive may come."]
        return ["A locomotive may come, and nobody sees what you draw."]

    def of_payment(self, meaning: Action) -> list[str]:
        price = self.game.price()
        cards = price - meaning.locomotives
        color = CARDS[meaning.value]
        if color == _LOCOMOTIVE:
            return ["It spends locomotives only, and keeps all your colours."]
        told = [f"It spends {count(meaning.locomotives, 'locomotive')}."] if meaning.locomotives else []
        left = self.hand[color] - cards
        others = [card for card in self.needs if card not in (color, _LOCOMOTIVE)]
        if others and self._could_pay_with(others):
            told.append(f"It keeps your {listed(others[:NAMED])} for the plan.")
        told.append(f"It leaves you {left} {color}.")
        return told

    def _could_pay_with(self, colors: Iterable[str]) -> bool:
        """Whether one of some colours could pay as well."""
        payments = [decode(action) for action in self.game.legal()]
        return any(one is not None and one.kind == "pay" and CARDS[one.value] in colors for one in payments)

    # ---- tickets ----

    def of_draw(self, meaning: Action) -> list[str]:
        drawn = self.game.setup.dealing
        told = []
        if self.table.stage != AT_TURN or self.table.opening:
            kind = count(meaning.value, "long ticket") if meaning.value else "Only short tickets"
            return [f"{kind}: short ones are done sooner, long ones score more."]
        if not self.open_tickets:
            told.append("All your tickets are completed.")
        elif self.planned:
            told.append(f"Your plan needs {count(len(self.planned), 'more track')}.")
        told.append(f"About {count(self.turns, 'turn')} are left, and you must keep at least {drawn.draw_keep}.")
        return told

    def of_keep(self, meaning: Action) -> list[str]:
        offer = self.game.view().offer
        kept = [offer[place] for place in meaning.kept]
        left = [ticket for ticket in offer if ticket not in kept]
        trains = int(self.table.trains[self.seat])
        told = []
        if not kept:
            return ["None of them fits your network."]
        done = [ticket for ticket in kept if self._connects(ticket, self.own)]
        if done:
            told.append(f"You have completed {self._tickets(done)} already.")
        needed = self._spaces_for([*self.held, *kept])
        total = sum(self.ticket(ticket).points for ticket in kept)
        if needed is None:
            return [*told, f"That makes {count(total, 'point')}, but you may not complete everything."]
        told.append(
            f"With what you hold that needs {needed} of your {count(trains, 'train')}, for {count(total, 'point')}."
        )
        if left:
            more = self._spaces_for([*self.held, *kept, left[0]])
            lacks = (
                f"would need {count(more - needed, 'more train')}" if more is not None else "has no way in your plan"
            )
            told.append(f"{self._tickets(left[:1])} {lacks}.")
        return told

    def _spaces_for(self, tickets: Sequence[int]) -> int | None:
        """Spaces of a joint plan for some tickets; None if not all of them can be planned."""
        planner: Any = np.zeros(1, PLANNER)[0]
        planner.style = self.planner.style
        planner.style["share"] = WHATEVER_THE_TIME
        mine: Any = self.game.state.private.copy()[self.seat]
        words = mine["tickets"]
        words[:] = 0
        for ticket in tickets:
            words[ticket >> 6] |= np.uint64(1 << (ticket & 63)).astype(np.int64)
        plan_for_held(self.game.setup.rulebook[0], self.table, mine, self.seat, planner, self.scratch)
        every = set(members(planner.plan.tracks)) | self.own | set(members(planner.plan.loans))
        if not all(self._connects(ticket, every) for ticket in tickets):
            return None
        return sum(self.board.tracks[i].length for i in set(members(planner.plan.tracks)) - self.own)

    def _tickets(self, numbers: Sequence[int]) -> str:
        """Tickets in words, the richest first."""
        ranked = sorted(numbers, key=lambda number: -self.ticket(number).points)
        named = [_ticket_words(self.ticket(number)) for number in ranked[:NAMED]]
        more = len(ranked) - NAMED
        return listed(named) if more <= 0 else f"{', '.join(named)} and {more} more"

    # ---- stations, passengers, and nothing at all ----

    def of_station(self, meaning: Action) -> list[str]:
        city = meaning.value
        here, owners = self.board.cities[city].name, self.game.owners
        told = []
        for track in sorted(self.borrowed):
            if here in self.board.tracks[track].cities:
                served = [ticket for ticket in self.open_tickets if self._connects(ticket, self.own | {track})]
                if served:
                    lender, name = self.names[owners[track]], self.board.track_names[track]
                    told.append(f"It borrows {name} from {lender} and completes {self._tickets(served)}.")
        station = planned_station(self.game.setup.rulebook[0], self.table, self.seat, self.planner.plan)
        if not told and station == city:
            told.append("It lends you a track that a ticket of yours has no way around.")
        if not told:
            told.append("It may lend you a track of another player later.")
        lost = self.game.setup.ruleset.station_points
        return [*told, f"An unbuilt station scores {count(lost, 'point')}."]

    def of_passenger(self, meaning: Action) -> list[str]:
        color = meaning.value
        taken = self.table.taken[: self.game.seats, color].tolist()
        own = taken[self.seat]
        best = max(taken[seat] for seat in range(self.game.seats) if seat != self.seat)
        leaders = [self.names[seat] for seat in range(self.game.seats) if seat != self.seat and taken[seat] == best]
        name = PASSENGER_COLORS[color]
        if own + 1 > best >= own and best:
            return [f"You overtake {listed(leaders)} in {name}, {own + 1} to {best}."]
        if own + 1 > best:
            return [f"You lead in {name}, {own + 1} to {best}."]
        if own + 1 == best:
            return [f"You draw level with {listed(leaders)} in {name}."]
        return [f"In {name} you are behind, {own + 1} to {best}."]

    def of_pass(self, _: Action) -> list[str]:
        return ["There is nothing else to do."]

    def of_decline(self, _: Action) -> list[str]:
        return [f"The tunnel costs {count(int(self.table.extra), 'extra card')}; your cards come back to your hand."]


def _ticket_words(ticket: Ticket) -> str:
    return f"{ticket.places[0]} to {ticket.places[1]} ({count(ticket.points, 'point')})"
