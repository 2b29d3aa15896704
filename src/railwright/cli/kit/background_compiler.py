"""Compiles modules in a process of its own, so that this one can serve people meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout

from railwright.cli.kit.output import note
from railwright.errors import RailwrightError
from railwright.workers.interrupts import deaf_to_interrupts


class BackgroundCompiler:
    """A process that compiles some modules and reports every step. It ends with this process."""

    def __init__(self, parts: Sequence[str]) -> None:
        self._parts = parts
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        self._is_stopped = False

    def run(self, tell: Callable[[int, int], None]) -> None:
        """Compile, and report (done, total) after each step."""
        note("Compiling the game once for this machine, about a minute; the page shows progress ...")
        began = time.monotonic()
        with self._lock:
            if self._is_stopped:
                return
            with deaf_to_interrupts():  # this process ends it, not Ctrl-C
                process = self._process = subprocess.Popen(
                    [sys.executable, "-m", __name__, *self._parts],
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                )  # fmt: skip
        assert process.stdout is not None
        with process:
            for line in process.stdout:
                done, steps = map(int, line.split())
                tell(done, steps)
        if self._is_stopped:
            return
        if process.returncode:
            raise RailwrightError(
                "the game could not be compiled for this machine (the reason is above); is there enough memory, and "
                "can the cache folder be written? railwright warmup tries again"
            )
        note(f"Compiled in {time.monotonic() - began:.0f} s.")

    def stop(self) -> None:
        """End the process, even while it compiles."""
        with self._lock:
            self._is_stopped = True
            if self._process is not None:
                self._process.kill()


def _end_with_parent() -> None:
    """End this process when the one that started it has ended, which closes its side of the pipe."""
    sys.stdin.read()
    os._exit(1)


def _compile() -> None:
    from railwright.cli.kit.compiling import compile_and_tell

    answers = sys.stdout
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with redirect_stdout(sys.stderr):
        compile_and_tell(sys.argv[1:], lambda done, steps: print(done, steps, file=answers, flush=True))


if __name__ == "__main__":
    _compile()
