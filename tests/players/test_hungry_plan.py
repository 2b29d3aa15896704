"""The plan of the hungry player, compared with a slow one, and two positions where the coded one is wrong."""

from __future__ import annotations

import heapq
import random
from collections import defaultdict
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

from game.positions import begin, give, small_setup
from railwright.game.colors import TRACK_COLORS
from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.maps.load import load_setup
from railwright.players.silva.claims import CODED, PUBLISHED
from railwright.players.silva.hungry_plan import (
    PLAN,
    SURVEY,
    VOID,
    fill_distances,
    make_plan,
    planned_trains,
)

GRAY = 8


def compiled_plan(game: Game, seat: int, cities: set[int], variant: int) -> tuple[int, list[int]]:
    """Points and needs of the compiled plan; (VOID, []) without one."""
    plan: Any = np.empty(1, PLAN)[0]
    survey: Any = np.empty(1, SURVEY)[0]
    bits = sum(1 << city for city in cities)
    book, table = game.setup.rulebook[0], game.state.table
    table.seat = seat
    fill_distances(book, table, bits, survey)
    points = int(make_plan(book, table, bits, variant, survey, plan))
    if points == VOID:
        return VOID, []
    assert planned_trains(plan) == plan.needs[: GRAY + 1].sum()
    return points, [int(number) for number in plan.needs[: GRAY + 1]]


class SlowPlan:
    """The same from the description (p1 to p5), without any of the compiled code."""

    def __init__(self, game: Game, seat: int, cities: set[int], variant: int) -> None:
        self.board, self.rules = game.setup.board, game.setup.ruleset
        names = self.board.city_index
        self.coded = variant == CODED
        self.own: set[frozenset[int]] = set()
        self.open: dict[frozenset[int], list[int]] = defaultdict(list)
        for i, track in enumerate(self.board.tracks):
            pair = frozenset(names[city] for city in track.cities)
            if int(game.state.table.own[seat, i >> 6]) >> (i & 63) & 1:
                self.own.add(pair)
            if int(game.state.table.open[seat, i >> 6]) >> (i & 63) & 1:
                self.open[pair].append(i)
        self.price = {pair: min(self.length(i) for i in tracks) for pair, tracks in self.open.items()}
        self.price |= dict.fromkeys(self.own, 0)
        self.ways = {city: self.shortest_ways(city) for city in cities}
        self.pairs: dict[int, list[int]] = {}
        self.is_void = False
        self.join(sorted(cities))

    def length(self, track: int) -> int:
        return self.board.tracks[track].length

    def shortest_ways(self, start: int) -> dict[int, tuple[int, list[int]]]:
        """Distance and cities of the way to every city. Of equal ways the one over the track found first counts."""
        best: dict[int, tuple[int, int | None]] = {start: (0, None)}
        waiting, done = [(0, start)], set()
        names = self.board.city_index
        while waiting:
            distance, here = heapq.heappop(waiting)
            if here in done:
                continue
            done.add(here)
            for track in self.board.tracks:
                ends = [names[city] for city in track.cities]
                pair = frozenset(ends)
                if here in pair and pair in self.price:
                    there = ends[0] + ends[1] - here
                    length = distance + self.price[pair]
                    if there not in best or length < best[there][0]:
                        best[there] = length, here
                        heapq.heappush(waiting, (length, there))
        ways: dict[int, tuple[int, list[int]]] = {}
        for city, (distance, _) in best.items():
            way = [city]
            while (before := best[way[-1]][1]) is not None:
                way.append(before)
            ways[city] = distance, way
        return ways

    def apart(self, a: int, b: int) -> float:
        return self.ways[a][b][0] if b in self.ways[a] else float("inf")

    def note(self, start: int, end: int) -> None:
        """Note a way's pairs of cities, each under one of the two. As coded a pair can come to be noted under both."""
        way = self.ways[end][start][1] if start in self.ways[end] else []
        for low, high in map(sorted, pairwise(way)):
            under, other = low, high
            if self.coded and low not in self.pairs and high in self.pairs:
                under, other = high, low
            if other not in self.pairs.setdefault(under, []):
                self.pairs[under].append(other)

    def join(self, cities: list[int]) -> None:
        apart = {(a, b): self.apart(a, b) for a, b in combinations(cities, 2)}
        finite = {pair: length for pair, length in apart.items() if 0 < length < float("inf")}
        groups: list[list[int]] = [[], []]
        if finite:
            groups = [[city] for city in max(finite, key=lambda pair: finite[pair])]
        recorded: tuple[int, int] | None = None
        shortest = float("inf")
        for city in cities:
            if city in groups[0][:1] + groups[1][:1]:
                continue
            if not self.coded:
                recorded, shortest = None, float("inf")
            for side in (0, 1):
                for member in sorted(groups[side]):
                    if self.apart(city, member) < shortest:
                        recorded, shortest = (member, side), self.apart(city, member)
            if recorded is None:
                if self.coded:
                    self.is_void = True
                    return
                continue
            groups[recorded[1]].append(city)
            self.note(city, recorded[0])
        bridges = [(self.apart(a, b), a, b) for a in groups[0] for b in groups[1]]
        if bridges:
            _, a, b = min(bridges)
            self.note(a, b)

    def cards(self) -> tuple[int, list[int]]:
        """Points and needs."""
        if self.is_void:
            return VOID, []
        need, points = [0] * (GRAY + 1), 0.0
        colors = self.board.tracks
        listed = [frozenset((a, b)) for a in sorted(self.pairs) for b in sorted(self.pairs[a])]
        wanted = [pair for pair in listed if pair not in self.own]
        for pair in sorted(wanted, key=lambda pair: len(self.open[pair]) > 1):
            kinds = [TRACK_COLORS.index(colors[i].color) for i in self.open[pair]]
            kind = min(kinds, key=lambda kind: need[kind])
            track = self.open[pair][kinds.index(kind)]
            need[kind] += self.length(track)
            points += self.rules.route_points[self.length(track)] * self.rules.scale
        return round(points), need


def random_position(setup: Setup, rnd: random.Random) -> Game:
    """A game after some random claims."""
    game = Game(setup, seats=rnd.randint(2, 5), seed=rnd.randrange(1000))
    while game.state.table.opening:
        game.play(rnd.choice(game.legal()))
    for _ in range(rnd.randint(0, 60)):
        seat = rnd.randrange(game.seats)
        words = game.state.table.open[seat]
        free = [i for i in range(len(setup.board.tracks)) if int(words[i >> 6]) >> (i & 63) & 1]
        if free:
            give(game, seat, rnd.choice(free))
    return game


@pytest.mark.parametrize("board", ["usa", "europe", "germany"])
@pytest.mark.parametrize("variant", [CODED, PUBLISHED])
def test_the_plan_is_the_one_of_the_description(board: str, variant: int) -> None:
    setup, rnd = load_setup(board), random.Random(board)
    voids = 0
    for _ in range(40):
        game = random_position(setup, rnd)
        seat = rnd.randrange(game.seats)
        cities = set(rnd.sample(range(len(setup.board.cities)), rnd.randint(0, 9)))
        expected = SlowPlan(game, seat, cities, variant).cards()
        assert compiled_plan(game, seat, cities, variant) == expected
        voids += expected[0] == VOID
    assert (0 < voids < 35) == (variant == CODED)


def needs(tracks: tuple[str, ...], cities: str, variant: int) -> dict[str, int]:
    game = begin(small_setup(*tracks, tickets=("A-B 1",)))
    numbers = {game.setup.board.city_index[city] for city in cities}
    _, need = compiled_plan(game, 0, numbers, variant)
    return {TRACK_COLORS[kind]: count for kind, count in enumerate(need) if count}


def test_as_coded_a_city_joins_where_an_earlier_and_nearer_one_did() -> None:
    """B and C are furthest apart; A joins C, one space away; D, two spaces from B, is sent to C as well."""
    tracks = ("A-B 6 red", "A-C 1 blue", "B-D 2 green", "A-D 6 black")
    assert needs(tracks, "ABCD", CODED) == {"blue": 1, "black": 6, "green": 2}
    assert needs(tracks, "ABCD", PUBLISHED) == {"blue": 1, "red": 6, "green": 2}


def test_as_coded_a_route_can_be_counted_twice() -> None:
    """The way from E to C comes first and has A-B noted under B; that from C to D has it noted under A."""
    tracks = ("A-B 1 red", "A-C 1 blue", "B-D 2 green", "B-E 2 white")
    assert needs(tracks, "CDE", CODED) == {"red": 2, "blue": 1, "green": 2, "white": 2}
    assert needs(tracks, "CDE", PUBLISHED) == {"red": 1, "blue": 1, "green": 2, "white": 2}


def test_of_two_tracks_the_first_in_a_colour_not_needed_is_planned_otherwise_the_least_needed() -> None:
    """Routes with one track are counted first."""
    double = ("A-B 2 red", "A-B 2 green")
    assert needs(double, "AB", CODED) == {"red": 2}
    assert needs((*double, "B-C 3 red"), "AC", CODED) == {"red": 3, "green": 2}
    assert needs((*double, "B-C 3 red", "C-D 1 green"), "AD", CODED) == {"red": 3, "green": 3}


def test_own_tracks_cost_nothing_and_are_not_planned() -> None:
    """The way over its own six spaces is shorter than the open one of two."""
    game = begin(small_setup("A-B 6 red", "B-C 1 blue", "A-C 2 green", tickets=("A-B 1",)))
    give(game, 0, "A-B")
    assert compiled_plan(game, 0, {0, 2}, CODED) == (1, [0, 0, 1, 0, 0, 0, 0, 0, 0])


def test_cities_that_are_all_joined_make_no_plan_as_coded_and_an_empty_one_as_published() -> None:
    game = begin(small_setup("A-B 2 red", "B-C 1 blue", tickets=("A-B 1",)))
    give(game, 0, "A-B")
    assert compiled_plan(game, 0, {0, 1}, CODED) == (VOID, [])
    assert compiled_plan(game, 0, {0, 1}, PUBLISHED) == (0, [0] * 9)
