"""The levels: who they are, that each beats the one before, and what the weak ones overlook."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from players.asking import ask, at_turn, claim, new_memory
from players.lineup import BOARDS, setup_of
from railwright.compiled.bits import members
from railwright.game.actions import DECK
from railwright.matches.match import play_games
from railwright.players.levels.levels import LEVELS
from railwright.players.levels.memory import MEMORY
from railwright.players.levels.player import MANY_CARDS
from railwright.players.planner.memory import PLANNER_WORDS
from railwright.players.registry import BUILT_IN, load_player, player_names

NAMES = list(LEVELS)


def share(stronger: str, weaker: str, board: str, games: int) -> float:
    block = play_games(setup_of(board), [stronger, weaker], seed=11, games=games)
    return float(block.by_player(block.win_shares())[:, 0].mean())


def test_there_are_at_least_six_and_none_has_the_name_of_another_player() -> None:
    assert len(LEVELS) >= 6
    assert not set(LEVELS) & set(BUILT_IN)
    assert set(player_names()) == set(LEVELS) | set(BUILT_IN)
    assert [load_player(name).name for name in LEVELS] == NAMES


def test_the_ratings_rise_by_about_two_to_one() -> None:
    ratings = [entry.rating for entry in LEVELS.values()]
    assert all(rating is not None for rating in ratings)
    steps = np.diff([rating.elo for rating in ratings if rating is not None])
    assert ((steps > 60) & (steps < 220)).all(), "two to one is a step of 120"


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(("weaker", "stronger"), list(itertools.pairwise(NAMES))[:3])
def test_each_level_beats_the_one_before(weaker: str, stronger: str, board: str) -> None:
    assert share(stronger, weaker, board, 300) > 0.52


@pytest.mark.parametrize("percent", [0, 40, 90])
def test_what_it_overlooks_is_drawn_for_the_game_and_kept(percent: int) -> None:
    game = at_turn("A-B 2 red", tickets=("A-B 9",), held=("A-B",), cards="2 red")
    memory = new_memory(f"beginner:overlooked={percent}")
    record = memory[: MEMORY.itemsize // 8].view(MEMORY)[0]
    ask(game, f"beginner:overlooked={percent}", memory)
    assert record["has_looked"] == 1
    known = record["known"].copy()
    assert members(known) in ([], [0])
    if percent == 0:
        assert members(known) == [0]
    ask(game, f"beginner:overlooked={percent}", memory)
    assert np.array_equal(record["known"], known)


def test_a_track_that_it_overlooks_is_not_claimed_until_it_looks_again() -> None:
    game = at_turn("A-B 2 red", tickets=("A-B 9",), held=("A-B",), cards="2 red")
    memory = new_memory("regular")
    record = memory[: MEMORY.itemsize // 8].view(MEMORY)[0]
    assert ask(game, "regular", memory) == claim(game, "A-B")
    record["known"][:] = 0
    record["planner"] = np.zeros(PLANNER_WORDS, np.int64).view(record["planner"].dtype)[0]
    assert ask(game, "regular", memory) == DECK
    game.state.private[0].hand[0] = MANY_CARDS
    game.state.table.hand_size[0] = MANY_CARDS + 2
    assert ask(game, "regular", memory) == claim(game, "A-B")
