"""Running the command line as a user does."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
MY_PLAYERS = ROOT / "examples" / "my_players.py"


def run(*arguments: str, folder: Path | None = None, ok: bool = True) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own."""
    command = [sys.executable, "-m", "railwright", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    if ok:
        assert done.returncode == 0, done.stderr
    return done


def run_json(*arguments: str) -> dict[str, Any]:
    """Run a command and read the object that it prints."""
    found = json.loads(run(*arguments, "--json").stdout)
    assert isinstance(found, dict)
    return found


def begin(*arguments: str) -> subprocess.Popen[str]:
    """Begin a command that is to be stopped, in a group of its own, as in a terminal."""
    command = [sys.executable, "-m", "railwright", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def wait_until(happened: Callable[[], bool], seconds: float = 120) -> None:
    """Wait for something that another process does."""
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.02)
