"""The cheapest networks for tickets, compared with brute force and an integer program."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.positions import begin, build, give, hold, small_setup, track_number, words_of
from optimum.slow_networks import (
    NEVER,
    Sets,
    best_by_trying,
    completed,
    costs_by_trying,
)
from players.plain_ways import ends_of
from railwright.compiled.bits import BIT, members
from railwright.errors import OptionError
from railwright.game.actions import CLAIM
from railwright.game.board import MAX_TRACKS
from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.game.state import NONE, TICKET_WORDS, TRACK_WORDS
from railwright.matches.seated_player import SeatedPlayer
from railwright.optimum.compiled_networks import (
    MAX_PLACES,
    MAX_WANTED,
    TOO_MANY,
    best_subset,
    best_tickets,
    find_networks,
    trace_network,
)
from railwright.optimum.networks import Network, best_network, cheapest_network
from railwright.optimum.steiner_trees import FAR, MAX_PRICE
from railwright.players.kit.interface import compiled

LETTERS = "ABCDEFGH"
TESTS = Path(__file__).parent.parent
SOURCES = TESTS.parent / "src"


def word_of(cities: set[int]) -> Any:
    return words_of(sorted(cities), 1)[0]


# boards made up on the spot: prices, places and tickets of every kind


class Case:
    """A small board with prices of the tracks and with tickets between any sets of cities."""

    def __init__(self, seed: int, *, most_open: int = 10) -> None:
        rng = np.random.default_rng(seed)
        letters = LETTERS[: rng.integers(4, len(LETTERS) + 1)]
        pairs = list(pairwise(letters))  # every city must have a track
        while len(pairs) < len(letters) + 4:
            a, b = sorted(rng.choice(len(letters), 2, replace=False))
            if pairs.count((letters[a], letters[b])) < 3:
                pairs.append((letters[a], letters[b]))
        self.count = int(rng.integers(1, 6))
        names = [f"{a}-{b} 1" for a, b in combinations(letters, 2)][: self.count]  # their ends are changed below
        self.setup = small_setup(*(f"{a}-{b} 1 gray" for a, b in pairs), tickets=tuple(names))
        self.pairs = ends_of(self.setup)
        highest = int(rng.choice([1, 3, 6, MAX_PRICE]))
        self.cost = [int(price) for price in rng.integers(1, highest + 1, len(self.pairs))]
        order = rng.permutation(len(self.pairs))
        for track in order[: rng.integers(0, 4)]:
            self.cost[track] = 0
        for track in order[4 : 4 + rng.integers(0, 6)]:
            self.cost[track] = NONE
        for track in order[8:]:
            if sum(price > 0 for price in self.cost) > most_open:
                self.cost[track] = NONE
        largest = int(rng.choice([1, 1, 2, 3]))
        self.tickets = [self._random_sets(rng, len(letters), largest) for _ in range(self.count)]
        self.points = [int(points) for points in rng.integers(1, int(rng.choice([2, 22])), self.count)]
        books = self.setup.rulebook.copy()
        self.book = books[0]
        for i, (starts, ends) in enumerate(self.tickets):
            self.book.ticket_from[i], self.book.ticket_to[i] = word_of(starts), word_of(ends)
            self.book.ticket_points[i] = self.points[i]
        self.prices = np.full(MAX_TRACKS, 7, np.int64)  # behind the last track nothing must be read
        self.prices[: len(self.cost)] = self.cost

    @staticmethod
    def _random_sets(rng: np.random.Generator, cities: int, largest: int) -> Sets:
        one, other = (set(rng.choice(cities, rng.integers(1, largest + 1), replace=False).tolist()) for _ in range(2))
        return one, other

    def networks(self, limit: int) -> Any:
        return find_networks(self.book, self.prices, int(words_of(list(range(self.count)))[0]), 0, limit)


def outcome(case: Case, networks: Any, subset: int) -> tuple[int, int, int]:
    """What the tracks of a network cost, and as bits the tickets that they complete and those that it is for."""
    tracks = np.full(TRACK_WORDS, -1, np.int64)
    trace_network(networks, case.prices, subset, tracks)
    chosen = members(tracks)
    assert all(case.cost[track] > 0 for track in chosen)
    had = [pair for pair, price in zip(case.pairs, case.cost, strict=True) if price == 0]
    done = completed([*had, *(case.pairs[track] for track in chosen)], case.tickets)
    wanted = sum(1 << int(networks.wanted[i]) for i in range(networks.size) if subset >> i & 1)
    return sum(case.cost[track] for track in chosen), done, wanted


@settings(max_examples=400)
@given(seed=st.integers(0, 2**32))
def test_every_subset_of_tickets_costs_what_trying_every_set_of_tracks_finds(seed: int) -> None:
    case = Case(seed)
    costs = costs_by_trying(case.pairs, case.cost, case.tickets)
    networks = case.networks(FAR)
    wanted = networks.wanted[: networks.size].tolist()
    assert members(networks.done) == [i for i in range(case.count) if costs[1 << i] == 0]
    assert wanted == [i for i in range(case.count) if 0 < costs[1 << i] < NEVER]
    assert len(networks.costs) == 1 << networks.size
    for subset in range(len(networks.costs)):
        cost, done, for_them = outcome(case, networks, subset)
        assert costs[for_them] == networks.costs[subset] == cost
        assert done & for_them == for_them


@settings(max_examples=150)
@given(seed=st.integers(0, 2**32))
def test_the_best_choice_within_every_budget_is_that_of_trying_all(seed: int) -> None:
    case = Case(seed, most_open=8)
    costs = costs_by_trying(case.pairs, case.cost, case.tickets)
    amounts = {cost + more for cost in costs if cost < NEVER for more in (-1, 0, 1) if cost + more >= 0}
    everything = case.networks(FAR)
    for budget in sorted(amounts):
        points, trains = best_by_trying(costs, case.points, budget)
        for networks in (case.networks(budget), everything):
            subset = int(best_subset(case.book, networks, budget))
            cost, done, for_them = outcome(case, networks, subset)
            assert networks.costs[subset] == cost == trains
            assert done == for_them | sum(1 << i for i in members(networks.done)), (
                "the best choice has all it completes"
            )
            assert sum(worth if done >> i & 1 else -worth for i, worth in enumerate(case.points)) == points


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_what_costs_more_than_the_limit_cannot_be_had_and_has_no_tracks(seed: int) -> None:
    case = Case(seed, most_open=8)
    costs = costs_by_trying(case.pairs, case.cost, case.tickets)
    limit = sorted(cost for cost in costs if cost < NEVER)[-1] // 2
    networks = case.networks(limit)
    assert networks.wanted[: networks.size].tolist() == [i for i in range(case.count) if 0 < costs[1 << i] <= limit]
    for subset in range(len(networks.costs)):
        cost, _, for_them = outcome(case, networks, subset)
        assert networks.costs[subset] == (costs[for_them] if costs[for_them] <= limit else FAR)
        assert cost == (costs[for_them] if costs[for_them] <= limit else 0)


def test_the_made_up_boards_have_everything() -> None:
    """Else the tests above would say little."""
    cases = [Case(seed) for seed in range(100)]
    costs = [costs_by_trying(case.pairs, case.cost, case.tickets) for case in cases]
    single = [[table[1 << i] for i in range(case.count)] for table, case in zip(costs, cases, strict=True)]
    assert sum(row.count(0) for row in single) > 20, "complete already"
    assert sum(row.count(NEVER) for row in single) > 10, "impossible"
    assert sum(len(starts) > 1 for case in cases for starts, _ in case.tickets) > 50
    assert sum(max(case.cost) > MAX_PRICE // 2 for case in cases) > 10
    shared = sum(table[-1] < sum(row) for table, row in zip(costs, single, strict=True))
    assert 20 < shared < 80, "networks whose tickets share tracks, and such whose tickets do not"


# small positions


def ask(game: Game, *tickets: str) -> Network | None:
    """The cheapest network of seat 0 for these tickets."""
    hold(game, 0, *tickets)
    return cheapest_network(game.view(0))


def names(game: Game, network: Network | None) -> list[str]:
    assert network is not None
    return [game.setup.board.tracks[track].name for track in network.tracks]


STAR = ("A-M 2 gray", "B-M 2 gray", "C-M 2 gray", "A-B 3 gray", "B-C 3 gray")


def test_tickets_share_a_city_that_no_ticket_names() -> None:
    game = begin(small_setup(*STAR, tickets=("A-B 5", "B-C 6", "A-C 1")))
    assert ask(game, "A-B") == Network(3, (3,), (0,), 5)
    give(game, 1, "A-B")
    assert ask(game, "A-B", "B-C") == Network(6, (0, 1, 2), (0, 1), 11), "a star, rather than A - M - B and B - C"


def test_tickets_far_apart_have_networks_of_their_own() -> None:
    tracks = ("A-B 1 gray", "B-C 9 gray", "C-D 1 gray")
    game = begin(small_setup(*tracks, tickets=("A-B 1", "C-D 2")))
    assert ask(game, "A-B", "C-D") == Network(2, (0, 2), (0, 1), 3)


def test_own_tracks_cost_nothing_and_those_of_others_cannot_be_used() -> None:
    game = begin(small_setup(*STAR, tickets=("A-C 5",)))
    give(game, 0, "A-B")
    assert names(game, ask(game, "A-C")) == ["B - C"]
    give(game, 1, "B-C")
    assert "C - M" in names(game, ask(game, "A-C"))
    give(game, 1, "C-M")
    assert ask(game, "A-C") is None
    assert best_network(game.view(0)) == Network(0, (), (), -5)


def test_a_ticket_that_is_complete_costs_nothing() -> None:
    game = begin(small_setup(*STAR, tickets=("A-C 5", "A-M 3")))
    give(game, 0, "A-B", "B-C")
    assert ask(game, "A-C") == Network(0, (), (0,), 5)
    assert ask(game, "A-C", "A-M") == Network(2, (0,), (0, 1), 8)
    assert ask(game) == Network(0, (), (), 0)


def test_the_second_of_two_parallel_tracks_serves_when_the_first_is_taken() -> None:
    setup = small_setup("A-B 2 red", "A-B 2 blue", tickets=("A-B 1",))
    four, two = begin(setup, seats=4), begin(setup, seats=2)
    give(four, 1, "A-B")
    give(two, 1, "A-B")
    assert ask(four, "A-B") == Network(2, (track_number(setup, "A-B#2"),), (0,), 1)
    assert ask(two, "A-B") is None


COUNTRY = ("A-F/x 3 gray", "F/x-B 9 gray", "B-F/y 1 gray", "F/y-C 1 gray", "A-B 5 gray")


def test_any_city_of_a_country_serves_but_a_country_is_no_way_through() -> None:
    game = begin(small_setup(*COUNTRY, tickets=("A-F 4", "B-F 2", "A-C 9")))
    assert names(game, ask(game, "A-F")) == ["A - F/x"]
    assert names(game, ask(game, "B-F")) == ["B - F/y"]
    assert names(game, ask(game, "A-F", "B-F")) == ["A - F/x", "B - F/y"], "each ticket may use another city"
    assert names(game, ask(game, "A-C")) == ["B - F/y", "F/y - C", "A - B"], "not from F/x to F/y for nothing"
    assert names(game, ask(game, "A-F", "A-C")) == ["B - F/y", "F/y - C", "A - B"]


def test_stations_lend_nothing() -> None:
    game = begin(small_setup(*STAR, tickets=("A-B 5",), stations=3))
    give(game, 1, "A-B")
    build(game, 0, "A")
    assert names(game, ask(game, "A-B")) == ["A - M", "B - M"]


def test_trains_that_are_exactly_enough_are_enough() -> None:
    game = begin(small_setup(*STAR, tickets=("A-B 5", "B-C 6")))
    hold(game, 0, "A-B", "B-C")
    assert [best_network(game.view(0), trains=trains).trains for trains in (0, 2, 3, 5, 6, 45)] == [0, 0, 3, 3, 6, 6]
    assert [best_network(game.view(0), trains=trains).points for trains in (2, 3, 5, 6)] == [-11, 1, 1, 11]
    game.state.table.trains[0] = 3
    assert best_network(game.view(0)) == Network(3, (4,), (1,), 1)
    game.state.table.trains[0] = 2
    assert best_network(game.view(0)) == Network(0, (), (), -11)


def test_of_choices_with_equal_points_the_one_with_fewest_trains_counts_then_the_first() -> None:
    tracks = ("A-B 3 gray", "B-C 2 gray", "C-D 3 gray")
    game = begin(small_setup(*tracks, tickets=("A-B 5", "B-C 5", "C-D 5")))
    hold(game, 0, "A-B", "B-C", "C-D")
    assert best_network(game.view(0), trains=4).tickets == (1,)
    assert best_network(game.view(0), trains=5).tickets == (0, 1)
    assert best_network(game.view(0), trains=3, tickets=(0, 2)).tickets == (0,)


def test_one_rich_ticket_can_be_better_than_several_poor_ones() -> None:
    tracks = ("A-B 5 gray", "B-C 2 gray", "C-D 2 gray")
    game = begin(small_setup(*tracks, tickets=("A-B 9", "B-C 4", "C-D 4")))
    hold(game, 0, "A-B", "B-C", "C-D")
    assert best_network(game.view(0), trains=5) == Network(5, (0,), (0,), 1)
    assert best_network(game.view(0), trains=7) == Network(7, (0, 1), (0, 1), 9)


# what is too large, or wrong


def chain(tickets: int, step: int) -> Setup:
    """A long line of cities with tickets side by side, ``step`` cities apart."""
    cities = [f"c{i}" for i in range(step * tickets + 2)]
    tracks = [f"{a}-{b} 1 gray" for a, b in pairwise(cities)]
    return small_setup(*tracks, tickets=tuple(f"c{step * i}-c{step * i + 1} 1" for i in range(tickets)), trains=60)


def test_as_many_ends_and_tickets_as_promised_are_possible_and_no_more() -> None:
    for most, step in ((MAX_PLACES // 2, 2), (MAX_WANTED, 1)):
        game = begin(chain(most + 1, step))
        everything = range(most + 1)
        network = cheapest_network(game.view(0), everything[:-1])
        assert network is not None
        assert network.tracks == tuple(step * i for i in range(most))
        with pytest.raises(OptionError, match=f"at most {MAX_WANTED} .* {MAX_PLACES} different ends"):
            cheapest_network(game.view(0), everything)
        give(game, 0, "c0-c1")  # complete, so that it does not count
        assert cheapest_network(game.view(0), everything) == Network(
            most, tuple(step * i for i in range(1, most + 1)), tuple(everything), most + 1
        )


def test_the_compiled_question_that_is_too_large_is_answered_and_writes_nothing() -> None:
    game = begin(chain(MAX_WANTED + 1, 1))
    chosen, tracks = np.full(TICKET_WORDS, 5, np.int64), np.full(TRACK_WORDS, 5, np.int64)
    tickets = int(words_of(list(range(MAX_WANTED + 1)))[0])
    book, table = game.setup.rulebook[0], game.state.table
    assert best_tickets(book, table, 0, tickets, 0, 45, chosen, tracks) == TOO_MANY
    assert set(chosen.tolist() + tracks.tolist()) == {5}
    assert best_tickets(book, table, 0, tickets, 0, 0, chosen, tracks) == 0, "out of reach without trains: not wanted"


def test_wrong_questions_are_refused() -> None:
    view = begin(small_setup(*STAR, tickets=("A-B 5",))).view(0)
    with pytest.raises(OptionError, match="there is no ticket 1; the tickets of this game are 0 to 0"):
        cheapest_network(view, [0, 1])
    with pytest.raises(OptionError, match="trains: must be 0 or more, not -1"):
        best_network(view, [0], trains=-1)


# in players


def planner(book: Any, table: Any, mine: Any, legal: Any, count: int, memory: Any, source: Any) -> Any:
    """Claims tracks of its best network, otherwise does the first thing that is legal."""
    chosen, tracks = np.empty(TICKET_WORDS, np.int64), np.empty(TRACK_WORDS, np.int64)
    trains = table.trains[table.seat]
    if best_tickets(book, table, table.seat, mine.tickets[0], mine.tickets[1], trains, chosen, tracks) > 0:
        for i in range(count):
            track = legal[i] - CLAIM
            if 0 <= track < book.tracks and tracks[track >> 6] & BIT[track & 63] != 0:
                return legal[i]
    return legal[0]


def test_a_compiled_player_completes_its_tickets_by_the_plan() -> None:
    setup = small_setup(*STAR, tickets=("A-B 5", "B-C 6"), trains=10)
    game = begin(setup)
    hold(game, 0, "A-B", "B-C")
    seated_player = SeatedPlayer(compiled(planner), seat=0, seed=1)
    while best_network(game.view(0)).trains > 0:
        game.play(seated_player.choose(game, game.legal()) if game.seat == 0 else game.legal()[0])
    assert best_network(game.view(0)) == Network(0, (), (0, 1), 11)
    assert game.state.table.trains[0] == 10 - 6
