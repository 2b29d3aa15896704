"""The OpenSpiel game: its suite passes, it is the engine's game, copies are independent and nothing hidden is shown."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

import railwright
from players.lineup import BOARDS, SEATS, half_of_seats, setup_of
from railwright.errors import IllegalActionError, OptionError, UnknownNameError
from railwright.game.game import Game
from railwright.matches.conformance.honesty import other_deal, scrambled
from railwright.players.observation.space import ObservationSpace
from railwright.rl.openspiel_game import NAME, RailwrightGame, resampler
from railwright.rl.openspiel_observer import BEFORE_THE_DEAL
from railwright.rl.openspiel_state import SEED_DIGITS, RailwrightState

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


@cache
def load(board: str = "usa", players: int = 2, **more: Any) -> RailwrightGame:
    game: RailwrightGame = pyspiel.load_game(NAME, {"board": board, "players": players, **more})
    return game


def positions(game: RailwrightGame, *, seed: int = 1, every: int = 1) -> Iterator[RailwrightState]:
    """Some states of a random game, the last one included."""
    rng = random.Random(seed)
    state = game.new_state_from_seed(seed)
    while not state.is_terminal():
        if (state.move_number() - SEED_DIGITS) % every == 0:
            yield state
        state.apply_action(rng.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize(
    ("board", "players"), [(board, seats) for number, board in enumerate(BOARDS) for seats in half_of_seats(number)]
)
def test_the_suite_passes(board: str, players: int) -> None:
    pyspiel.random_sim_test(load(board, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "parameters",
    [
        "players=5,reward=points", "players=2,reward=difference", "players=4,reward=difference",
        "players=2,observation=planner", "players=3,tickets='1910',ruleset=usa-thesis", "players=2,longest=9",
    ],
)  # fmt: skip
def test_the_suite_passes_with_other_parameters(parameters: str) -> None:
    game = pyspiel.load_game(f"{NAME}({parameters})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("board", BOARDS)
def test_it_is_the_game_of_the_engine_step_by_step(board: str, players: int) -> None:
    game, setup = load(board, players), setup_of(board)
    engine = Game(setup, seats=players, seed=players)
    state = game.new_state_from_seed(players)
    space = ObservationSpace(setup, players)
    observation = make_observation(game)
    rng = random.Random(players)
    while not engine.is_over:
        assert state.current_player() == engine.seat
        assert [int(game.actions.numbers[action]) for action in state.legal_actions()] == engine.legal()
        assert state.to_game().states.tobytes() == engine.states.tobytes()
        if len(engine.actions) % 10 == 0:
            assert state.returns() == [0.0] * players
            for seat in range(players):
                observation.set_from(state, seat)
                assert np.array_equal(observation.tensor, space.of(engine.view(seat)))
        action = rng.choice(state.legal_actions())
        state.apply_action(action)
        engine.play(int(game.actions.numbers[action]))
    assert state.is_terminal()
    assert state.legal_actions() == []
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    winners = engine.result()["winners"]
    share = (players / len(winners) - 1) / (players - 1)
    assert state.returns() == pytest.approx([share if p in winners else -1 / (players - 1) for p in range(players)])
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize("players", SEATS)
def test_utilities_follow_from_the_points(players: int) -> None:
    for board in BOARDS:
        *_, state = positions(load(board, players, reward="points"))
        points = state.to_game().scores()
        assert state.returns() == points
        assert load(board, players, reward="points").get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
        game = load(board, players, reward="difference")
        *_, state = positions(game)
        others = [points[:i] + points[i + 1 :] for i in range(players)]
        assert state.returns() == [own - max(other) for own, other in zip(points, others, strict=True)]
        utility = pyspiel.GameType.Utility
        assert game.get_type().utility == (utility.ZERO_SUM if players == 2 else utility.GENERAL_SUM)


def test_bounds_of_utilities() -> None:
    game = load(players=3)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-0.5, 1.0, 0.0)
    game = load(reward="points")
    tickets = sum(ticket.points for ticket in game.setup.tickets)
    assert game.min_utility() == -tickets
    # 45 trains: seven tracks of 6 are 105 points, and one of 3 is 4
    assert game.max_utility() == 109 + tickets + game.setup.dealing.longest_path
    game = load(reward="difference")
    assert game.max_utility() == -game.min_utility() == 109 + 2 * tickets + game.setup.dealing.longest_path


def test_chance_draws_the_seed_digit_by_digit() -> None:
    game = load("germany", 3)
    state = game.new_initial_state()
    seed = 0x123456789ABCD
    for digit in f"{seed:013x}":
        assert state.is_chance_node()
        assert state.chance_outcomes() == [(value, 1 / 16) for value in range(16)]
        assert state.legal_actions() == list(range(16))
        assert state.observation_string(2) == BEFORE_THE_DEAL
        assert not any(state.observation_tensor(2))
        assert state.action_to_string(int(digit, 16)) == f"seed digit {digit}"
        state.apply_action(int(digit, 16))
    assert not state.is_chance_node()
    assert state.seed == seed
    engine = railwright.new_game("germany", seats=3, seed=seed)
    assert state.to_game().states.tobytes() == engine.states.tobytes()
    assert game.max_chance_nodes_in_history() == SEED_DIGITS
    assert str(game.new_state_from_seed(seed)) == str(state)


@pytest.mark.parametrize("board", BOARDS)
def test_a_state_survives_serialisation(board: str) -> None:
    game = load(board, 4)
    for state in positions(game, every=50):
        others = [game.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state)), copy.deepcopy(state)]
        others.append(pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1])
        for other in others:
            assert str(other) == str(state)
            assert other.history() == state.history()
            assert np.array_equal(other.data, state.data)
            assert other.returns() == state.returns()
    start = game.new_initial_state()
    start.apply_action(5)
    assert str(game.deserialize_state(start.serialize())) == str(start)


def test_a_game_survives_as_text() -> None:
    game = load("usa", 3, tickets="1910", ruleset="usa-thesis", reward="points", longest=100)
    assert "tickets='1910'" in str(game)
    other = pyspiel.load_game(str(game))
    assert str(other) == str(game)
    assert other.setup.deck == "1910"
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert str(again) == str(game)
        assert again.setup is game.setup


def test_states_can_be_sent_to_another_process(tmp_path: Path) -> None:
    *_, state = positions(load("usa", 2))
    (tmp_path / "state").write_bytes(pickle.dumps(state))
    program = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')).returns())"
    command = [sys.executable, "-c", program, str(tmp_path / "state")]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    assert answer.stdout == f"{state.returns()}\n"


def test_a_clone_is_independent() -> None:
    for state in positions(load("europe", 3), every=40):
        if state.is_terminal():
            continue
        before, data = str(state), state.data.tobytes()
        clone = state.clone()
        assert (str(clone), clone.history()) == (before, state.history())
        assert clone.frame is state.frame
        action = clone.legal_actions()[-1]
        clone.apply_action(action)
        assert (str(state), state.data.tobytes()) == (before, data)
        twin = state.child(action)
        assert str(twin) == str(clone)


def seen(state: RailwrightState, player: int) -> tuple[Any, ...]:
    """All that a state shows to a player."""
    actions = state.legal_actions() if player == state.current_player() else None
    return state.observation_string(player), state.observation_tensor(player), actions, state.current_player()


@pytest.mark.parametrize("board", BOARDS)
def test_a_resampled_state_looks_the_same_and_can_be_played(board: str) -> None:
    resample = resampler(seed=1)
    rng = random.Random(1)
    changed = 0
    for state in positions(load(board, 3, observation="planner"), every=25):
        if state.is_terminal():
            continue
        before = str(state)
        for player in range(3):
            other = resample(state, player)
            assert seen(other, player) == seen(state, player)
            changed += str(other) != before
        other = resample(state, state.current_player())
        while not other.is_terminal():
            other.apply_action(rng.choice(other.legal_actions()))
        assert str(state) == before
    assert changed > 20
    start = load(board, 3).new_initial_state()
    assert str(resample(start, 0)) == str(start)


@pytest.mark.parametrize("board", BOARDS)
def test_nothing_hidden_changes_what_a_player_is_shown(board: str) -> None:
    rng = np.random.default_rng(1)
    for state in positions(load(board, 4, observation="planner"), every=30):
        player = state.to_game().seat
        for exchange in (other_deal, scrambled):
            twin = state.clone()
            twin.data = exchange(state.to_game(), rng).states.view(np.uint8)
            assert seen(twin, player) == seen(state, player)


def test_the_text_of_an_observation_tells_views_apart() -> None:
    texts, views = set(), set()
    for state in positions(load("usa", 2)):
        for player in range(2):
            texts.add(state.observation_string(player))
            views.add(state.view(player))
    assert len(texts) == len(views) > 200
    assert str(state.view(1)) in state.observation_string(1)
    assert "tracks of seat 0: " in state.observation_string(1)


def test_observers_have_named_pieces() -> None:
    game = load("europe", 2, observation="planner")
    observer = make_observation(game)
    state = game.new_state_from_seed(1)
    observer.set_from(state, 1)
    assert list(observer.dict) == [field.name for field in game.observations.fields]
    for field in game.observations.fields:
        assert observer.dict[field.name].shape == field.shape
        assert np.shares_memory(observer.dict[field.name], observer.tensor)
    assert observer.dict["hand"].sum() > 0
    assert state.observation_tensor(1) == observer.tensor.tolist()
    assert game.observation_tensor_size() == game.observations.size
    for kind in (
        pyspiel.IIGObservationType(perfect_recall=True),
        pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS),
        pyspiel.IIGObservationType(perfect_recall=False, public_info=False),
    ):
        assert make_observation(game, kind) is None
    with pytest.raises(OptionError, match="takes no parameters"):
        make_observation(game, params={"size": 1})


@pytest.mark.parametrize("board", BOARDS)
def test_actions_have_different_names(board: str) -> None:
    game = load(board)
    state = game.new_state_from_seed(1)
    names = [state.action_to_string(0, action) for action in range(game.num_distinct_actions())]
    assert len(set(names)) == len(names)
    assert names[5] == "draw from the deck"
    action = state.legal_actions()[0]
    assert state.string_to_action(names[action]) == action


def test_a_game_ends_with_its_longest_length() -> None:
    game = load("usa", 2, longest=30, reward="points")
    *_, state = positions(game)
    assert game.max_game_length() == 30
    assert state.move_number() == SEED_DIGITS + 30
    assert not state.to_game().is_over
    assert state.returns() == state.to_game().scores()


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    game = load()
    state = game.new_initial_state()
    with pytest.raises(IllegalActionError, match="a digit of the seed is 0 to 15, not 16"):
        state.apply_action(16)
    with pytest.raises(IllegalActionError, match="nothing has been dealt: 13 digits"):
        state.to_game()
    state = game.new_state_from_seed(1)
    before = str(state), state.history()
    for action in (-3, 5, game.num_distinct_actions(), 10**9):
        with pytest.raises(IllegalActionError, match=rf"^action {action}.* is not legal for player 0; legal"):
            state.apply_action(action)
        assert (str(state), state.history()) == before
    assert state.legal_actions(1) == []
    with pytest.raises(OptionError, match="the game has seats 0 to 1, not 2"):
        state.observe(2, np.zeros(3, np.float32))
    *_, state = positions(game)
    with pytest.raises(IllegalActionError, match="the game is over"):
        state.apply_action(5)
    with pytest.raises(OptionError, match="from 0 to 2\\*\\*52 - 1, not -1"):
        game.new_state_from_seed(-1)


@pytest.mark.parametrize(
    ("parameters", "error", "words"),
    [
        ("players=6", OptionError, "'usa' is played by 2 to 5 players, not 6"),
        ("players=1", OptionError, "'usa' is played by 2 to 5 players, not 1"),
        ("board=atlantis", UnknownNameError, "there is no board 'atlantis'"),
        ("tickets=1911x", UnknownNameError, "the board 'usa' has no ticket deck '1911x'"),
        ("ruleset=chess", UnknownNameError, "there is no ruleset 'chess'"),
        ("observation=history", OptionError, "observation: must be one of raw, planner, not 'history'"),
        ("reward=fun", OptionError, "reward: must be one of win, points, difference, not 'fun'"),
        ("longest=0", OptionError, "longest: must be a whole number from 1 to 1000000, not 0"),
        ("seats=2", pyspiel.SpielError, "Unknown parameter 'seats'"),
    ],
)
def test_bad_parameters_are_refused(parameters: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words.replace("(", r"\(")):
        pyspiel.load_game(f"{NAME}({parameters})")


def test_information_set_search_plays_with_our_resampler() -> None:
    game = load("usa", 2, longest=40)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game, evaluator, 2, 12, random_state=np.random.RandomState(1), use_observation_string=True
    )  # fmt: skip
    bot.set_resampler(resampler(seed=1))
    state = game.new_state_from_seed(1)
    for _ in range(12):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_it_runs_in_the_environment_of_open_spiel() -> None:
    environment = rl_environment.Environment(load("germany", 3))
    environment.seed(1)
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == environment.observation_spec()["info_state"][0]
        step = environment.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == pytest.approx(0)


@pytest.mark.parametrize("name", sorted(path.name for path in PLAYTHROUGHS.glob("*.txt")))
def test_a_playthrough_is_as_it_was(name: str) -> None:
    from open_spiel.python.algorithms import generate_playthrough  # loads scipy.stats, which takes a second

    flags.FLAGS.mark_as_parsed()
    kept, now = generate_playthrough.replay(PLAYTHROUGHS / name)
    assert now == kept, "if this is intended, run tests/rl/write_playthroughs.py"
