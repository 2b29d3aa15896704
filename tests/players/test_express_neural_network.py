"""The network of express: its file, and its layers, compared with a plain computation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit

from railwright.errors import PlayerError
from railwright.players.express.features import CHOICE, CHOICE_SIZE, POSITION, POSITION_SIZE, feature_names
from railwright.players.express.memory import MOST_CHOICES, THOUGHT
from railwright.players.express.neural_network import (
    FILE,
    SHAPES,
    ExpressNetwork,
    load_network,
    score_choices,
    value_of,
)

UNITS = {
    "first": 24, "second": 10, "value_first": 20, "value_second": 12, "odds_first": 16, "odds_second": 8,
}  # fmt: skip


def random_network(seed: int = 1) -> ExpressNetwork:
    rng = np.random.default_rng(seed)
    sizes = {
        name: tuple(UNITS[size] if isinstance(size, str) else size for size in shape) for name, shape in SHAPES.items()
    }
    return ExpressNetwork(
        {name: rng.normal(0, 0.3, size).astype(np.float32) for name, size in sizes.items()}, {"seed": seed}
    )


def random_thought(seed: int, count: int) -> Any:
    rng = np.random.default_rng(seed)
    thoughts = np.zeros(1, THOUGHT)
    thoughts["count"] = count
    thoughts["position"][0] = rng.normal(size=POSITION_SIZE) * (rng.random(POSITION_SIZE) < 0.5)
    thoughts["choices"][0] = rng.normal(size=(MOST_CHOICES, CHOICE_SIZE)) * (
        rng.random((MOST_CHOICES, CHOICE_SIZE)) < 0.3
    )
    return thoughts


@njit
def _score(networks: Any, thoughts: Any) -> Any:
    return score_choices(networks[0], thoughts[0])


@njit
def _value(networks: Any, thoughts: Any) -> Any:
    return value_of(networks[0], thoughts[0])


@pytest.mark.parametrize("count", [2, 7, MOST_CHOICES])
def test_scores_and_value_are_those_of_a_plain_computation(count: int) -> None:
    network, thoughts = random_network(), random_thought(count, count)
    weights = {name: array.astype(np.float64) for name, array in network.weights.items()}
    position, choices = thoughts["position"][0].astype(float), thoughts["choices"][0, :count].astype(float)
    first = np.maximum(0, position @ weights["position"] + choices @ weights["choice"] + weights["first_bias"])
    second = np.maximum(0, first @ weights["second"] + weights["second_bias"])
    expected = second @ weights["score"] + weights["bonus"] * choices[:, 0]
    best = _score(network.record, thoughts)
    assert thoughts["scores"][0, :count] == pytest.approx(expected, rel=1e-4, abs=1e-4)
    assert best == expected.argmax()
    first = np.maximum(0, position @ weights["value_first"] + weights["value_first_bias"])
    second = np.maximum(0, first @ weights["value_second"] + weights["value_second_bias"])
    value = second @ weights["value"] + weights["value_bias"][0]
    assert _value(network.record, thoughts) == pytest.approx(value, rel=1e-4, abs=1e-4)


def test_a_network_is_read_as_it_was_written_to_16_bits(tmp_path: Path) -> None:
    network = random_network()
    network.save(tmp_path / "n.npz")
    again = load_network(tmp_path / "n.npz")
    assert again.about == {"seed": 1}
    for name, array in network.weights.items():
        assert again.weights[name].tolist() == array.astype(np.float16).tolist()
    assert again.digest == load_network(tmp_path / "n.npz").digest != random_network(2).digest
    assert [path.name for path in tmp_path.iterdir()] == ["n.npz"]


def _without(network: ExpressNetwork, name: str) -> ExpressNetwork:
    return ExpressNetwork({key: array for key, array in network.weights.items() if key != name}, network.about)


def _with(network: ExpressNetwork, **arrays: Any) -> ExpressNetwork:
    return ExpressNetwork({**network.weights, **arrays}, network.about)


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "n.npz"
    with pytest.raises(PlayerError, match=r"n\.npz: is not a network of express"):
        load_network(path)
    path.write_bytes(b"PK and then nothing")
    with pytest.raises(PlayerError, match=r"n\.npz: is not a network of express, or damaged"):
        load_network(path)
    _without(random_network(), "score").save(path)
    with pytest.raises(PlayerError, match=r"n\.npz: has no array 'score' with 1 dimensions"):
        load_network(path)
    _with(random_network(), second=np.zeros((24, 11), np.float32)).save(path)
    with pytest.raises(PlayerError, match=r"n\.npz: the array 'second_bias' has the shape \(10,\), which does not fit"):
        load_network(path)
    _with(random_network(), bonus=np.array([np.nan], np.float32)).save(path)
    with pytest.raises(PlayerError, match=r"n\.npz: the array 'bonus' has numbers that are not finite"):
        load_network(path)


def test_a_network_with_other_features_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "n.npz"
    monkeypatch.setattr("railwright.players.express.neural_network.feature_names", lambda dtype: ["another"])
    random_network().save(path)
    monkeypatch.undo()
    with pytest.raises(PlayerError, match="was trained with different features"):
        load_network(path)


def test_a_network_that_knows_fewer_features_is_read_as_one_for_which_the_others_weigh_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, network = tmp_path / "n.npz", random_network()
    kept = {POSITION_SIZE: list(range(5, POSITION_SIZE)), CHOICE_SIZE: list(range(CHOICE_SIZE))[::-1]}
    names = {record: np.array(feature_names(record)) for record in (POSITION, CHOICE)}
    old = {
        name: array[kept[size]] if isinstance(size := SHAPES[name][0], int) and size > 1 else array
        for name, array in network.weights.items()
    }
    monkeypatch.setattr(
        "railwright.players.express.neural_network.feature_names",
        lambda dtype: names[dtype][kept[len(names[dtype])]].tolist(),
    )
    ExpressNetwork(old, {}).save(path)
    monkeypatch.undo()
    read = load_network(path).weights
    for name, array in network.weights.items():
        expected = array.astype(np.float16).astype(np.float32)
        if SHAPES[name][0] == POSITION_SIZE:
            expected[:5] = 0
        assert read[name].tolist() == expected.tolist()


def test_every_feature_has_a_name_of_its_own() -> None:
    for dtype, size in ((POSITION, POSITION_SIZE), (CHOICE, CHOICE_SIZE)):
        names = feature_names(dtype)
        assert len(names) == len(set(names)) == size


def test_the_network_that_comes_along_is_small() -> None:
    assert FILE.stat().st_size < 500_000
