"""Ctrl-C at the right moment."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Ctrl-C waits until the end of this, for what must be done whole; a second one does not wait.

    Games that are played in this process are held, too: compiled code that is interrupted can lose the interrupt.
    """
    if threading.current_thread() is not threading.main_thread():  # Ctrl-C is the main thread's affair
        yield
        return
    held: list[FrameType | None] = []

    def hold(sign: int, frame: FrameType | None) -> None:
        held.append(frame)
        if len(held) > 1:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, hold)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before if before is not None else signal.SIG_DFL)
        if len(held) == 1:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """A process that is started in here never hears of Ctrl-C."""
    if not hasattr(signal, "pthread_sigmask"):  # not on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
