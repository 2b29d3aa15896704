"""The win probability that is fitted to games of a network."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from railwright.maps.load import load_setup
from railwright.players.express.features import POSITION, POSITION_SIZE, feature_names
from railwright.players.express.neural_network import FILE, ExpressNetwork, load_network
from railwright.training.training_plan import TrainingTable

pytest.importorskip("torch", reason="training needs torch, which is not installed")


def stated_odds(network: ExpressNetwork, position: NDArray[np.float32]) -> NDArray[np.float32]:
    weights = network.weights
    first = np.maximum(0, position @ weights["odds_first"] + weights["odds_first_bias"])
    second = np.maximum(0, first @ weights["odds_second"] + weights["odds_second_bias"])
    found: NDArray[np.float32] = second @ weights["odds"]
    return found


def test_positions_are_those_of_games_and_wins_those_of_the_deciding_seats() -> None:
    from railwright.training.odds import collect_all, collect_positions

    network, names = load_network(FILE), feature_names(POSITION)
    tables = [TrainingTable(load_setup("usa"), 2), TrainingTable(load_setup("germany"), 3)]
    one = collect_positions(network, tables[0], 240)
    assert len(one.position) == len(one.outcome) == len(one.game) > 480
    assert (one.position[:, names.index("seats.0")] == 1).all()
    assert set(one.outcome.tolist()) <= {0.0, 0.5, 1.0}
    assert np.corrcoef(stated_odds(network, one.position), one.outcome)[0, 1] > 0.3
    both = collect_all(collect_positions, network, tables, 240)
    assert np.array_equal(both.position[: len(one.position)], one.position)
    assert sorted(set(both.game.tolist())) == list(range(240 + 160))


def test_positions_of_the_search_are_turns_of_its_games() -> None:
    from railwright.training.odds import SEARCHED_TURNS, collect_searched

    network, names = load_network(FILE), feature_names(POSITION)
    found = collect_searched(network, TrainingTable(load_setup("usa"), 3), 4)
    assert found.game.tolist() == sorted(SEARCHED_TURNS * list(range(4)))
    assert (found.position[:, names.index("at_turn")] == 1).all()
    assert (found.position[:, names.index("seats.1")] == 1).all()
    for game in range(4):  # the winner is one of the three
        assert 0 < found.outcome[found.game == game].mean() < 1


def test_the_odds_become_those_of_the_outcomes() -> None:
    from railwright.training.odds import PositionOutcomes, fit_odds

    rng = np.random.default_rng(1)
    position = rng.random((60_000, POSITION_SIZE)).astype(np.float32)
    chance = 1 / (1 + np.exp(-4 * (position[:, 3] - position[:, 7])))
    outcome = (rng.random(60_000) < chance).astype(np.float32)
    network_games, search_games = (
        PositionOutcomes(position[part], outcome[part], np.arange(30_000)) for part in np.split(np.arange(60_000), 2)
    )
    arrays, loss = fit_odds(network_games, search_games, 1)
    first = np.maximum(0, position @ arrays["odds_first"] + arrays["odds_first_bias"])
    second = np.maximum(0, first @ arrays["odds_second"] + arrays["odds_second_bias"])
    found = 1 / (1 + np.exp(-(second @ arrays["odds"] + arrays["odds_bias"])))
    assert np.abs(found - chance).mean() < 0.06
    best = -(chance * np.log(chance) + (1 - chance) * np.log(1 - chance)).mean()
    assert best - 0.03 < loss < best + 0.03
    again, _ = fit_odds(network_games, search_games, 1)
    assert all(np.array_equal(arrays[name], again[name]) for name in arrays)


def test_games_of_the_search_correct_what_those_of_the_network_taught() -> None:
    from railwright.training.odds import PositionOutcomes, fit_odds

    rng = np.random.default_rng(2)
    position = rng.random((20_000, POSITION_SIZE)).astype(np.float32)
    games = np.arange(20_000)
    learned = PositionOutcomes(position, (rng.random(20_000) < 0.5).astype(np.float32), games)
    corrected = PositionOutcomes(position, (rng.random(20_000) < 0.6).astype(np.float32), games)
    arrays, _ = fit_odds(learned, corrected, 1)
    first = np.maximum(0, position @ arrays["odds_first"] + arrays["odds_first_bias"])
    second = np.maximum(0, first @ arrays["odds_second"] + arrays["odds_second_bias"])
    found = 1 / (1 + np.exp(-(second @ arrays["odds"] + arrays["odds_bias"])))
    assert found.mean() == pytest.approx(0.6, abs=0.03)
