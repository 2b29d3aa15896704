"""Ctrl-C: held back, never lost."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable

import pytest

from railwright.workers.interrupts import deaf_to_interrupts, hold_interrupts

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are different there")


def interrupt() -> None:
    """Ctrl-C, as it reaches a process with several threads."""
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.01)


def steps_of(*sources: Callable[[], None]) -> list[str]:
    """What happens when these interrupts come one after the other while they are held."""
    steps = []
    try:
        with hold_interrupts():
            for source in sources:
                source()
                steps.append("went on")
    except KeyboardInterrupt:
        steps.append("interrupted")
    return steps


def test_an_interrupt_waits_until_the_end() -> None:
    assert steps_of(interrupt) == ["went on", "interrupted"]


def test_a_second_interrupt_does_not_wait() -> None:
    assert steps_of(interrupt, interrupt) == ["went on", "interrupted"]


def test_an_interrupt_that_another_thread_receives_waits_too() -> None:
    release = threading.Event()
    thread = threading.Thread(target=release.wait)
    thread.start()

    def interrupt_thread() -> None:
        signal.pthread_kill(thread.ident or 0, signal.SIGINT)
        time.sleep(0.01)

    assert steps_of(interrupt_thread) == ["went on", "interrupted"]
    release.set()
    thread.join()


def test_without_an_interrupt_nothing_changes() -> None:
    before = signal.getsignal(signal.SIGINT)
    with hold_interrupts():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_other_threads_are_left_alone() -> None:
    seen = []

    def work() -> None:
        with hold_interrupts():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.getsignal(signal.SIGINT)]


def test_deafness_ends() -> None:
    with deaf_to_interrupts():
        assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
