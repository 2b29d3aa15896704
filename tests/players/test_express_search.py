"""The search of express: the worlds that it deals, the choices that it tries, and what it finds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numba import njit

from game.invariants import check_state
from players.asking import ask, at_turn, claim
from players.lineup import BOARDS, SEATS, quick, setup_of
from railwright.compiled.rng import new_source
from railwright.game.game import Game
from railwright.game.state import copy_states
from railwright.matches.match import play_games
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.express.memory import MEMORY, MOST_CHOICES, new_memory
from railwright.players.express.search import list_candidates, phases_for, sort_candidates
from railwright.players.express.worlds import deal_world
from railwright.players.kit.game_length import turns_left
from railwright.players.registry import load_player

NETWORK_ALONE = "express:iterations=0"


def positions(board: str, seats: int, *, every: int = 11) -> Iterator[Game]:
    """Moments of a game in which every third action is random."""
    game, chooser = Game(setup_of(board), seats=seats, seed=seats), random.Random(seats)
    players = [SeatedPlayer(NETWORK_ALONE, seat=seat, seed=seat) for seat in range(seats)]
    while not game.is_over and len(game.actions) < 1000:
        if len(game.actions) % every == 0:
            yield game
        action = players[game.seat].choose(game)
        game.play(chooser.choice(game.legal()) if len(game.actions) % 3 == 0 else action)


@njit
def _deal(books: Any, states: Any, memories: Any, source: Any) -> None:
    table = states[0].table
    deal_world(books[0], table, states[0].private[table.seat], memories[0], source)


def turns_left_in(game: Game) -> float:
    """The turns that the players reckon with."""
    return turns_left(game.setup.rulebook[0], game.states[0].table) / 100


def world_of(game: Game, *, seed: int, hands: int = 8) -> tuple[Game, Any]:
    """A world that the deciding seat deals, and the memory with its plans."""
    memory = new_memory()
    memory["hands"] = hands
    _deal(game.setup.rulebook, game.states, memory, new_source(seed))
    states = memory["world"]["state"].copy().astype(game.states.dtype)
    return Game.from_states(game.setup, states), memory


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seats", [2, 5])
def test_a_world_looks_the_same_from_the_seat_and_is_a_sound_game(board: str, seats: int) -> None:
    for number, game in enumerate(positions(board, seats)):
        world, _ = world_of(game, seed=number)
        check_state(world)
        assert world.view(game.seat) == game.view()


def test_the_others_hold_tickets_with_better_plans_than_random_ones() -> None:
    few: list[int] = []
    many: list[int] = []
    for number, game in enumerate(positions("usa", 3)):
        other = (game.seat + 1) % 3
        for hands, values in ((1, few), (16, many)):
            _, memory = world_of(game, seed=number, hands=hands)
            values.append(int(memory["world"]["planners"][0, other]["plan"]["value"]))
    assert np.mean(many) > np.mean(few) + 500


@njit
def _list(seed: int, memories: Any) -> Any:
    return list_candidates(seed, memories[0])


@njit
def _sort(live: int, memories: Any) -> None:
    sort_candidates(live, memories[0])


def memory_with(scores: list[float], breadth: int = 8) -> Any:
    memory = np.zeros(1, MEMORY)
    memory["breadth"] = breadth
    memory["own"]["count"] = len(scores)
    memory["own"]["actions"][0, : len(scores)] = np.arange(100, 100 + len(scores))
    memory["own"]["scores"][0, : len(scores)] = scores
    return memory


def candidates(scores: list[float], breadth: int = 8) -> list[int]:
    memory = memory_with(scores, breadth)
    count = _list(1, memory)
    found: list[int] = memory["trials"]["actions"][0, :count].tolist()
    return found


def test_candidates_are_the_choices_with_the_highest_scores() -> None:
    assert candidates([0.5, 3, -9, 2.5, 3, 1]) == [101, 104, 103, 105, 100]  # the one far behind is not tried
    assert candidates([0.5, 3, -9, 2.5, 3, 1], breadth=2) == [101, 100]  # the planner's choice, the first, always is
    assert candidates([-9, 3, -9, 2.5]) == [101, 103, 100]
    assert candidates([5, 3, 4], breadth=2) == [100, 102]
    assert _list(1, memory_with([float(i % 7) for i in range(MOST_CHOICES)], breadth=40)) == MOST_CHOICES


def test_candidates_are_sorted_by_lead_behind_the_first() -> None:
    memory = memory_with([4, 3, 2, 1])
    assert _list(1, memory) == 4
    memory["trials"]["leads"][0, :4] = [0, -5, 7, 3]
    _sort(4, memory)
    assert memory["trials"]["order"][0, :4].tolist() == [0, 2, 3, 1]


@pytest.mark.parametrize(("candidates", "phases"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (40, 6)])
def test_every_phase_halves_the_candidates(candidates: int, phases: int) -> None:
    assert phases_for(candidates) == phases


def test_the_last_track_that_completes_a_ticket_is_claimed() -> None:
    game = at_turn("A-B 3 red", "B-C 2 blue", tickets=("A-B 20",), held=("A-B",), cards="3 red 2 blue")
    game.state.table.last_round = 2
    assert ask(game, "express:iterations=40") == claim(game, "A-B")


@pytest.mark.parametrize("board", BOARDS)
def test_a_decision_changes_nothing_and_the_same_seed_gives_the_same(board: str) -> None:
    for game in positions(board, 3, every=40):
        before, book = copy_states(game.states), game.setup.rulebook.tobytes()
        first, again = (SeatedPlayer(quick("express"), seat=game.seat, seed=5) for _ in range(2))
        assert first.choose(game, game.legal()) == again.choose(game, game.legal())
        assert first.memory() == again.memory()
        assert game.states.tobytes() == before.tobytes()
        assert game.setup.rulebook.tobytes() == book


def test_a_millisecond_is_enough_for_a_legal_action() -> None:
    """A choice that is not legal would raise."""
    for board in BOARDS:
        for game in positions(board, 2, every=60):
            ask(game, "express:ms=1")
            ask(game, "express:ms=1:iterations=0")


@pytest.mark.parametrize("options", ["doubt=0", "replies=planner:trial_choices=40", "depth=0:hands=1", "endgame=99"])
def test_it_plays_whole_games_with_any_number_of_seats(options: str) -> None:
    for board, seats in zip((*BOARDS, BOARDS[0]), SEATS, strict=True):
        players = [load_player(f"express:iterations=6:{options}"), *[load_player(NETWORK_ALONE)] * (seats - 1)]
        assert len(play_games(setup_of(board), players, seed=seats, games=1)) == 1


def test_early_in_a_game_the_network_decides_alone() -> None:
    """Trials would have chosen otherwise, at least once."""
    early, others = 0, 0
    for game in positions("usa", 2, every=2):
        legal = game.legal()
        alone, searching, always = (
            SeatedPlayer(f"express:{options}", seat=game.seat, seed=5).choose(game, legal)
            for options in ("iterations=0", "iterations=16:doubt=0", "iterations=16:doubt=0:search_from=99")
        )
        if turns_left_in(game) > 22:
            early += 1
            others += always != alone
            assert searching == alone
        else:
            assert searching == always
    assert early >= 10
    assert others > 0
