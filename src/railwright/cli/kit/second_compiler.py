"""A second process that compiles modules while this one compiles others.

Numba compiles one function at a time in a process. What the second process compiles reaches this one through the cache.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from contextlib import redirect_stdout

from railwright.workers.interrupts import deaf_to_interrupts

_COMPILED = "compiled"


class SecondCompiler:
    """The process, which compiles one module at a time and ends with this one."""

    def __init__(self) -> None:
        with deaf_to_interrupts():  # this process ends it, not Ctrl-C
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )

    def compile(self, module: str) -> bool:
        """Compile a module; False if that failed, as it will in this process, with an error to show."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(f"{module}\n")
            self._process.stdin.flush()
        except OSError:  # it has died
            return False
        return self._process.stdout.readline().strip() == _COMPILED

    def close(self) -> None:
        """End the process, even while it compiles."""
        self._process.kill()
        self._process.communicate()


def compile_here(module: str) -> None:
    """Compile a module in this process: importing it does that."""
    from railwright.compiled.cache_folders import mark_warm  # loads Numba

    importlib.import_module(module)
    mark_warm(module)


def _compile_what_is_named() -> None:
    """Compile each module named on a line of standard input, and answer with a line."""
    answers = sys.stdout
    with redirect_stdout(sys.stderr):
        for line in sys.stdin:
            compile_here(line.strip())
            try:
                os.write(answers.fileno(), f"{_COMPILED}\n".encode())
            except BrokenPipeError:  # the caller has ended
                return


if __name__ == "__main__":
    _compile_what_is_named()
