"""Files of policies: written and read back, and refused in one line if something is wrong with them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from players.lineup import setup_of
from players.policies import random_layers, write_policy
from railwright.errors import FileError, OptionError, PlayerError
from railwright.players.observation.action_space import ActionSpace
from railwright.players.observation.space import ObservationSpace
from railwright.players.policy.policy_file import load_policy, save_policy
from railwright.players.registry import load_player


def test_a_policy_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "p.npz"
    write_policy(path, "germany", 3, option="planner", activation="tanh")
    policy = load_policy(path)
    space = ObservationSpace(setup_of("germany"), 3, "planner")
    layers = random_layers([space.size, 24, 17, ActionSpace(space.setup).size])
    assert policy.seats == 3
    assert (policy.activation, policy.observation, policy.version) == ("tanh", "planner", "v1")
    assert policy.setup == {"board": "germany", "ruleset": "germany", "tickets": space.setup.deck}
    for (weights, biases), layer in zip(layers, policy.layers, strict=True):
        assert (layer.weights == weights).all()
        assert (layer.biases == biases).all()
    assert policy.digest == load_policy(path).digest


def rewritten(path: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """The same file with other arrays."""
    with np.load(path) as file:
        arrays = dict(file)
    change(arrays)
    np.savez(path, **arrays)
    return path


def about(**changes: Any) -> Callable[[dict[str, Any]], object]:
    """Changes the description of a policy."""

    def change(arrays: dict[str, Any]) -> None:
        arrays["policy"] = np.array(json.dumps({**json.loads(str(arrays["policy"])), **changes}))

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (about(format="railwright-policy/9"), "the format must be 'railwright-policy/1', not 'railwright-policy/9'"),
        (about(seats="two"), "seats: must be a whole number, not 'two'"),
        (about(seats=True), "seats: must be a whole number, not True"),
        (about(activation="gelu"), "activation: must be one of relu, tanh, not 'gelu'"),
        (about(observation="history"), "observation: must be one of raw, planner, not 'history'"),
        (about(layers=0), "layers: must be from 1 to 8, not 0"),
        (about(layers=5), "is not a policy that railwright.rl.save_policy wrote"),
        (about(setup={"board": "usa"}), "setup: must name the board, the ruleset and the tickets"),
        (about(setup={"board": "u\x1b[2J", "ruleset": "r", "tickets": "t"}), "setup: must name the board"),
        (about(version="v\n1"), "version: must be a short text such as v1"),
        (lambda arrays: arrays.update(policy=np.array("[" * 9000)), "'policy' must be a JSON object"),
        (lambda arrays: arrays.update(policy=np.array("x" * 20_000)), "'policy' must be a text of at most 10000"),
        (lambda arrays: arrays.update(policy=np.zeros(3)), "'policy' must be a text of at most 10000"),
        (lambda arrays: arrays.pop("policy"), "is not a policy that railwright.rl.save_policy wrote"),
        (lambda arrays: arrays.update(weights0=np.zeros((3, 4), np.int64)), "layer 0, weights: must be an array of"),
        (lambda arrays: arrays.update(weights1=np.zeros((3, 17), np.float32)), "layer 1 has 3 inputs, but the one"),
        (lambda arrays: arrays.update(weights1=np.zeros(17, np.float32)), "layer 1, weights: must be inputs x outputs"),
        (lambda arrays: arrays.update(biases1=np.zeros(3, np.float32)), "layer 1, biases: must be 17, one for each"),
        (lambda arrays: arrays["biases1"].fill(np.nan), "layer 1, biases: a number is not finite"),
        (lambda arrays: arrays.update(weights0=np.array([[{}]])), "is not a policy that railwright.rl.save_policy"),
        (lambda arrays: arrays.update({f"more{i}": np.zeros(1) for i in range(20)}), "is too large for a policy"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_in_one_line(tmp_path: Path, change: Any, words: str) -> None:
    path = tmp_path / "p.npz"
    write_policy(path)
    with pytest.raises(PlayerError) as caught:
        load_player(str(rewritten(path, change)))
    assert str(caught.value).startswith(f"{path}: {words}")
    assert "\n" not in str(caught.value)


def test_what_is_no_policy_at_all_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "p.npz"
    for content in (b"", b"PK\x03\x04", b"\x93NUMPY", b"x" * 1000):
        path.write_bytes(content)
        with pytest.raises(PlayerError, match="is not a policy that"):
            load_player(str(path))
    with pytest.raises(FileError, match="cannot be read"):
        load_player(str(tmp_path / "none.npz"))
    folder = tmp_path / "folder.npz"
    folder.mkdir()
    with pytest.raises(FileError, match="is a folder"):
        load_player(str(folder))


def test_sizes_that_a_file_only_claims_are_refused(tmp_path: Path) -> None:
    """A header that promises terabytes, and a small file that unpacks to more than a policy can have."""
    path = tmp_path / "p.npz"
    write_policy(path)
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<f4", "fortran_order": False, "shape": (1 << 40, 4)})
    for name, content in (("weights0.npy", header.getvalue()), ("huge.npy", b"\0" * 100_000_000)):
        other = tmp_path / "q.npz"
        with zipfile.ZipFile(path) as old, zipfile.ZipFile(other, "w", zipfile.ZIP_DEFLATED) as new:
            for entry in old.namelist():
                new.writestr(entry, content if entry == name else old.read(entry))
            if name not in old.namelist():
                new.writestr(name, content)
        assert other.stat().st_size < 1_000_000
        with pytest.raises(PlayerError, match=r"is not a policy|is too large"):
            load_player(str(other))


def test_a_network_of_another_size_is_refused_before_it_plays(tmp_path: Path) -> None:
    """The description fits the board, the arrays do not: as nobody's program writes it, but a stranger can."""
    path = tmp_path / "p.npz"
    write_policy(path)
    rewritten(path, lambda arrays: arrays.update(weights0=np.zeros((5, 24), np.float32)))
    player: Any = load_player(str(path))
    with pytest.raises(PlayerError, match=r"p\.npz: has 5 inputs and 169 outputs, not 663 and 169"):
        player.requirement.prepare(setup_of("usa"), 2)


def test_only_what_fits_is_written(tmp_path: Path) -> None:
    space = ObservationSpace(setup_of("usa"), 2)
    path = tmp_path / "p.npz"

    def refused(layers: Any, **options: Any) -> str:
        with pytest.raises(OptionError) as caught:
            save_policy(options.pop("path", path), layers, **{"space": space, **options})
        assert not path.exists()
        return str(caught.value)

    good = random_layers([space.size, 169])
    assert "from 3 numbers to 169 actions does not fit" in refused(random_layers([3, 169]))
    assert "activation: must be one of relu, tanh, not 'sigmoid'" in refused(good, activation="sigmoid")
    assert refused(good, path=tmp_path / "p.pt").endswith("p.pt: the name of a policy's file ends in .npz")
    assert "not history: players have no history" in refused(good, space=ObservationSpace(space.setup, 2, "history"))
    assert refused([]) == "a policy has at least 1 layer"
    assert refused([(good[0][0],)]) == "layer 0: must be a pair of weights and biases"
    assert refused([(np.zeros((1, 1)), np.zeros(1))] * 9) == "a policy has at most 8 layers"
