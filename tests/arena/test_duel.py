"""Duels: who sits where, how rounds are scored and timed, and that a test of them decides what is plain."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from railwright.arena.duel import Duel
from railwright.arena.sprt import Question, SequentialTest
from railwright.errors import RailwrightError
from railwright.maps.load import load_setup
from railwright.matches.match import play_games
from railwright.players.levels.elo import expected_share
from railwright.players.registry import load_player
from railwright.workers.pool import WorkerPool

SETUP = load_setup("usa")
BUILDER = f"{Path(__file__).parent.parent.parent / 'examples' / 'my_players.py'}:builder"


def seats_held(duel: Duel) -> np.ndarray:
    """How often A and B have each seat in a round, counted game by game."""
    held = np.zeros((2, duel.seats), int)
    for table in duel.tables():
        for game in range(duel.seats):
            for place, name in enumerate(table):
                held["ab".index(name), (place - game) % duel.seats] += 1
    return held


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_in_a_round_both_players_have_each_seat_equally_often(seats: int) -> None:
    duel = Duel(setup=SETUP, a="a", b="b", seats=seats, seed=1)
    assert (seats_held(duel) == duel.games_in_round // 2).all()


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_alone_a_has_each_seat_once_and_b_all_others(seats: int) -> None:
    duel = Duel(setup=SETUP, a="a", b="b", seats=seats, is_alone=True, seed=1)
    assert duel.games_in_round == seats
    assert seats_held(duel).tolist() == [[1] * seats, [seats - 1] * seats]


def test_too_many_seats_are_refused() -> None:
    with pytest.raises(RailwrightError, match="2 to 5 players, not 6"):
        Duel(setup=SETUP, a="a", b="b", seats=6, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "is_alone"), [(2, False), (3, False), (4, True)])
def test_rounds_are_scored_as_a_slow_count_says_on_any_number_of_workers(seats: int, is_alone: bool) -> None:
    duel = Duel(setup=SETUP, a=BUILDER, b="random", seats=seats, is_alone=is_alone, seed=4)
    rounds = 9
    expected = np.zeros(rounds)
    for table in duel.tables():
        block = play_games(SETUP, [load_player(name) for name in table], seed=4, games=rounds * seats)
        for game, shares in enumerate(block.win_shares()):
            for seat, share in enumerate(shares):
                if table[(seat + game) % seats] == BUILDER:
                    expected[game // seats] += share / duel.games_in_round
    for workers in (1, 2):
        with WorkerPool(workers) as pool:
            found = list(duel.play(pool, rounds))
        assert [played.score for played in found] == pytest.approx(expected.tolist())


def test_the_time_of_decisions_is_counted_for_the_player_who_took_it(tmp_path: Path) -> None:
    path = tmp_path / "slow.py"
    path.write_text(
        "import time\nfrom railwright.players.kit.interface import Player\n"
        "class Slow(Player):\n"
        "    def choose(self, view, legal):\n        time.sleep(0.001)\n        return legal[0]\n"
    )
    duel = Duel(setup=SETUP, a="random", b=f"{path}:Slow", seats=3, is_alone=True, seed=1)
    with WorkerPool() as pool:
        timed = next(played for played in duel.play(pool, 9) if sum(played.decisions))
    quick, slow = (time / decisions for time, decisions in zip(timed.nanoseconds, timed.decisions, strict=True))
    assert slow >= 1_000_000
    assert quick < slow


def test_a_builder_is_found_to_be_stronger_than_a_random_player() -> None:
    test = SequentialTest(Question(expected_share(0, 0), expected_share(50, 0)))
    duel = Duel(setup=SETUP, a=BUILDER, b="random", seed=1)
    with WorkerPool() as pool:
        for played in duel.play(pool, 500):
            test.add(played.score)
            if test.answer is not None:
                break
    assert test.answer == test.question.p1
    assert len(test.scores) < 100
