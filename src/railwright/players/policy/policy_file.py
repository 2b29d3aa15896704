"""Files of policies, ``policy.npz``: the arrays of a network and one text, in NumPy's format.

| name in the file | content |
| --- | --- |
| ``policy`` | a JSON object as text: format, activation, observation, version, setup, fingerprint, seats, layers |
| ``weights0``, ``biases0``, ... | float32 arrays of each layer: inputs x outputs, and outputs |

Nothing in such a file is ever executed: pickled objects are refused, and so is everything too large.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from railwright.errors import OptionError, PlayerError
from railwright.files import read_bytes
from railwright.game.json_reader import brief
from railwright.players.policy.policy import (
    ACTIVATIONS,
    MAX_LAYERS,
    MAX_WEIGHTS,
    OBSERVATIONS,
    Policy,
    check_layers,
)
from railwright.whole_files import write_whole

if TYPE_CHECKING:
    from railwright.players.observation.space import ObservationSpace

POLICY_FORMAT = "railwright-policy/1"
_TEXT = "policy"
_LONGEST_TEXT = 10_000
_LONGEST_NAME = 100
_MOST_BYTES = 4 * MAX_WEIGHTS + (1 << 20)
_KINDS: Mapping[str, type] = {
    "activation": str, "observation": str, "version": str, "setup": dict, "fingerprint": str, "seats": int,
    "layers": int,
}  # fmt: skip


def save_policy(
    path: str | Path, layers: Iterable[Sequence[Any]], *, space: ObservationSpace, activation: str = "relu"
) -> None:
    """Write a policy to a file, with which it plays: ``--players policy.npz``.

    ``layers`` are pairs of weights (inputs x outputs) and biases, from the observation to one score for each action;
    ``activation``, ``relu`` or ``tanh``, comes between them. ``space`` is what it was trained with, such as
    ``batch.observations``.
    """
    from railwright.players.observation.action_space import ActionSpace

    path = Path(path)
    if path.suffix != ".npz":
        raise OptionError(f"{path}: the name of a policy's file ends in .npz")
    policy = Policy.of(space, layers, activation)
    ends, expected = (policy.sizes[0], policy.sizes[-1]), (space.size, ActionSpace(space.setup).size)
    if ends != expected:
        words = "a policy from {} numbers to {} actions".format
        raise OptionError(f"{words(*ends)} does not fit: {space!r} needs {words(*expected)}")
    parts = {name: getattr(policy, name) for name in _KINDS if name != "layers"}
    text = json.dumps({"format": POLICY_FORMAT, **parts, "layers": len(policy.layers)}, ensure_ascii=False)
    arrays: dict[str, Any] = {_TEXT: np.array(text)}
    for number, layer in enumerate(policy.layers):
        arrays |= {f"weights{number}": layer.weights, f"biases{number}": layer.biases}
    file = io.BytesIO()
    np.savez(file, **arrays)
    write_whole(path, file.getvalue())


def load_policy(path: str | Path) -> Policy:
    """Read a policy from a file. PlayerError says what is wrong with it."""
    path = Path(path)
    content = read_bytes(path, _MOST_BYTES)
    try:
        return _read(content)
    except (OptionError, _FormatError) as error:
        raise PlayerError(f"{path}: {error}") from error
    except (zipfile.BadZipFile, EOFError, KeyError, MemoryError, NotImplementedError, OSError, ValueError) as error:
        raise PlayerError(f"{path}: is not a policy that railwright.rl.save_policy wrote") from error


class _FormatError(Exception):
    """A file that is not of the right form."""


def _read(content: bytes) -> Policy:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = archive.infolist()
    if len(entries) > 2 * MAX_LAYERS + 1 or sum(entry.file_size for entry in entries) > _MOST_BYTES:
        raise _FormatError(f"is too large for a policy: at most {MAX_LAYERS} layers and {_MOST_BYTES // 1_000_000} MB")
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        about = _read_text(arrays[_TEXT])
        layers = check_layers((arrays[f"weights{i}"], arrays[f"biases{i}"]) for i in range(about.pop("layers")))
    return Policy(layers, **about)


def _read_text(array: Any) -> dict[str, Any]:
    """The description of a policy, checked."""
    if array.shape != () or array.dtype.kind != "U" or array.dtype.itemsize > 4 * _LONGEST_TEXT:
        raise _FormatError(f"{_TEXT!r} must be a text of at most {_LONGEST_TEXT} characters")
    try:
        data = json.loads(str(array))
    except (ValueError, RecursionError) as error:
        raise _FormatError(f"{_TEXT!r} must be a JSON object") from error
    if not isinstance(data, dict) or data.get("format") != POLICY_FORMAT:
        found = brief(data.get("format")) if isinstance(data, dict) else "no object"
        raise _FormatError(f"the format must be {POLICY_FORMAT!r}, not {found}")
    about = {name: data.get(name) for name in _KINDS}
    for name, kind in _KINDS.items():
        if not isinstance(about[name], kind) or isinstance(about[name], bool):
            raise _FormatError(f"{name}: must be {_WORDS[kind]}, not {brief(about[name])}")
    setup: dict[str, Any] = data["setup"]
    if set(setup) != {"board", "ruleset", "tickets"} or not all(_is_name(name) for name in setup.values()):
        raise _FormatError("setup: must name the board, the ruleset and the tickets")
    if not _is_name(data["version"]):
        raise _FormatError("version: must be a short text such as v1")
    for name, allowed in (("activation", ACTIVATIONS), ("observation", OBSERVATIONS)):
        if about[name] not in allowed:
            raise _FormatError(f"{name}: must be one of {', '.join(allowed)}, not {brief(about[name])}")
    if not 1 <= data["layers"] <= MAX_LAYERS:
        raise _FormatError(f"layers: must be from 1 to {MAX_LAYERS}, not {brief(data['layers'])}")
    return about


def _is_name(name: object) -> bool:
    """Whether it can be shown to people."""
    return isinstance(name, str) and name.isprintable() and len(name) <= _LONGEST_NAME


_WORDS: Mapping[type, str] = {str: "a text", int: "a whole number", dict: "an object"}
