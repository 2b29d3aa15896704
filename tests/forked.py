"""The program in a process that is forked from one that has loaded it: a start without the seconds of loading."""

from __future__ import annotations

import atexit
import io
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TextIO

from railwright.workers.interrupts import deaf_to_interrupts
from railwright.workers.start_method import worker_context


class ForkedProgram:
    """``railwright`` with arguments, in the current folder; to be used like ``subprocess.Popen`` with text in pipes.

    Where there is no fork server it is a new interpreter, as with ``Popen``.
    """

    def __init__(self, *arguments: str, **environment: str) -> None:
        with deaf_to_interrupts():  # as all children of the fork server are, until they say otherwise
            context = worker_context()
            out, child_out = context.Pipe(duplex=False)
            errors, child_errors = context.Pipe(duplex=False)
            wanted = {**os.environ, **environment}
            self._process: BaseProcess = context.Process(
                target=_run, args=(arguments, os.getcwd(), wanted, child_out, child_errors)
            )
            self._process.start()
        child_out.close()
        child_errors.close()
        self.stdout, self._errors = _text(out), _text(errors)
        atexit.register(self.kill)  # multiprocessing would wait for it

    @property
    def returncode(self) -> int | None:
        """The exit code; None if it runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """The exit code; None if it runs."""
        return self.returncode

    def send_signal(self, sign: signal.Signals) -> None:
        """Send a signal, if it runs."""
        if self._process.is_alive():
            assert self._process.pid is not None
            os.kill(self._process.pid, sign)

    def kill(self) -> None:
        """Kill it, if it runs."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask it to end, if it runs."""
        self.send_signal(signal.SIGTERM)

    def communicate(self, timeout: float) -> tuple[str, str]:
        """Wait until it has ended; returns the rest of its output, and its errors."""
        told: dict[TextIO, str] = {}
        readers = [threading.Thread(target=_read, args=(file, told)) for file in (self.stdout, self._errors)]
        for reader in readers:
            reader.start()
        self._process.join(timeout)
        assert self.returncode is not None, f"it does not end: {told}"
        for reader in readers:
            reader.join(timeout)
        atexit.unregister(self.kill)
        return told[self.stdout], told[self._errors]


def run_forked(*arguments: str, timeout: float) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    program = ForkedProgram(*arguments)
    try:
        out, errors = program.communicate(timeout)
    finally:
        program.kill()
    assert program.returncode is not None
    return subprocess.CompletedProcess(list(arguments), program.returncode, out, errors)


def _text(line: Connection) -> TextIO:
    """The output of the program as a file, which closes the line."""
    file = open(os.dup(line.fileno()), encoding="utf-8")  # noqa: SIM115 - closed when it has been read
    line.close()
    return file


def _read(file: TextIO, told: dict[TextIO, str]) -> None:
    with file:
        told[file] = file.read()


_NO_MATTER = {"COLUMNS", "LINES", "NO_COLOR", "PYTEST_CURRENT_TEST", "PYTHONSAFEPATH"}
"""Environment variables that make no difference to the workers of the program."""


def _that_matter(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name not in _NO_MATTER}


def _share_fork_server() -> None:
    """Let the program fork its workers from the fork server that it comes from itself.

    It would start one of its own, which takes two seconds, since multiprocessing asks whether the fork server is a
    child of this process.
    """
    module: Any = forkserver  # there is no public way
    server = module._forkserver
    if server._forkserver_address is not None and getattr(server, "_forkserver_authkey", "none is needed") is not None:
        server.ensure_running = module.ensure_running = resource_tracker.ensure_running


def _run(
    arguments: tuple[str, ...], folder: str, environment: dict[str, str], out: Connection, errors: Connection
) -> None:
    """The main function of the process."""
    for line, number in ((out, 1), (errors, 2)):
        os.dup2(line.fileno(), number)
        line.close()
    sys.stdout, sys.stderr = (io.TextIOWrapper(open(number, "wb", closefd=False)) for number in (1, 2))  # noqa: SIM115
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    if _that_matter(environment) == _that_matter(os.environ):
        _share_fork_server()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = ["railwright", *arguments]
    from railwright.__main__ import main

    try:
        main()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
