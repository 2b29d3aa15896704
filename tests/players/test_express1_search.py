"""The search of express1: what it tries, how it spends its budget, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from game.positions import build, counts, give
from players.asking import ask, at_turn, claim
from players.lineup import BOARDS, SEATS, quick, setup_of
from players.planning import PLANNER, plan_of, wanted
from railwright.game.actions import CLAIM, DECK, KEEP, PAY, STATION
from railwright.game.game import Game
from railwright.game.state import copy_states
from railwright.matches.match import play_games
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.express1 import search as module
from railwright.players.express1.memory import MEMORY, MOST_CANDIDATES
from railwright.players.express1.search import MOST_CLAIMS, PLANNED_LENGTH, list_candidates, search
from railwright.players.kit.options import DECIMALS
from railwright.players.planner.hoarding import hoarding_chance
from railwright.players.registry import load_player

SEARCHER = "express1:iterations=60"
CHOICES = ("mix", "keep", "turn", "second_card")
Try = Callable[[int, int], float]


def positions(board: str, seats: int, *, every: int = 5) -> Iterator[Game]:
    """Moments of a game between planners and a random player in which a search would be made."""
    game = Game(setup_of(board), seats=seats, seed=seats)
    players = [load_player(PLANNER)] * (seats - 1) + [quick("random")]
    seated_players = [SeatedPlayer(player, seat=i, seed=i) for i, player in enumerate(players)]
    while not game.is_over:
        if game.stage in CHOICES and len(game.legal()) > 1 and (game.stage == "keep" or len(game.actions) % every == 0):
            yield game
        game.play(seated_players[game.seat].choose(game, game.legal()))


def candidates_of(game: Game, favourite: int, plan: Any = None) -> list[int]:
    legal, found = np.array(game.legal(), np.int16), np.full(MOST_CANDIDATES + 1, -7, np.int64)
    plan = plan_of(game, game.seat) if plan is None else plan
    count = list_candidates(game.setup.rulebook[0], game.state.table, legal, favourite, plan, found)
    assert (found[count:] == -7).all()
    return [int(action) for action in found[:count]]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seats", [2, 5])
def test_candidates_are_legal_and_different_and_the_favourite_comes_first(board: str, seats: int) -> None:
    rng, number = np.random.default_rng(seats), 0
    for game in positions(board, seats):
        legal, plan = game.legal(), plan_of(game, game.seat)
        favourite = int(rng.choice(legal))
        found = candidates_of(game, favourite, plan)
        number += 1
        assert found[0] == favourite
        assert set(found) <= set(legal)
        assert len(set(found)) == len(found) <= MOST_CANDIDATES
        assert not any(STATION <= action < CLAIM for action in found[1:])
        row = game.state.table.face_up
        shown = [int(row[action]) for action in found if action < DECK]
        assert sorted(shown) == sorted({int(row[action]) for action in legal if action < DECK})
        others = [action for action in legal if DECK <= action < STATION]
        assert set(others) <= set(found) or len(found) == MOST_CANDIDATES
        check_claims(game, favourite, found, plan)
    assert number > 20


def check_claims(game: Game, favourite: int, found: list[int], plan: Any) -> None:
    """The longest claims in order, planned ones as if they were longer, as many as there is room for."""

    def rank(action: int) -> int:
        track = action - CLAIM
        return game.setup.board.tracks[track].length + PLANNED_LENGTH * (track in wanted(plan))

    claims = sorted((a for a in game.legal() if CLAIM <= a < PAY and a != favourite), key=rank, reverse=True)
    chosen = [action for action in found[1:] if CLAIM <= action < PAY]
    room = MOST_CANDIDATES - (len(found) - len(chosen))
    assert chosen == claims[: min(MOST_CLAIMS, room)]


def test_of_face_up_cards_one_of_each_kind_is_tried() -> None:
    game = at_turn("A-B 4 red", tickets=("A-B 9",), row="red blue red loco blue")
    assert candidates_of(game, DECK) == [DECK, 0, 1, 3]
    assert candidates_of(game, 2) == [2, 1, 3, DECK]
    assert candidates_of(game, 4) == [4, 0, 3, DECK]


def test_most_ways_to_keep_seven_tickets_are_left_out() -> None:
    game = Game(setup_of("europe", "mega_1912"), seats=2, seed=1)
    assert len(game.legal()) > 90
    assert candidates_of(game, KEEP + 127) == [KEEP + 127, *game.legal()[: MOST_CANDIDATES - 1]]


def test_no_station_is_tried_unless_there_is_nothing_else() -> None:
    game = at_turn("A-B 4 red", tickets=("A-B 9",), cards="red", deck="", stations=3)
    assert all(STATION <= action < CLAIM for action in game.legal())
    assert STATION <= ask(game, SEARCHER) < CLAIM
    assert candidates_of(game, STATION) == [STATION]


class Trials:
    """The search as plain Python, with rollouts whose values are given instead of played."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, value: Try, *, cost: int = 0) -> None:
        self.log: list[list[int]] = []  # the candidates that were tried in each world
        self.clock, self.patch, self.value = 0, monkeypatch.setattr, value

        def tried(book: Any, seat: int, action: int, memory: Any, source: Any) -> float:
            self.clock += cost
            self.log[-1].append(action)
            return value(action, len(self.log) - 1)

        self.patch(module, "try_action", tried)
        self.patch(module, "deal_world", lambda *_: self.log.append([]))
        self.patch(module, "nanoseconds", lambda: self.clock)

    def choose(self, n: int, *, iterations: int = 100, ms: int = 0, doubt: float = 1.0) -> int:
        game = at_turn("A-B 4 red", tickets=("A-B 9",))
        memory: Any = np.zeros(1, MEMORY)[0]
        memory.candidates = np.arange(MOST_CANDIDATES)
        memory.iterations, memory.ms, memory.doubt = iterations, ms, round(doubt * DECIMALS)
        python: Any = getattr(search, "py_func", search)
        source = np.zeros(1, np.uint64)
        return int(python(game.setup.rulebook[0], game.state.table, game.state.private[0], n, memory, source))


@pytest.mark.parametrize("n", range(2, MOST_CANDIDATES + 1))
@pytest.mark.parametrize("iterations", [1, 100, 1500])
def test_the_budget_is_spent_and_not_overrun(monkeypatch: pytest.MonkeyPatch, n: int, iterations: int) -> None:
    trials = Trials(monkeypatch, lambda action, _: action / 100)
    assert trials.choose(n, iterations=iterations) == n - 1
    spent = sum(map(len, trials.log))
    phases = max(1, (n - 1).bit_length())
    if iterations >= n * phases:
        assert iterations / 2 < spent <= iterations
    else:
        assert spent < 2 * n + phases  # each phase tries every candidate that is left once
    sizes = [len(world) for world in trials.log]
    assert sizes[0] == n
    assert sorted(sizes, reverse=True) == sizes
    assert sizes[-1] == 2
    assert all(world[0] == 0 and len(set(world)) == len(world) for world in trials.log)


def test_the_weaker_half_leaves_and_the_favourite_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    values = [0.1, 0.9, 0.2, 0.8, 0.3, 0.7, 0.4, 0.6]
    trials = Trials(monkeypatch, lambda action, _: values[action])
    assert trials.choose(8, iterations=240) == 1
    assert [len(world) for world in trials.log] == [8] * 10 + [4] * 20 + [2] * 40
    assert set(trials.log[10]) == {0, 1, 3, 5}
    assert set(trials.log[-1]) == {0, 1}


def test_another_action_must_lead_the_favourite_by_its_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    def noisy(action: int, world: int) -> float:
        return 0.0 if action == 0 else 0.02 + (0.1 if world % 2 else -0.1)

    trials = Trials(monkeypatch, noisy)  # 50 worlds: the error of the lead is 0.1 / sqrt(50), or 0.0141
    assert trials.choose(2, doubt=1.4) == 1
    assert trials.choose(2, doubt=1.5) == 0
    assert Trials(monkeypatch, lambda action, _: 0.5).choose(5, doubt=0) == 0
    assert Trials(monkeypatch, lambda action, _: 0.5 - action / 100).choose(5, doubt=0) == 0


def test_candidates_are_compared_on_the_same_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    luck = np.random.default_rng(1).random(1000)
    trials = Trials(monkeypatch, lambda action, world: float(luck[world]) + 1e-6 * (action == 3))
    assert trials.choose(5, iterations=60, doubt=1.0) == 3


@pytest.mark.parametrize("n", [2, 3, 16])
def test_milliseconds_end_the_search_whatever_the_iterations(monkeypatch: pytest.MonkeyPatch, n: int) -> None:
    trials = Trials(monkeypatch, lambda action, _: action / 100, cost=100_000)
    assert trials.choose(n, ms=20, iterations=0) == n - 1
    assert 20_000_000 <= trials.clock <= 20_000_000 + 100_000 * n
    assert {len(world) for world in trials.log} > ({n, 2} if n > 3 else set())
    slow = Trials(monkeypatch, lambda action, _: action / 100, cost=10**12)
    assert slow.choose(n, ms=1) == n - 1  # every phase has a world, however long it takes


def deal_rest(game: Game) -> None:
    """Put all cards that lie nowhere into the deck, so that a search can deal games that fit."""
    state, table, rules = game.state, game.state.table, game.setup.ruleset
    state.deck[:] = [rules.cards_per_color] * 8 + [rules.locomotives]
    for hand in state.private["hand"][: game.seats]:
        state.deck -= hand
    for card in table.face_up[table.face_up >= 0]:
        state.deck[card] -= 1
    table.deck_size = state.deck.sum()


def test_it_completes_a_ticket_in_the_last_turn_where_the_planner_takes_points() -> None:
    """The planner does not plan with locomotives."""
    game = at_turn("A-B 2 red", "B-C 6 blue", tickets=("A-B 20",), held=("A-B",), cards="2 loco 6 blue", deck="")
    game.state.table.last_round = 1
    deal_rest(game)
    assert ask(game, PLANNER) == claim(game, "B-C")
    assert ask(game, SEARCHER) == claim(game, "A-B")


def test_it_takes_a_track_from_another_seat_where_the_planner_takes_points() -> None:
    """The other seat has shown four blue cards: B-C is 7 points for one and 7 less for the other, D-E is 10."""
    game = at_turn("A-B 1 red", "B-C 4 blue", "C-D 6 red", "D-E 5 pink", tickets=("A-B 1",), cards="4 loco 5 pink")
    give(game, 1, "C-D")  # the longest path is the other seat's, whatever happens
    state, table = game.state, game.state.table
    state.private[1].hand[:] = table.shown[1] = counts("4 blue")
    table.hand_size[1], table.last_round = 4, 2
    deal_rest(game)
    assert ask(game, PLANNER) == claim(game, "D-E")
    assert ask(game, SEARCHER) == claim(game, "B-C")
    table.shown[1] = 0  # unknown cards are rarely four blue ones
    assert ask(game, SEARCHER) == claim(game, "D-E")


@pytest.mark.parametrize("board", BOARDS)
def test_a_decision_changes_nothing_and_the_same_seed_gives_the_same(board: str) -> None:
    for game in positions(board, 3, every=40):
        before, book = copy_states(game.states), game.setup.rulebook.tobytes()
        first, again = (SeatedPlayer(quick("express1"), seat=game.seat, seed=5) for _ in range(2))
        assert first.choose(game, game.legal()) == again.choose(game, game.legal())
        assert (first._memory == again._memory).all()
        assert (first._source == again._source).all()
        assert game.states.tobytes() == before.tobytes()
        assert game.setup.rulebook.tobytes() == book


def test_a_millisecond_is_enough_for_a_legal_action() -> None:
    """A choice that is not legal would raise."""
    for board in BOARDS:
        for game in positions(board, 2, every=60):
            ask(game, "express1:ms=1")
            ask(game, "express1:ms=1:iterations=0")


@pytest.mark.parametrize("board", BOARDS)
def test_it_plays_whole_games_with_any_number_of_seats(board: str) -> None:
    for seats in SEATS:
        searcher = load_player("express1:iterations=20:doubt=0")
        players = [searcher, *[load_player(PLANNER)] * (seats - 1)]
        assert len(play_games(setup_of(board), players, seed=seats, games=1)) == 1


@pytest.mark.parametrize(("rounds", "built", "cards", "chance"), [
    (0, False, 4, 33), (3, False, 9, 33), (4, False, 9, 41), (8, False, 9, 73), (12, False, 9, 98), (60, False, 9, 98),
    (0, True, 44, 0), (20, True, 44, 100), (21, True, 44, 100), (21, True, 20, 100), (21, True, 19, 0),
])  # fmt: skip
def test_a_seat_that_builds_nothing_is_more_and_more_likely_to_hoard(
    rounds: int, built: bool, cards: int, chance: int
) -> None:
    game = at_turn("A-B 4 red", tickets=("A-B 9",), seats=3)
    table = game.state.table
    table.turn, table.hand_size[1] = 3 * rounds + 2, cards
    if built:
        give(game, 1, "A-B")
    assert hoarding_chance(table, 1) == chance


def test_stations_do_not_count_as_built_tracks() -> None:
    game = at_turn("A-B 4 red", tickets=("A-B 9",), stations=3)
    build(game, 1, "A")
    assert hoarding_chance(game.state.table, 1) == 33
