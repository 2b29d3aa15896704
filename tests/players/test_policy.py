"""Trained policies as players: what they compute, where they can play, that they are honest and repeat themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cli.commands import run
from players.lineup import BOARDS, setup_of
from players.policies import random_layers, write_policy
from railwright.errors import OptionError, PlayerError
from railwright.game.game import Game
from railwright.matches.conformance.check import check_player
from railwright.matches.match import play_games
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.kit.interface import CompiledPlayer
from railwright.players.observation.action_space import ActionSpace
from railwright.players.observation.space import ObservationSpace
from railwright.players.policy.neural_network import run_layers
from railwright.players.policy.player import PlacedPolicy, policy_player
from railwright.players.policy.policy import Policy
from railwright.players.policy.policy_file import load_policy
from railwright.players.registry import faults_beside, find_entry, load_player, move_player, player_file
from railwright.rl.batch import Batch
from railwright.rl.random_actions import RandomActions
from railwright.workers.pool import play_match


def scores_of(player: CompiledPlayer, game: Game) -> tuple[Any, Any]:
    """The scores of all legal actions, computed with NumPy, and their numbers."""
    placed = player.requirement
    assert isinstance(placed, PlacedPolicy)
    space = ObservationSpace(game.setup, game.seats, placed.policy.observation)
    legal = np.array(game.legal())
    scores = placed.policy.scores(space.of(game.view())[None])[0]
    return scores[ActionSpace(game.setup).compact[legal]], legal


@pytest.mark.parametrize("activation", ["relu", "tanh"])
@pytest.mark.parametrize("hidden", [(), (1,), (24, 17), (9, 30, 5, 12)])
def test_the_compiled_network_computes_what_numpy_computes(activation: str, hidden: tuple[int, ...]) -> None:
    space = ObservationSpace(setup_of("usa"), 2)
    sizes = [space.size, *hidden, ActionSpace(space.setup).size]
    policy = Policy.of(space, random_layers(sizes), activation)
    rng = np.random.default_rng(5)
    observation = (rng.random(space.size) * (rng.random(space.size) < 0.2)).astype(np.float32)
    even, odd = np.zeros((2, max(sizes[1:])), np.float32)
    placed = PlacedPolicy(policy, "test")
    place = run_layers(placed._records[0], observation, even, odd)
    found = (even, odd)[place][: sizes[-1]]
    np.testing.assert_allclose(found, policy.scores(observation[None])[0], rtol=2e-4, atol=2e-5)


@pytest.mark.parametrize(
    ("board", "seats", "option"), [("usa", 2, "planner"), ("europe", 3, "raw"), ("germany", 5, "planner")]
)
def test_it_takes_the_legal_action_with_the_highest_score(tmp_path: Path, board: str, seats: int, option: str) -> None:
    player = load_player(write_policy(tmp_path / "p.npz", board, seats, option=option))
    assert isinstance(player, CompiledPlayer)
    game = Game(setup_of(board), seats=seats, seed=3)
    seated = [SeatedPlayer(player, seat=seat, seed=seat) for seat in range(seats)]
    decisions = 0
    while not game.is_over:
        action = seated[game.seat].choose(game)
        scores, legal = scores_of(player, game)
        assert scores[legal == action] >= scores.max() - 1e-4
        decisions += len(legal) > 1
        game.play(action)
    assert decisions > 30


def test_it_draws_actions_with_the_chances_of_a_softmax(tmp_path: Path) -> None:
    player = load_player(write_policy(tmp_path / "p.npz") + ":choice=sample")
    assert isinstance(player, CompiledPlayer)
    assert player.settings() == {"choice": "sample"}
    game = Game(setup_of("usa"), seats=2, seed=3)
    seated = SeatedPlayer(player, seat=0, seed=1)
    scores, legal = scores_of(player, game)
    chances = np.exp(scores - scores.max()) / np.exp(scores - scores.max()).sum()
    drawn = np.array([seated.choose(game) for _ in range(4000)])
    shares = [(drawn == action).mean() for action in legal]
    np.testing.assert_allclose(shares, chances, atol=0.04)


@pytest.mark.parametrize("choice", ["best", "sample"])
def test_it_conforms(tmp_path: Path, choice: str) -> None:
    name = write_policy(tmp_path / "p.npz", "germany", 4, option="planner")
    found = check_player(f"{name}:choice={choice}", games=3)
    assert found.holds, str(found)
    assert found.places == "germany with 4 seats"


@pytest.mark.parametrize("board", BOARDS)
def test_games_inside_the_compiled_loop_are_those_asked_from_python(tmp_path: Path, board: str) -> None:
    name = write_policy(tmp_path / "p.npz", board, 3)
    block = play_games(setup_of(board), [f"{name}:choice=sample", "rule", name], seed=2, games=3, keep_actions=True)
    assert block.actions is not None
    assert (block.game_stats["turns"] > 0).all()


def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    name = write_policy(tmp_path / "p.npz")
    players = [f"{name}:choice=sample", "random"]
    alone = play_games(setup_of("usa"), players, seed=2, games=40)
    shared = list(play_match(setup_of("usa"), players, seed=2, games=40, workers=2))
    for field in ("scores", "winners"):
        found = np.concatenate([block.results[field] for block in shared])
        assert (found == alone.results[field]).all()


def test_games_of_another_kind_are_refused(tmp_path: Path) -> None:
    name = write_policy(tmp_path / "p.npz")

    def refused(board: str, players: list[Any], deck: str | None = None) -> str:
        with pytest.raises(PlayerError) as caught:
            play_games(setup_of(board, deck), players, seed=1, games=1)
        return str(caught.value)

    own = "p.npz: was trained for board usa, ruleset usa, tickets base"
    assert refused("europe", [name, "rule"]) == f"{own}, not for board europe, ruleset europe, tickets base"
    assert refused("usa", [name, "rule"], "mega") == f"{own}, not for board usa, ruleset usa, tickets mega"
    assert refused("usa", [name, "rule", "rule"]) == "p.npz: was trained for 2 seats, not for 3"
    with pytest.raises(PlayerError, match="was trained for 2 seats, not for 3"):
        SeatedPlayer(name, seat=0, seed=1).choose(Game(setup_of("usa"), seats=3, seed=1))
    with pytest.raises(PlayerError, match="was trained for 2 seats, not for 4"):
        Batch("usa", 4, games=1, seed=1, players=[None, name, name, name])


def test_even_the_compiled_function_refuses_another_board(tmp_path: Path) -> None:
    player = load_player(write_policy(tmp_path / "p.npz"))
    assert isinstance(player, CompiledPlayer)
    seated = SeatedPlayer(player, seat=0, seed=1)
    game = Game(setup_of("germany"), seats=2, seed=1)
    with pytest.raises(ValueError, match="another board or number of seats"):
        seated._ask(game, game.legal())


def test_a_fingerprint_belongs_to_the_rules_and_not_to_their_names(tmp_path: Path) -> None:
    name = write_policy(tmp_path / "p.npz")
    usa = setup_of("usa")
    policy = load_policy(name)
    assert not policy.misfit(usa, 2)
    assert "usa-thesis" in str(policy.misfit(setup_of("usa", None, "usa-thesis"), 2))


def test_options_of_a_policy(tmp_path: Path) -> None:
    name = write_policy(tmp_path / "p.npz")
    with pytest.raises(
        OptionError, match=r"'p\.npz': the option choice=worst is unknown; choice must be one of best, sample"
    ):
        load_player(f"{name}:choice=worst")
    player = load_player(name)
    assert isinstance(player, CompiledPlayer)
    assert player.with_options({"choice": "sample"}).values == (1, player.values[1])


def test_names_of_policies_are_names_of_files(tmp_path: Path) -> None:
    assert find_entry("some/p.npz:choice=sample") is None
    assert faults_beside("some/p.npz") == []
    assert player_file("some/p.npz:choice=sample") == Path("some/p.npz")
    assert move_player("some/p.npz:choice=sample", Path("/there/q.npz")) == "/there/q.npz:choice=sample"


def test_it_plays_against_learners_inside_a_batch(tmp_path: Path) -> None:
    name = write_policy(tmp_path / "p.npz", "germany", 3)
    batch = Batch("germany", 3, games=6, seed=1, players=[None, name, f"{name}:choice=sample"], threads=2)
    choose = RandomActions(batch, seed=1)
    for _ in range(150):
        batch.step(choose())
    assert batch.episodes.min() >= 1
    other = Batch("germany", 3, games=6, seed=1, players=[None, load_player(name), f"{name}:choice=sample"])
    other.restore(batch.save())  # the same policies, at other addresses
    assert (other.observation == batch.observation).all()
    another = write_policy(tmp_path / "q.npz", "germany", 3, seed=2)
    with pytest.raises(OptionError, match="players differ"):
        Batch("germany", 3, games=6, seed=1, players=[None, another, f"{name}:choice=sample"]).restore(batch.save())


def test_a_policy_lives_as_long_as_its_player(tmp_path: Path) -> None:
    space = ObservationSpace(setup_of("usa"), 2)
    sizes = [space.size, 64, ActionSpace(space.setup).size]
    players = [policy_player(Policy.of(space, random_layers(sizes, seed), "relu"), "p") for seed in range(20)]
    first = play_games(setup_of("usa"), players[:2], seed=1, games=4)
    del players[2:]
    rubbish = [np.full(sizes[0] * 64, np.nan, np.float32) for _ in range(40)]
    again = play_games(setup_of("usa"), players[:2], seed=1, games=4)
    assert (first.results == again.results).all()
    assert rubbish


@pytest.mark.slow
def test_commands_know_policies(tmp_path: Path) -> None:
    name = write_policy(tmp_path / "p.npz")
    assert "Follows a policy trained for usa" in run("players", name).stdout
    assert "p.npz" in run("simulate", "--players", f"{name},random", "--games", "20").stdout
    done = run("simulate", "--players", f"{name},random,random", "--games", "20", ok=False)
    assert done.returncode == 2
    assert done.stderr.strip().endswith("p.npz: was trained for 2 seats, not for 3")
    assert "usa with 2 seats" in run("players", "check", name, "--games", "2").stdout
    assert run("watch", "--players", f"{name},random", "--seed", "1").stdout
    arguments = ["tournament", "--players", f"{name},random,rule", "--seats", "2", "--games", "6", "--workers", "2"]
    assert "p.npz" in run(*arguments).stdout
