"""Without the libraries of environments: batches work, and adapters say what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import sys
for name in ("gymnasium", "pettingzoo"):
    sys.modules[name] = None  # as if it were not installed
import railwright.rl
from railwright.rl.libraries import register_environments
"""


@pytest.mark.parametrize(
    ("module", "library"),
    [("railwright_v1", "PettingZoo"), ("gymnasium_env", "Gymnasium"), ("gymnasium_vector", "Gymnasium")],
)
def test_an_adapter_without_its_library_says_what_to_install(module: str, library: str) -> None:
    program = f"{PROGRAM}\nrailwright.rl.Batch('usa', 2, games=1, seed=1)\nimport railwright.rl.{module}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    expected = f'ImportError: {library} is not installed; pip install "railwright[rl]" installs it'
    assert done.stderr.strip().split("\n")[-1] == expected
    assert "During handling" not in done.stderr
