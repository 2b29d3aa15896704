"""Networks before training, and files of networks as players."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import railwright
from railwright.errors import PlayerError
from railwright.players.express.neural_network import FILE, SHAPES, load_network
from railwright.training.neural_networks import hash_of, rounded_network, starting_network, untrained_network


def test_an_untrained_network_is_orthogonal_and_depends_on_the_seed() -> None:
    network = untrained_network(1)
    assert set(network.weights) == set(SHAPES)
    for name in ("position", "second", "value_first"):
        weights = network.weights[name].astype(float)
        products = weights.T @ weights if weights.shape[0] >= weights.shape[1] else weights @ weights.T
        assert products == pytest.approx(np.eye(len(products)) * products[0, 0], abs=1e-5)
    assert network.digest == untrained_network(1).digest != untrained_network(2).digest


def test_a_network_says_who_made_it(tmp_path: Path) -> None:
    network = rounded_network(untrained_network(1).weights, {"seed": 1})
    network.save(tmp_path / "n.npz")
    again = load_network(tmp_path / "n.npz")
    assert again.about == {"version": railwright.__version__, "seed": 1, "hash": hash_of(again)}
    assert again.digest == network.digest


def test_training_starts_from_a_file_the_shipped_network_or_none(tmp_path: Path) -> None:
    untrained_network(3).save(tmp_path / "n.npz")
    assert starting_network("none", 3).digest == untrained_network(3).digest
    assert starting_network("shipped", 3).digest == load_network(FILE).digest
    assert starting_network(str(tmp_path / "n.npz"), 1).digest == load_network(tmp_path / "n.npz").digest
    (tmp_path / "n.npz").write_bytes(b"nothing")
    with pytest.raises(PlayerError, match="is not a network of express"):
        starting_network(str(tmp_path / "n.npz"), 1)


def test_a_file_with_the_shipped_network_plays_as_express_does(tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    path.write_bytes(FILE.read_bytes())
    options = ":iterations=4:depth=1"
    express, mine = (
        railwright.play_games("usa", [f"{name}{options}", "hoard"], seed=1, games=2) for name in ("express", str(path))
    )
    assert express.results["scores"].tolist() == mine.results["scores"].tolist()
    assert railwright.load_player(f"{path}{options}").name == f"mine.npz{options}"
    with pytest.raises(railwright.RailwrightError, match="there is no option 'speed'"):
        railwright.load_player(f"{path}:speed=1")
    path.write_bytes(b"PK and nothing")
    with pytest.raises(PlayerError, match=r"mine\.npz: is not a policy"):
        railwright.load_player(str(path))
