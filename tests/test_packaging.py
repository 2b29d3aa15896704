"""What is installed: the lock and the lowest versions fit what pyproject.toml asks for."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PYTHONS = ("3.11", "3.12", "3.13")
LOCKED = [
    line for line in (ROOT / "requirements" / "lock.txt").read_text(encoding="utf-8").splitlines() if line[0] != "#"
]


def wanted() -> list[Requirement]:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, groups = data["project"], data["dependency-groups"]
    own = [text for text in groups["dev"] if text != {"include-group": "docs"}]
    optional = project["optional-dependencies"]
    assert all("==" in text for text in optional["train"]), "it is not locked"
    extras = [text for extra in optional if extra != "train" for text in optional[extra]]
    return [Requirement(text) for text in [*project["dependencies"], *extras, *groups["docs"], *own]]


def locked(python: str) -> dict[str, str]:
    """The versions for a Python, by name."""
    found = {}
    for line in LOCKED:
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"python_version": python}):
            assert requirement.name not in found, f"{requirement.name} has two versions for Python {python}"
            found[requirement.name] = str(requirement.specifier).removeprefix("==")
    return found


@pytest.mark.parametrize("python", PYTHONS)
def test_the_lock_fits_what_is_asked_for(python: str) -> None:
    versions = locked(python)
    for requirement in wanted():
        version = versions[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), f"{requirement} is locked to {version}; run make lock"


def test_the_lock_names_versions_and_nothing_of_the_machine_that_made_it() -> None:
    condition = r'python_version == "3\.\d+"'
    for line in LOCKED:
        assert re.fullmatch(rf"[a-z0-9.-]+==[0-9][0-9a-z.]*( ; {condition}( or {condition})*)?", line), line


def test_the_lowest_versions_are_exactly_those_asked_for() -> None:
    command = [sys.executable, str(ROOT / "tools" / "lock.py"), "--lowest"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout.split()
    assert lines == list(dict.fromkeys(str(requirement).replace(">=", "==") for requirement in wanted()))


def test_the_help_of_the_lock_tool_locks_nothing() -> None:
    command = [sys.executable, str(ROOT / "tools" / "lock.py"), "--help"]
    before = (ROOT / "requirements" / "lock.txt").stat().st_mtime_ns
    assert "--lowest" in subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    assert (ROOT / "requirements" / "lock.txt").stat().st_mtime_ns == before
