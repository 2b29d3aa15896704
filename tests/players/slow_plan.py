"""The plan of express from its description, without any of the compiled code."""

from __future__ import annotations

from typing import Any

from game.positions import bit
from players.plain_ways import ends_of, plain_ways
from railwright.game.colors import COLORS
from railwright.game.game import Game


class SlowPlan:
    """What a seat plans for the tickets that it holds: ``tracks``, and ``value`` in hundredths of a point."""

    def __init__(self, game: Game, seat: int, style: dict[str, int]) -> None:
        self.table, self.setup, self.style, self.seat = game.state.table, game.setup, style, seat
        self.hand = [int(count) for count in game.state.private[seat].hand]
        self.cost = [self.price(i) for i in range(len(self.setup.board.tracks))]
        self.tracks: set[int] = set()
        self.value, self.trains = 0, int(self.table.trains[seat])
        self.turns = max(100, self.turns_to_come() * style["share"] // 100)
        words = game.state.private[seat].tickets
        held = [i for i in range(len(self.setup.tickets)) if words[i >> 6] & bit(i)]
        for number in sorted(held, key=lambda number: (-self.setup.tickets[number].points, number)):
            self.plan_ticket(number)

    def turns_to_come(self) -> int:
        if self.table.last_round:
            return 100
        left = [int(trains) - self.setup.ruleset.end_trains for trains in self.table.trains[: self.table.seats]]
        cards = [int(size) for size in self.table.hand_size]
        return min(50 * max(0, n - cards[seat]) + 25 * n for seat, n in enumerate(left)) + 100

    def has(self, words: Any, track: int) -> bool:
        return bool(words[self.seat, track >> 6] & bit(track))

    def locomotives(self, track: int) -> int:
        return self.setup.board.tracks[track].locomotives if self.setup.ruleset.ferries else 0

    def missing(self, track: int) -> int:
        found = self.setup.board.tracks[track]
        held = max(self.hand[:8]) if found.color == "gray" else self.hand[COLORS.index(found.color)]
        return max(self.locomotives(track), found.length - held)

    def price(self, track: int) -> int | None:
        """None for a track that cannot be had."""
        found = self.setup.board.tracks[track]
        if self.has(self.table.own, track):
            return 0
        if not self.has(self.table.open, track) or found.length > self.table.trains[self.seat]:
            return None
        is_tunnel = found.kind == "tunnel" and self.setup.ruleset.tunnel_cards > 0
        cards = self.missing(track) + self.locomotives(track) + is_tunnel
        gain = 100 * self.setup.ruleset.route_points[found.length]
        for city in found.cities:
            if self.setup.pays_passengers:
                country = self.setup.board.cities[self.setup.board.city_index[city]].country
                place = self.setup.board.places[country or city][0]
                gain += self.style["passenger_value"] * bool(self.table.passengers[place])
        turns = 100 + 50 * found.length + cards * self.style["extra"]
        return max(20 + 10 * found.length, turns * self.style["turn"] // 100 - int(gain))

    def plan_ticket(self, number: int) -> None:
        ticket = self.setup.tickets[number]
        starts, goals = (set(self.setup.board.places[place]) for place in ticket.places)
        ways = plain_ways(ends_of(self.setup), [-1 if c is None else c for c in self.cost], starts)
        end = next((city for city in ways if city in goals), None)
        self.value -= 100 * ticket.points
        if end is None or ways[end][0] >= 200 * ticket.points:
            return
        new = [track for track in ways[end][1] if self.cost[track]]
        trains = sum(self.setup.board.tracks[track].length for track in new)
        turns = sum(100 + self.missing(track) * 10_000 // self.style["pace"] for track in new)
        if trains > self.trains or turns > self.turns:
            return
        self.value += 200 * ticket.points - ways[end][0]
        self.trains, self.turns = self.trains - trains, self.turns - turns
        for track in new:
            cities = set(self.setup.board.tracks[track].cities)
            for twin, found in enumerate(self.setup.board.tracks):
                if set(found.cities) == cities:
                    self.cost[twin] = 0 if twin == track else None
        self.tracks |= set(new)
