"""The studies by name."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from railwright.errors import UnknownNameError
from railwright.studies.study import Study

STUDIES: Mapping[str, str] = {
    "ounmaa2022": "railwright.studies.ounmaa2022.study",
    "schaefer2025": "railwright.studies.schaefer2025.study",
}
"""The module of each study; it has a function ``prepare``."""


def prepare_study(name: str, *, quick: bool, seed: int) -> Study[Any]:
    """A study by name."""
    if name not in STUDIES:
        raise UnknownNameError(f"there is no study {name!r}; known are {', '.join(STUDIES)}")
    study: Study[Any] = importlib.import_module(STUDIES[name]).prepare(quick=quick, seed=seed)
    return study
