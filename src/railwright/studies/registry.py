"""The studies by name."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from railwright.errors import OptionError, UnknownNameError
from railwright.studies.study_runner import Study

STUDIES: Mapping[str, str] = {
    "ounmaa2022": "railwright.studies.ounmaa2022.study",
    "schaefer2025": "railwright.studies.schaefer2025.study",
    "friedsam-rupp2024": "railwright.studies.friedsam_rupp2024.study",
    "smith-anton2022": "railwright.studies.smith_anton2022.study",
}
"""The module of each study; it has a function ``prepare``."""


WITH_DATA = ("friedsam-rupp2024",)
"""Studies that need data from the user; their ``prepare`` takes the folder."""


def prepare_study(name: str, *, quick: bool, seed: int, data: Path | None = None) -> Study[Any]:
    """A study by name. ``data`` is the folder with the data that some studies need."""
    if name not in STUDIES:
        raise UnknownNameError(f"there is no study {name!r}; choose one of {', '.join(STUDIES)}")
    prepare = importlib.import_module(STUDIES[name]).prepare
    study: Study[Any]
    if name in WITH_DATA:
        study = prepare(quick=quick, seed=seed, data=data)
    elif data is None:
        study = prepare(quick=quick, seed=seed)
    else:
        raise OptionError(f"{name} needs no data; --data is only for {', '.join(WITH_DATA)}")
    return study
