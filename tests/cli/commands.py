"""Running the command line as a user does."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from railwright.cli.main import main
from waiting import HANG_SECONDS

ROOT = Path(__file__).parent.parent.parent
MY_PLAYERS = ROOT / "examples" / "my_players.py"


@dataclass(frozen=True)
class Done:
    """What came of a command."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str, folder: Path | None = None, ok: bool = True, stdin: str = "") -> Done:
    """Run a command line in this process, which has loaded everything already; nothing of it is a terminal.

    An exception that would be a traceback for a user comes through and fails the test.
    """
    out, err = io.StringIO(), io.StringIO()
    before, on_interrupt = (sys.argv, sys.stdin), signal.getsignal(signal.SIGINT)
    sys.argv, sys.stdin = ["railwright", *arguments], io.StringIO(stdin)
    code: object = 0
    try:
        with redirect_stdout(out), redirect_stderr(err), chdir(folder or "."):
            main()
    except SystemExit as ending:
        code = ending.code
    finally:
        sys.argv, sys.stdin = before
        signal.signal(signal.SIGINT, on_interrupt)
    assert isinstance(code, int)
    if ok:
        assert code == 0, err.getvalue()
    return Done(code, out.getvalue(), err.getvalue())


def run_alone(*arguments: str, folder: Path | None = None, ok: bool = True) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own."""
    command = [sys.executable, "-m", "railwright", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=HANG_SECONDS, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    if ok:
        assert done.returncode == 0, done.stderr
    return done


def run_json(*arguments: str) -> dict[str, Any]:
    """Run a command and read the object that it prints."""
    found = json.loads(run(*arguments, "--json").stdout)
    assert isinstance(found, dict)
    return found


def begin(*arguments: str, folder: Path | None = None) -> subprocess.Popen[str]:
    """Begin a command that is to be stopped, in a group of its own, as in a terminal."""
    command = [sys.executable, "-m", "railwright", *arguments]
    return subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
