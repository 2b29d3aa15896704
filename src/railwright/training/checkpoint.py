"""Checkpoints: everything that a training run needs to resume as if it had never stopped, in one small file.

The file is in NumPy's format ``npz``: one JSON text, and arrays of numbers. Nothing in it is ever executed.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.errors import FileError
from railwright.files import read_bytes
from railwright.whole_files import write_whole

FORMAT = "railwright-training/1"
MOST_BYTES = 100_000_000

_TEXT = "text"


@dataclass(frozen=True, slots=True)
class TrainingCheckpoint:
    """A training run between two updates."""

    state: dict[str, Any]
    """What JSON can hold: the plan, counters, random states, evaluations and figures of all updates."""
    arrays: dict[str, NDArray[Any]]
    """Weights, moments of the optimizer, older networks and games, by ``part/name``."""

    def part(self, name: str) -> dict[str, NDArray[Any]]:
        """The arrays of one part, by name."""
        prefix = f"{name}/"
        return {key.removeprefix(prefix): array for key, array in self.arrays.items() if key.startswith(prefix)}


def write_checkpoint(path: Path, checkpoint: TrainingCheckpoint) -> None:
    """Write a checkpoint, whole or not at all."""
    text = json.dumps({"format": FORMAT, **checkpoint.state})
    parts: dict[str, Any] = {_TEXT: np.frombuffer(text.encode(), np.uint8), **checkpoint.arrays}
    file = io.BytesIO()
    np.savez_compressed(file, **parts)
    write_whole(path, file.getvalue())


def read_checkpoint(path: Path) -> TrainingCheckpoint:
    """Read a checkpoint; FileError says what is wrong with it."""
    content = read_bytes(path, MOST_BYTES)
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        state = json.loads(arrays.pop(_TEXT).tobytes())
    except (zipfile.BadZipFile, EOFError, KeyError, OSError, ValueError) as error:
        raise FileError(f"{path}: is not a checkpoint of a training, or damaged ({type(error).__name__})") from error
    if not isinstance(state, dict) or state.pop("format", None) != FORMAT:
        raise FileError(f"{path}: is not a checkpoint in the format {FORMAT!r}")
    return TrainingCheckpoint(state, arrays)
