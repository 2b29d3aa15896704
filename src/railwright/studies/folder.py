"""The folder of a study: one file for each finished experiment, so that a stopped run can be resumed.

Each result has a checksum, so that a report is never made from altered numbers.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from railwright.errors import FileError
from railwright.maps.load import read_json
from railwright.studies.experiment import Experiment, Found, Outcome

SETTINGS = "settings.json"
RESULTS = "results"
FIGURES = "figures"
CHECKSUM = "checksum"

Write = Callable[[Path, str], None]
"""Writes a file atomically."""


class StudyFolder:
    """Where a study keeps its results, figures and report."""

    def __init__(self, path: Path, settings: Mapping[str, Any], *, write: Write, force: bool) -> None:
        """Open or create a folder. One that holds anything else is refused unless ``force`` is given."""
        self.path = path
        self._settings = dict(settings)
        self._write = write
        self._force = force
        self.unchecked: set[str] = set()
        """Names of accepted results without a checksum, as earlier versions wrote them."""
        self._check()
        for folder in (path, path / RESULTS, path / FIGURES):
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise FileError(f"{folder}: cannot be created ({error.strerror})") from error
        write(path / SETTINGS, json.dumps(self._settings, indent=1) + "\n")

    def _check(self) -> None:
        if self.path.exists() and not self.path.is_dir():
            raise FileError(f"{self.path}: is a file; give the name of a folder")
        if self._force or not self.path.exists():
            return
        if (self.path / SETTINGS).exists():
            found = read_json(self.path / SETTINGS)
            other = [key for key, value in self._settings.items() if not _has(found, key, value)]
            if other:
                raise FileError(
                    f"{self.path}: holds results with other settings ({', '.join(other)}); choose another folder, or "
                    "add --force to replace them"
                )
        elif any(self.path.iterdir()):
            raise FileError(
                f"{self.path}: is not empty and holds no study; choose another folder, or add --force to use it anyway"
            )

    def find(self, experiment: Experiment[Found], *, seed: int) -> Found | None:
        """The stored outcome of an experiment, if any. One that does not match is refused, or ignored if forced."""
        path = self._result(experiment)
        if not path.exists():
            return None
        try:
            data = dict(read_json(path))
            checksum = data.pop(CHECKSUM, None)
            outcome = experiment.read(data)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise FileError(f"{path}: is not a result of this study; delete it, or choose another folder") from error
        if checksum is None:
            self.unchecked.add(experiment.name)
        problem = None
        if checksum not in (None, _checksum(data)):
            problem = "does not match its checksum, it was changed or damaged"
        elif outcome.description != experiment.describe(seed):
            problem = "is from another version of the program or of the study"
        if problem is None:
            return outcome
        if self._force:
            return None
        raise FileError(f"{path}: {problem}; choose another folder, or add --force to replace it")

    def keep(self, experiment: Experiment[Outcome], outcome: Outcome) -> None:
        """Store the outcome of an experiment."""
        data = outcome.to_dict()
        text = json.dumps({CHECKSUM: _checksum(data), **data}, ensure_ascii=False)
        self._write(self._result(experiment), text + "\n")

    def write(self, name: str, text: str) -> Path:
        """Write a file of the report; returns its path."""
        path = self.path / name
        self._write(path, text)
        return path

    def _result(self, experiment: Experiment[Outcome]) -> Path:
        return self.path / RESULTS / f"{experiment.name}.json"


def _checksum(data: Mapping[str, Any]) -> str:
    """A checksum of a result, the same before writing and after reading."""
    return hashlib.sha256(json.dumps(data, ensure_ascii=False).encode()).hexdigest()[:16]


def _has(found: object, key: str, value: object) -> bool:
    return isinstance(found, Mapping) and found.get(key) == value
