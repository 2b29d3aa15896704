"""What holds in every game, whatever is played: on all official boards, decks and rulesets."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.invariants import SETUPS, STYLES, check_legal, check_row_after, check_state, choose, content, setup_name
from railwright.errors import IllegalActionError, OptionError
from railwright.game.actions import ACTIONS
from railwright.game.chance import MAX_SEED
from railwright.game.game import Game
from railwright.game.setup import Setup

MOST_ACTIONS = 4000

SEATS = st.integers(2, 5)
SEEDS = st.integers(0, MAX_SEED - 1)
ANY_SETUP = st.sampled_from(SETUPS)
ANY_STYLE = st.sampled_from(sorted(STYLES))


def play_on(game: Game, style: str, chooser: random.Random, actions: int) -> None:
    for _ in range(actions):
        if game.is_over:
            return
        game.play(choose(game, game.legal(), style, chooser))


def follow(setup: Setup, seats: int, seed: int, style: str) -> None:
    """Play a game and look at everything after every action."""
    game, chooser = Game(setup, seats=seats, seed=seed), random.Random(seed)
    check_state(game)
    while not game.is_over:
        row = game.state.table.face_up.tolist()
        game.play(choose(game, check_legal(game), style, chooser))
        check_state(game)
        check_row_after(game, row)
        assert len(game.actions) < MOST_ACTIONS
    assert check_legal(game) == []


@pytest.mark.parametrize("number", range(len(SETUPS)), ids=[setup_name(setup) for setup in SETUPS])
def test_everything_is_conserved_at_every_step_until_the_game_ends(number: int) -> None:
    follow(SETUPS[number], 2 + number % 4, 1000 + number, sorted(STYLES)[number % len(STYLES)])


@settings(max_examples=6)
@given(setup=ANY_SETUP, seats=SEATS, seed=SEEDS, style=ANY_STYLE)
def test_everything_is_conserved_in_any_game(setup: Setup, seats: int, seed: int, style: str) -> None:
    follow(setup, seats, seed, style)


@settings(max_examples=80)
@given(setup=ANY_SETUP, seats=SEATS, seed=SEEDS, style=ANY_STYLE)
def test_every_game_ends_and_its_end_is_sound(setup: Setup, seats: int, seed: int, style: str) -> None:
    game, chooser = Game(setup, seats=seats, seed=seed), random.Random(seed)
    play_on(game, style, chooser, MOST_ACTIONS)
    assert game.is_over
    check_state(game)
    table, result = game.state.table, game.result_record()
    assert table.passes == seats or (table.trains[:seats] <= setup.ruleset.end_trains).any()
    assert result.scores[:seats].max() in [result.scores[seat] for seat in range(seats) if result.winners >> seat & 1]
    assert 0 < result.winners < 1 << seats


@settings(max_examples=25)
@given(setup=ANY_SETUP, seats=SEATS, seed=SEEDS, style=ANY_STYLE, depth=st.integers(0, 600))
def test_every_legal_action_can_be_carried_out_on_a_copy_and_leaves_the_original_alone(
    setup: Setup, seats: int, seed: int, style: str, depth: int
) -> None:
    game, chooser = Game(setup, seats=seats, seed=seed), random.Random(seed)
    play_on(game, style, chooser, depth)
    before, actions = game.states.tobytes(), list(game.actions)
    for option in chooser.sample(game.legal(), min(40, len(game.legal()))):
        copy = game.copy()
        copy.play(option)
        check_state(copy)
        check_legal(copy)
        play_on(copy, style, chooser, 3)
        check_state(copy)
    assert game.states.tobytes() == before
    assert game.actions == actions


@settings(max_examples=25)
@given(setup=ANY_SETUP, seats=SEATS, seed=SEEDS, style=ANY_STYLE, depth=st.integers(0, 900))
def test_illegal_actions_are_refused_and_change_nothing(
    setup: Setup, seats: int, seed: int, style: str, depth: int
) -> None:
    game, chooser = Game(setup, seats=seats, seed=seed), random.Random(seed)
    play_on(game, style, chooser, depth)
    before, actions, legal = game.states.tobytes(), list(game.actions), game.legal()
    for wrong in [*range(-3, ACTIONS + 3), 2**31, -(2**63), 2**70]:
        if wrong in legal or chooser.random() < 0.7:
            continue
        with pytest.raises(IllegalActionError, match=r"not legal"):
            game.play(wrong)
    assert game.states.tobytes() == before
    assert game.actions == actions


@settings(max_examples=25)
@given(setup=ANY_SETUP, seats=SEATS, seed=SEEDS, style=ANY_STYLE, cut=st.integers(0, 300))
def test_the_same_seed_and_actions_give_the_same_bytes_also_through_a_copy(
    setup: Setup, seats: int, seed: int, style: str, cut: int
) -> None:
    game, chooser = Game(setup, seats=seats, seed=seed), random.Random(seed)
    play_on(game, style, chooser, cut)
    copy = game.copy()
    assert content(copy) == content(game)
    play_on(game, style, chooser, MOST_ACTIONS)
    again = Game(setup, seats=seats, seed=seed, log=True)
    for i, action in enumerate(game.actions):
        if i >= cut:
            copy.play(action)
        again.play(action)
        again.log[0] = 1
    assert again.states.tobytes() == game.states.tobytes()
    assert content(copy) == content(game)
    assert again.result_record().tobytes() == game.result_record().tobytes()


def test_a_copy_has_the_same_bytes_also_between_the_fields() -> None:
    game = Game(SETUPS[0], seats=2, seed=1)
    for _ in range(50):
        dirty = [np.full(game.states.nbytes, 255, np.uint8) for _ in range(8)]  # memory that a copy may be put into
        del dirty
        assert game.copy().states.tobytes() == game.states.tobytes()


def test_the_games_of_these_tests_reach_every_stage_and_kind_of_end() -> None:
    stages: Counter[str] = Counter()
    ends: Counter[bool] = Counter()
    for i, setup in enumerate(SETUPS):
        for style in STYLES:
            game, chooser = Game(setup, seats=2 + i % 4, seed=i), random.Random(i)
            while not game.is_over:
                stages[game.stage] += 1
                game.play(choose(game, game.legal(), style, chooser))
            ends[bool(game.state.table.passes == game.seats)] += 1
    assert set(stages) == {"mix", "keep", "turn", "second_card", "pay", "tunnel", "passenger"}
    assert min(stages.values()) > 20
    assert ends[False] > 0


@pytest.mark.parametrize("seats", [-1, 0, 1, 6, 100])
def test_a_game_needs_the_number_of_seats_that_its_ruleset_allows(seats: int) -> None:
    with pytest.raises(OptionError, match="is played by 2 to 5 players"):
        Game(SETUPS[0], seats=seats, seed=1)


@pytest.mark.parametrize("seed", [-1, MAX_SEED, 2**64, 10**30])
def test_a_seed_is_a_whole_number_below_the_greatest(seed: int) -> None:
    with pytest.raises(OptionError, match="seed"):
        Game(SETUPS[0], seats=2, seed=seed)
