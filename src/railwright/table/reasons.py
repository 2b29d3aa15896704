"""Why a choice is good: what it does for which ticket, what it keeps from whom, and why now.

All of it follows from what the seat sees, and from the plan that the planner makes for its tickets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from railwright.compiled.bits import members
from railwright.game.actions import Action, decode
from railwright.game.board import Ticket, Track
from railwright.game.colors import CARDS, COLOR_TEXTS, GRAY, LOCOMOTIVE, PASSENGER_COLORS, TRACK_COLORS
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
from railwright.say import Items, Said, items, joined, say
from railwright.table.facts import is_closed, parallel, waiting_passengers
from railwright.table.narration import YOU

NAMED = 2
"""Tickets named in a sentence."""
SOON = 5
"""Turns left from which the end of the game is a reason."""
WHATEVER_THE_TIME = 300
"""A share of the turns left, in percent, with which a plan is made although there may not be enough of them."""

_ANY_COLOR = TRACK_COLORS[GRAY]
_LOCOMOTIVE = CARDS[LOCOMOTIVE]


def reason_for(game: Game, action: int, names: Sequence[str] = ()) -> Said:
    """A sentence or two about a legal action of the deciding seat. ``names`` are those of the seats."""
    meaning = decode(action)
    assert meaning is not None
    return joined(_Reasons(game, names).of(meaning))


def is_block(game: Game, action: int) -> bool:
    """Whether the deciding seat would claim a track that no ticket of its own needs, between tracks of another seat."""
    meaning = decode(action)
    assert meaning is not None
    if meaning.kind != "claim":
        return False
    reasons = _Reasons(game, ())
    return bool(reasons.rivals_at(meaning.value)) and reasons.served(meaning.value) is None


class _Reasons:
    """What a seat can say about its choices at a moment."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.game, self.seat = game, game.seat
        self.names: list[str | Said] = [say("You") if name == YOU else name for name in names] or [
            say("seat {number}", number=seat + 1) for seat in range(game.seats)
        ]
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

    def of(self, meaning: Action) -> Iterator[Said]:
        """The sentences about an action."""
        told = {
            "claim": self.of_claim, "row": self.of_card, "deck": self.of_deck, "tickets": self.of_draw,
            "keep": self.of_keep, "station": self.of_station, "passenger": self.of_passenger, "pay": self.of_payment,
            "pass": self.of_pass, "decline": self.of_decline,
        }  # fmt: skip
        return told[meaning.kind](meaning)

    # ---- tracks ----

    def of_claim(self, meaning: Action) -> Iterator[Said]:
        number = meaning.value
        track = self.board.tracks[number]
        yield self.served(number) or self._off_plan(track)
        yield from self._kept_from(number)
        yield from self._passengers_at(track)
        left = int(self.table.trains[self.seat]) - track.length
        if left <= self.game.setup.ruleset.end_trains:
            yield say("It starts the last round.")
        elif self.turns <= SOON:
            yield say("The game may end in {turns, plural, one {# turn} other {# turns}}.", turns=self.turns)

    def served(self, number: int) -> Said | None:
        """What a track does for tickets; None if nothing."""
        completed = [ticket for ticket in self.open_tickets if self._connects(ticket, self.own | {number})]
        if completed:
            return say("It completes {tickets}.", tickets=self._tickets(completed))
        if number not in self.planned:
            return None
        every = self.own | self.planned | self.borrowed
        served = [
            ticket
            for ticket in self.open_tickets
            if self._connects(ticket, every) and not self._connects(ticket, every - {number})
        ]
        if not served:
            return say("It is part of the plan for your tickets.")
        rest = sum(self.board.tracks[other].length for other in self.planned - {number})
        tickets = self._tickets(served)
        if not rest:
            return say("It is on the way of {tickets}, the last track that you plan.", tickets=tickets)
        return say(
            "It is on the way of {tickets}; the rest of your plan needs {trains, plural, one {# train} "
            "other {# trains}}.",
            tickets=tickets, trains=rest,
        )  # fmt: skip

    def _off_plan(self, track: Track) -> Said:
        """Why a track that no ticket needs is worth claiming."""
        gained = self.game.setup.ruleset.route_points[track.length]
        spare = int(self.table.trains[self.seat]) - sum(self.board.tracks[other].length for other in self.planned)
        if track.length <= spare and self.planned:
            return say(
                "No ticket of yours needs it, but it scores {points, plural, one {# point} other {# points}} with "
                "trains that your plan does not need.",
                points=gained,
            )
        return say(
            "No ticket of yours needs it, but it scores {points, plural, one {# point} other {# points}} for "
            "{trains, plural, one {# train} other {# trains}}.",
            points=gained, trains=track.length,
        )  # fmt: skip

    def _kept_from(self, number: int) -> Iterator[Said]:
        near = [self.names[seat] for seat in self.rivals_at(number)]
        if near:
            yield say(
                "It keeps it from {players}, who {count, plural, one {has} other {have}} tracks at both ends.",
                players=items(near), count=len(near),
            )  # fmt: skip

    def rivals_at(self, number: int) -> list[int]:
        """Seats that could want a track that has no parallel one: they have tracks at both of its ends."""
        track = self.board.tracks[number]
        rest = [other for other in parallel(self.game, number) if not is_closed(self.game, self.seat, other)]
        if rest and self.game.seats > self.game.setup.ruleset.single_track_seats:
            return []
        owners = self.game.owners
        return [
            seat
            for seat in range(self.game.seats)
            if seat != self.seat
            and all(any(owner == seat and city in self.board.tracks[i].cities for i, owner in owners.items())
                    for city in track.cities)
        ]  # fmt: skip

    def _passengers_at(self, track: Track) -> Iterator[Said]:
        view = self.game.view(self.seat)
        waiting = [city for city in track.cities if waiting_passengers(view, self.board.city_index[city])]
        if waiting:
            yield say(
                "{count, plural, one {A passenger waits} other {Passengers wait}} in {cities}.",
                count=len(waiting), cities=items(waiting),
            )  # fmt: skip

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

    def _name(self, track: Track) -> Said:
        return self.board.track_texts[self.board.tracks.index(track)]

    def _wanting(self, color: str) -> Said | None:
        """The planned track that lacks most cards of a colour, in words; None if there is none."""
        lacking = [self.board.tracks[i] for i in self.planned if self.board.tracks[i].color in (color, _ANY_COLOR)]
        lacking.sort(key=lambda track: (track.color != color, -track.length))
        return self._name(lacking[0]) if lacking else None

    def of_card(self, meaning: Action) -> Iterator[Said]:
        card = self.game.view().row[meaning.value]
        assert card is not None
        color, held, need = COLOR_TEXTS[card], self.hand[card], self.needs.get(card, 0)
        track, longest = self._wanting(card), self._longest(card)
        if card == _LOCOMOTIVE and need:
            yield say(
                "You need {count, plural, one {# locomotive} other {# locomotives}} for the ferries of your plan.",
                count=need,
            )
        elif card == _LOCOMOTIVE:
            yield say("It counts as any colour, and is worth your whole turn.")
        elif need and track is not None:
            yield say(
                "You need {count} more {color} for your plan, such as {track}.", count=need, color=color, track=track
            )
        elif need:
            yield say("You need {count} more {color} for the best track that is open.", count=need, color=color)
        elif longest is not None and held:
            yield say(
                "With your {count} {color} it leads to {track} ({length, plural, one {# space} other {# spaces}}).",
                count=held, color=color, track=self._name(longest), length=longest.length,
            )  # fmt: skip
        else:
            yield say(
                "You hold {count, plural, =0 {no} other {#}} {color}: cards of one colour pay for long tracks.",
                count=held, color=color,
            )  # fmt: skip

    def _longest(self, color: str) -> Track | None:
        """The longest track of a colour that the seat may claim."""
        trains = int(self.table.trains[self.seat])
        found = [self.board.tracks[i] for i in members(self.table.open[self.seat])]
        fitting = [track for track in found if track.color in (color, _ANY_COLOR) and track.length <= trains]
        return max(fitting, key=lambda track: track.length, default=None)

    def of_deck(self, _: Action) -> Iterator[Said]:
        row = [card for card in self.game.view().row if card is not None]
        useful = [card for card in row if card in self.needs and card != _LOCOMOTIVE]
        if not self.needs:
            yield say("You have the cards for what you plan; others may still be of use, and a locomotive may come.")
        elif not useful:
            yield say("No face-up card has a colour that you need, and a locomotive may come.")
        else:
            yield say("A locomotive may come, and nobody sees what you draw.")

    def of_payment(self, meaning: Action) -> Iterator[Said]:
        color = CARDS[meaning.value]
        if color == _LOCOMOTIVE:
            yield say("It spends locomotives only, and keeps all your colours.")
            return
        if meaning.locomotives:
            yield say("It spends {count, plural, one {# locomotive} other {# locomotives}}.", count=meaning.locomotives)
        others = [card for card in self.needs if card not in (color, _LOCOMOTIVE)]
        if others and self._could_pay_with(others):
            kept = items(COLOR_TEXTS[card] for card in others[:NAMED])
            yield say("It keeps your {colors} for the plan.", colors=kept)
        left = self.hand[color] - (self.game.price() - meaning.locomotives)
        yield say("It leaves you {count} {color}.", count=left, color=COLOR_TEXTS[color])

    def _could_pay_with(self, colors: Iterable[str]) -> bool:
        """Whether one of some colours could pay as well."""
        payments = [decode(action) for action in self.game.legal()]
        return any(one is not None and one.kind == "pay" and CARDS[one.value] in colors for one in payments)

    # ---- tickets ----

    def of_draw(self, meaning: Action) -> Iterator[Said]:
        if self.table.stage != AT_TURN or self.table.opening:
            yield say(
                "{long, plural, =0 {Only short tickets} one {# long ticket} other {# long tickets}}: short ones are "
                "done sooner, long ones score more.",
                long=meaning.value,
            )
            return
        if not self.open_tickets:
            yield say("All your tickets are completed.")
        elif self.planned:
            yield say(
                "Your plan needs {tracks, plural, one {# more track} other {# more tracks}}.", tracks=len(self.planned)
            )
        yield say(
            "About {turns, plural, one {# turn} other {# turns}} are left, and you must keep at least {least}.",
            turns=self.turns, least=self.game.setup.dealing.draw_keep,
        )  # fmt: skip

    def of_keep(self, meaning: Action) -> Iterator[Said]:
        offer = self.game.view().offer
        kept = [offer[place] for place in meaning.kept]
        left = [ticket for ticket in offer if ticket not in kept]
        trains = int(self.table.trains[self.seat])
        if not kept:
            yield say("None of them fits your network.")
            return
        done = [ticket for ticket in kept if self._connects(ticket, self.own)]
        if done:
            yield say("You have completed {tickets} already.", tickets=self._tickets(done))
        needed = self._spaces_for([*self.held, *kept])
        total = sum(self.ticket(ticket).points for ticket in kept)
        if needed is None:
            yield say(
                "That makes {points, plural, one {# point} other {# points}}, but you may not complete everything.",
                points=total,
            )
            return
        yield say(
            "With what you hold that needs {needed} of your {trains, plural, one {# train} other {# trains}}, for "
            "{points, plural, one {# point} other {# points}}.",
            needed=needed, trains=trains, points=total,
        )  # fmt: skip
        if left:
            yield self._left_out(left[0], [*self.held, *kept, left[0]], needed)

    def _left_out(self, number: int, tickets: Sequence[int], needed: int) -> Said:
        """What one more ticket would take besides the spaces that are ``needed`` anyway."""
        ticket, spaces = _ticket_text(self.ticket(number)), self._spaces_for(tickets)
        if spaces is None:
            return say("{ticket} has no way in your plan.", ticket=ticket)
        return say(
            "{ticket} would need {trains, plural, one {# more train} other {# more trains}}.",
            ticket=ticket, trains=spaces - needed,
        )  # fmt: skip

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

    def _tickets(self, numbers: Sequence[int]) -> Items:
        """Tickets in words, the richest first."""
        ranked = sorted(numbers, key=lambda number: -self.ticket(number).points)
        named = [_ticket_text(self.ticket(number)) for number in ranked[:NAMED]]
        more = len(ranked) - NAMED
        return items(named if more <= 0 else [*named, say("{count} more", "tickets", count=more)])

    # ---- stations, passengers, and nothing at all ----

    def of_station(self, meaning: Action) -> Iterator[Said]:
        city = meaning.value
        here, owners = self.board.cities[city].name, self.game.owners
        told = []
        for track in sorted(self.borrowed):
            if here in self.board.tracks[track].cities:
                served = [ticket for ticket in self.open_tickets if self._connects(ticket, self.own | {track})]
                if served:
                    told.append(
                        say(
                            "It borrows {track} from {lender} and completes {tickets}.",
                            track=self.board.track_texts[track], lender=self.names[owners[track]],
                            tickets=self._tickets(served),
                        )
                    )  # fmt: skip
        station = planned_station(self.game.setup.rulebook[0], self.table, self.seat, self.planner.plan)
        if not told and station == city:
            told.append(say("It lends you a track that a ticket of yours has no way around."))
        if not told:
            told.append(say("It may lend you a track of another player later."))
        yield from told
        lost = self.game.setup.ruleset.station_points
        yield say("An unbuilt station scores {points, plural, one {# point} other {# points}}.", points=lost)

    def of_passenger(self, meaning: Action) -> Iterator[Said]:
        number = meaning.value
        taken = self.table.taken[: self.game.seats, number].tolist()
        own, color = taken[self.seat] + 1, COLOR_TEXTS[PASSENGER_COLORS[number]]
        best = max(taken[seat] for seat in range(self.game.seats) if seat != self.seat)
        leaders = items(
            self.names[seat] for seat in range(self.game.seats) if seat != self.seat and taken[seat] == best
        )
        if own == best + 1 and best:
            yield say(
                "You overtake {leaders} in {color}, {own} to {best}.", leaders=leaders, color=color, own=own, best=best
            )
        elif own > best:
            yield say("You lead in {color}, {own} to {best}.", color=color, own=own, best=best)
        elif own == best:
            yield say("You draw level with {leaders} in {color}.", leaders=leaders, color=color)
        else:
            yield say("In {color} you are behind, {own} to {best}.", color=color, own=own, best=best)

    def of_pass(self, _: Action) -> Iterator[Said]:
        yield say("There is nothing else to do.")

    def of_decline(self, _: Action) -> Iterator[Said]:
        yield say(
            "The tunnel costs {extra, plural, one {# extra card} other {# extra cards}}; your cards come back to your "
            "hand.",
            extra=int(self.table.extra),
        )


def _ticket_text(ticket: Ticket) -> Said:
    start, end = ticket.places
    return say(
        "{start} to {end} ({points, plural, one {# point} other {# points}})",
        start=start,
        end=end,
        points=ticket.points,
    )
