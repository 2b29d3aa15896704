"""Functions of the tests, called in a process of their own: for what is decided when a process starts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent
SOURCES = TESTS.parent / "src"


def call_elsewhere(function: Callable[..., Any], *arguments: Any, **environment: str) -> Any:
    """What a function returns in a new process with other environment variables; arguments and answer as JSON."""
    script = f"""
import gc, json, sys
gc.disable()  # it takes a fifth of the time of compiling
from {function.__module__} import {function.__name__}
print(json.dumps({function.__name__}(*json.loads(sys.argv[1]))))
"""
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", script, json.dumps(arguments)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (TESTS, SOURCES))), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def end_process(code: int) -> None:
    """End the process at once. Unlike ``os._exit``, which `make coverage` replaces, it can be sent to workers."""
    os._exit(code)


def without_coverage() -> dict[str, str]:
    """The environment for a process that can write nothing, not even what `make coverage` measures."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
